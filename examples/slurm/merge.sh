#!/bin/sh
#SBATCH --job-name=wgcts-merge
exec "$WGCTS" merge "$FOLDER"/shard-*.json -o "$FOLDER/report.json"
