#!/bin/sh
#SBATCH --job-name=wgcts
#SBATCH --requeue
#SBATCH --open-mode=append
# A task of the array. wgcts reads its shard from SLURM_ARRAY_TASK_ID, _COUNT and _MIN.
report=$FOLDER/shard-$SLURM_ARRAY_TASK_ID.json
# A task that was preempted and queued again resumes its run.
if [ -e "$report.journal" ]; then
    exec "$WGCTS" run "$@" --json "$report" --resume "$report.journal"
fi
exec "$WGCTS" run "$@" --json "$report"
