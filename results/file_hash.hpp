// What a file held, in a form that people compare: the digest that sha256sum prints.
#pragma once

#include <string>

#include "layers.hpp"

namespace wgcts::results {

/// SHA-256 in hexadecimal; empty for what is no file that can be read.
std::string sha256_of(const std::string& path);

}  // namespace wgcts::results
