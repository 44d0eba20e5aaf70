#error "OpenCL is for harness/driver alone: the supervisor never touches a driver"
