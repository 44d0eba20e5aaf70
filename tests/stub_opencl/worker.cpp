// A worker, and nothing else of the program: what the tests start where a driver may take its process down.
#include "harness/driver/worker.hpp"

int main() { return wgcts::harness::worker_main(true); }
