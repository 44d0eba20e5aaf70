# Toolchain file: Debian's cross compilers with the libraries that scripts/sysroot ARCH unpacked.
#   cmake --preset release -B build/arm64 --toolchain cmake/cross.cmake -DWGCTS_ARCH=arm64
# WGCTS_ARCH is Debian's name of the architecture. WGCTS_CLANG=ON uses clang++-16 instead of g++. WGCTS_STATIC=ON uses the
# libraries of scripts/sysroot --oldest.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES WGCTS_ARCH WGCTS_CLANG WGCTS_STATIC)
set(wgcts_triple_amd64 x86_64-linux-gnu)
set(wgcts_triple_arm64 aarch64-linux-gnu)
set(wgcts_triple_armhf arm-linux-gnueabihf)
set(wgcts_triple_riscv64 riscv64-linux-gnu)
set(wgcts_triple_s390x s390x-linux-gnu)
set(wgcts_qemu_arm64 aarch64)
set(wgcts_qemu_armhf arm)
set(wgcts_qemu_riscv64 riscv64)
set(wgcts_qemu_s390x s390x)
set(triple ${wgcts_triple_${WGCTS_ARCH}})
if(NOT triple)
  message(FATAL_ERROR "WGCTS_ARCH is '${WGCTS_ARCH}'; it must be amd64, arm64, armhf, riscv64 or s390x")
endif()

set(wgcts_folder ${WGCTS_ARCH})
if(WGCTS_STATIC)
  set(wgcts_folder ${WGCTS_ARCH}-oldest)
endif()
get_filename_component(wgcts_sysroot ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot/${wgcts_folder} ABSOLUTE)
if(NOT EXISTS ${wgcts_sysroot}/recipe)
  message(FATAL_ERROR "${wgcts_sysroot} does not exist; make it with scripts/sysroot.")
endif()
set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR ${triple})
set(CMAKE_LIBRARY_ARCHITECTURE ${triple})
set(CMAKE_SYSROOT ${wgcts_sysroot})
if(WGCTS_CLANG)
  set(CMAKE_C_COMPILER clang-16)
  set(CMAKE_CXX_COMPILER clang++-16)
  set(CMAKE_C_COMPILER_TARGET ${triple})
  set(CMAKE_CXX_COMPILER_TARGET ${triple})
else()
  find_program(WGCTS_GCC NAMES ${triple}-gcc-12 ${triple}-gcc REQUIRED)
  find_program(WGCTS_GXX NAMES ${triple}-g++-12 ${triple}-g++ REQUIRED)
  set(CMAKE_C_COMPILER ${WGCTS_GCC})
  set(CMAKE_CXX_COMPILER ${WGCTS_GXX})
endif()

if(WGCTS_STATIC)
  # Debian 12's linker for riscv64 exports the symbols of static libraries from a program. A driver would then
  # use parts of the program's C++ library instead of its own.
  set(CMAKE_EXE_LINKER_FLAGS_INIT "-static-libstdc++ -static-libgcc -pthread -Wl,--exclude-libs,ALL")
  set(CMAKE_MODULE_LINKER_FLAGS_INIT "${CMAKE_EXE_LINKER_FLAGS_INIT}")
elseif(WGCTS_ARCH STREQUAL riscv64)
  # Static libraries of riscv64 need the linker and the C++ library of their Debian version. That linker runs
  # emulated, and cannot load the compiler's plugin.
  set(CMAKE_EXE_LINKER_FLAGS_INIT "-B${wgcts_sysroot}/linker -L${wgcts_sysroot}/usr/lib/${triple} -fno-use-linker-plugin")
endif()

# Libraries and headers come from the sysroot, programs from this machine.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${wgcts_sysroot})
set(ENV{PKG_CONFIG_LIBDIR} ${wgcts_sysroot}/usr/lib/${triple}/pkgconfig:${wgcts_sysroot}/usr/share/pkgconfig)
if(wgcts_qemu_${WGCTS_ARCH})
  find_program(WGCTS_QEMU qemu-${wgcts_qemu_${WGCTS_ARCH}}-static)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${WGCTS_QEMU} -L ${wgcts_sysroot})
else()
  # CMake runs cross-compiled programs only through an emulator, and `env` does nothing but run its argument.
  set(CMAKE_CROSSCOMPILING_EMULATOR env)
endif()
