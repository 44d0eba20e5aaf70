// Scratch memory of the interpreter: a stack of rows with one value for each work-item.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace wgcts::reference {

/// Rows never move, so a pointer to one stays valid.
template <class T>
class Rows {
 public:
  explicit Rows(std::size_t width) : width_(width) {}

  std::size_t size() const { return size_; }
  /// Adds `n` rows with undefined contents. Their indices start at the old size.
  void grow(std::size_t n) {
    size_ += n;
    while (chunks_.size() * rows_a_chunk < size_)
      chunks_.push_back(std::make_unique_for_overwrite<T[]>(rows_a_chunk * width_));
  }
  void shrink(std::size_t size) { size_ = size; }
  std::size_t width() const { return width_; }
  T* operator[](std::size_t row) { return chunks_[row / rows_a_chunk].get() + row % rows_a_chunk * width_; }

 private:
  static constexpr std::size_t rows_a_chunk = 32;
  std::size_t width_;
  std::size_t size_ = 0;
  std::vector<std::unique_ptr<T[]>> chunks_;
};

/// One row during this object's life.
template <class T>
class Row {
 public:
  explicit Row(Rows<T>& rows) : rows_(rows), old_(rows.size()) {
    rows_.grow(1);
    data_ = rows_[old_];
  }
  Row(Rows<T>& rows, T value) : Row(rows) { std::fill_n(data_, rows.width(), value); }
  Row(Rows<T>& rows, const T* values) : Row(rows) { std::copy_n(values, rows.width(), data_); }
  ~Row() { rows_.shrink(old_); }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;
  operator T*() const { return data_; }

 private:
  Rows<T>& rows_;
  std::size_t old_;
  T* data_;
};

}  // namespace wgcts::reference
