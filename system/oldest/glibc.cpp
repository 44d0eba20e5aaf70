// Symbols of newer glibcs, for linking static libraries with glibc 2.31. GCC 12's C++ library needs them, and
// so do the other libraries for riscv64, which come from a newer Debian.
#include <sys/random.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdint>
#include <cstdio>
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

// Since glibc 2.38: the functions of C23. The C23 functions also read binary numbers such as 0b11, which no
// caller needs.
long __isoc23_strtol(const char* text, char** end, int base) {
  return std::strtol(text, end, base);
}  // NOLINT

int __isoc23_sscanf(const char* text, const char* format, ...) {  // NOLINT
  std::va_list values;
  va_start(values, format);
  const int count = std::vsscanf(text, format, values);
  va_end(values);
  return count;
}

int __isoc23_fscanf(std::FILE* file, const char* format, ...) {  // NOLINT
  std::va_list values;
  va_start(values, format);
  const int count = std::vfscanf(file, format, values);
  va_end(values);
  return count;
}
}
