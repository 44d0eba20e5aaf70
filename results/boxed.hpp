// An optional value that takes only a pointer while it is empty. A run has thousands of results, and few of
// them have a failure.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "layers.hpp"

namespace wgcts::results {

/// Used like std::optional.
template <class T>
class Boxed {
 public:
  Boxed() = default;
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
  Boxed(std::optional<T> value) {
    if (value) emplace(*std::move(value));
  }
  Boxed(const Boxed& other) {
    if (other) emplace(*other);
  }
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(Boxed other) noexcept {
    value_ = std::move(other.value_);
    return *this;
  }
  ~Boxed() = default;

  T& emplace(T value = {}) { return *(value_ = std::make_unique<T>(std::move(value))); }
  void reset() { value_.reset(); }

  bool has_value() const { return value_ != nullptr; }
  explicit operator bool() const { return has_value(); }
  const T& value() const {
    if (!has_value()) throw std::bad_optional_access();
    return *value_;
  }
  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }

 private:
  std::unique_ptr<T> value_;
};

}  // namespace wgcts::results
