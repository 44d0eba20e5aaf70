// A program that is only a worker, for tests in which the driver may crash its process.
#include "harness/driver/worker.hpp"

int main() { return wgcts::harness::worker_main(true); }
