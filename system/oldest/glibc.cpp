// Symbols that GCC 12's static C++ library needs from a glibc newer than 2.31, for linking with glibc 2.31.
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

extern "C" {

/// Since glibc 2.32. If true, atomic instructions are left out. False is correct for any program.
char __libc_single_threaded = 0;  // NOLINT: the C library's own name

/// Since glibc 2.36. std::random_device uses it.
std::uint32_t arc4random() {
  std::uint32_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) std::abort();
  return bits;
}
}
