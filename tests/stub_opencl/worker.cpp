// A program that is only a worker, for tests in which the driver may crash its process. An
// argument is the file of a driver that is used without a loader.
#include "harness/driver/worker.hpp"

int main(int argc, char** argv) { return wgcts::harness::worker_main(true, argc > 1 ? argv[1] : ""); }
