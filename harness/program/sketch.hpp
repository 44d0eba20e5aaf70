// Sketches: the shortest kernels that call collectives as the suite's forms do. A bug that a form has found
// mostly shows in one of them; where none shows it, the form's own kernel does.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/case.hpp"

namespace wgcts::harness {

/// What a sketch's text is made of. Its calls are numbered through, member by member: call c of the kernel
/// takes in[c * items + i] and gives out[c * items + i], where i is the work-item.
struct SketchWriter {
  std::vector<const Builtin*> members;
  std::string_view type;  ///< of the values, in OpenCL C
  std::size_t items = 0;  ///< work-items of the launch
  std::string source;     ///< of broadcasts: ", 2, 1"
  bool apart = false;     ///< collectives are called by functions of another part of the program

  /// The call of a member on a value.
  std::string call(std::size_t member, std::string_view value) const;
  /// "int part_all(int x)": the function that calls the member in another part.
  std::string part_head(std::size_t member) const;
  /// That function.
  std::string part(std::size_t member) const;
  std::string in(std::size_t call) const { return "in[" + index(call) + "]"; }
  std::string out(std::size_t call) const { return "out[" + index(call) + "]"; }

 private:
  std::string index(std::size_t call) const;
};

/// What the work-groups of odd linear id do, where they do not do the same as the others.
enum class OddGroups : std::uint8_t {
  Same,
  Broadcast,  ///< of the value of their first work-item
  Idle        ///< nothing: they store nothing
};

struct Sketch {
  std::string_view name;
  Surroundings around;     ///< of the forms that it stands for; Other for all of them
  std::string_view plan;   ///< what the kernel does, in a few words
  std::size_t calls = 1;   ///< of each member
  std::size_t groups = 1;  ///< the fewest work-groups that make sense
  OddGroups odd = OddGroups::Same;
  std::size_t trips = 0;  ///< the kernel takes this number as `uint n`; 0: it does not
  std::string (*body)(const SketchWriter&);
  /// What stands before the kernel.
  std::string (*before)(const SketchWriter&) = nullptr;
  /// The value that a lane passes, where the kernel's text computes it.
  std::int64_t (*value)(std::size_t lane) = nullptr;
};

/// Every sketch, the shortest first.
std::span<const Sketch> sketches();

/// Those that stand for the form, the shortest first.
std::vector<const Sketch*> sketches_for(const Form& form);

}  // namespace wgcts::harness
