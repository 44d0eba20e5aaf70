// What GCC 12's static C++ library takes from a C library newer than glibc 2.31, for a program that is linked with both.
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

extern "C" {

/// Since glibc 2.32. Where it is true, atomic instructions are left out; false is right for any program.
char __libc_single_threaded = 0;  // NOLINT: the C library's own name

/// Since glibc 2.36. std::random_device takes it.
std::uint32_t arc4random() {
  std::uint32_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) std::abort();
  return bits;
}
}
