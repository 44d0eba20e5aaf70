#include "harness/program/il_module.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "harness/program/il_library.hpp"
#include "suites/parse.hpp"

namespace wgcts::harness {
namespace {

using Id = std::uint32_t;
using enum spv::Op;

constexpr std::uint32_t word(auto enumerator) { return static_cast<std::uint32_t>(enumerator); }

/// The SPIR-V instruction of each operation. The instruction has the signedness, not the type. OpNop: there
/// is none for the type. Logical operations use booleans.
struct GroupInstruction {
  Op op;
  spv::Op for_floats, for_unsigned, for_signed;
};

constexpr GroupInstruction group_instructions[] = {
    {Op::Add, OpGroupFAdd, OpGroupIAdd, OpGroupIAdd},
    {Op::Min, OpGroupFMin, OpGroupUMin, OpGroupSMin},
    {Op::Max, OpGroupFMax, OpGroupUMax, OpGroupSMax},
    {Op::Mul, OpGroupFMulKHR, OpGroupIMulKHR, OpGroupIMulKHR},
    {Op::And, OpNop, OpGroupBitwiseAndKHR, OpGroupBitwiseAndKHR},
    {Op::Or, OpNop, OpGroupBitwiseOrKHR, OpGroupBitwiseOrKHR},
    {Op::Xor, OpNop, OpGroupBitwiseXorKHR, OpGroupBitwiseXorKHR},
    {Op::LogicalAnd, OpNop, OpNop, OpGroupLogicalAndKHR},
    {Op::LogicalOr, OpNop, OpNop, OpGroupLogicalOrKHR},
    {Op::LogicalXor, OpNop, OpNop, OpGroupLogicalXorKHR},
};

bool is_unsigned(GenType type) { return type == GenType::UInt || type == GenType::ULong; }

std::uint32_t bits_of_type(GenType type) { return static_cast<std::uint32_t>(info(type).bytes * 8); }

spv::Op instruction_of(Op op, GenType type) {
  for (const GroupInstruction& row : group_instructions)
    if (row.op == op)
      return is_floating(type) ? row.for_floats : is_unsigned(type) ? row.for_unsigned : row.for_signed;
  throw std::logic_error("SPIR-V has no group instruction for this operation at Workgroup scope");
}

spv::GroupOperation operation_of(Family family) {
  if (family == Family::ScanInclusive) return spv::GroupOperation::InclusiveScan;
  if (family == Family::ScanExclusive) return spv::GroupOperation::ExclusiveScan;
  return spv::GroupOperation::Reduce;
}

/// The vectors of a kernel's NDRange. OpenCL C's functions return their coordinates.
enum class WorkItem : std::uint8_t { GlobalId, GlobalSize, GlobalOffset, GroupId, GroupCount };

constexpr spv::BuiltIn work_item_builtins[] = {spv::BuiltIn::GlobalInvocationId, spv::BuiltIn::GlobalSize,
                                               spv::BuiltIn::GlobalOffset, spv::BuiltIn::WorkgroupId,
                                               spv::BuiltIn::NumWorkgroups};

/// The parts of a module in the order of SPIR-V 2.4, Logical Layout.
enum class Part : std::uint8_t {
  Capability,
  Extension,
  Memory,
  Entry,
  Source,
  Annotation,
  Global,
  Declaration,
  Code
};

/// Collects instructions in any order, and gives equal declarations the same id.
class Assembler {
 public:
  Id fresh() { return next_++; }

  void put(Part part, spv::Op op, const SpirvWords& operands) {
    append_instruction(parts_[part], op, operands);
  }
  /// An instruction of a function, with a result of that type. Returns its id.
  Id value(spv::Op op, Id type, const SpirvWords& operands) {
    const Id id = fresh();
    put(Part::Code, op, followed_by({type, id}, operands));
    return id;
  }
  /// A type declaration such as OpTypeInt. Equal operands give the same id.
  Id type(spv::Op op, const SpirvWords& operands) { return declared(op, operands, 0); }
  /// A constant of that type. Equal words give the same id.
  Id constant(Id type, const SpirvWords& words) {
    return declared(OpConstant, followed_by({type}, words), 1);
  }
  /// Declares a function of another module with this name and these types. Returns its id.
  Id import_function(std::string_view name, Id result, const SpirvWords& parameters) {
    const Id id = fresh();
    const Id signature = type(OpTypeFunction, followed_by({result}, parameters));
    put(Part::Declaration, OpFunction, {result, id, word(spv::FunctionControlMask::MaskNone), signature});
    for (const Id p : parameters) put(Part::Declaration, OpFunctionParameter, {p, fresh()});
    put(Part::Declaration, OpFunctionEnd, {});
    SpirvWords linkage = followed_by({id, word(spv::Decoration::LinkageAttributes)}, spirv_text(name));
    linkage.push_back(word(spv::LinkageType::Import));
    put(Part::Annotation, OpDecorate, linkage);
    return id;
  }

  /// The module. `version` is the header's word: 0x00010200 for 1.2.
  SpirvWords words(std::uint32_t version) const {
    constexpr std::uint32_t no_generator = 0, schema = 0;
    SpirvWords module{spv::MagicNumber, version, no_generator, next_, schema};
    for (const auto& [part, words] : parts_) module = followed_by(std::move(module), words);
    return module;
  }

 private:
  /// The result's id is inserted after the first `result_at` operands.
  Id declared(spv::Op op, SpirvWords operands, std::ptrdiff_t result_at) {
    const auto [found, is_new] = declared_.try_emplace({op, operands}, next_);
    if (!is_new) return found->second;
    operands.insert(operands.begin() + result_at, fresh());
    put(Part::Global, op, operands);
    return found->second;
  }

  std::map<Part, SpirvWords> parts_;
  std::map<std::pair<spv::Op, SpirvWords>, Id> declared_;
  Id next_ = 1;
};

class ModuleWriter {
 public:
  ModuleWriter(unsigned address_bits, IlBuiltins origin) : address_bits_(address_bits), origin_(origin) {
    need(spv::Capability::Addresses);
    need(spv::Capability::Kernel);
    if (origin == IlBuiltins::Imports) need(spv::Capability::Linkage);
    if (address_bits_ == 64) need(spv::Capability::Int64);
    asm_.put(Part::Memory, OpMemoryModel,
             {word(address_bits_ == 64 ? spv::AddressingModel::Physical64 : spv::AddressingModel::Physical32),
              word(spv::MemoryModel::OpenCL)});
    // Compilers write it. Without it, Intel's CPU runtime launches every remainder as a whole work-group
    // (findings/intel_module_ignores_remainder.c), and no case with a remainder could show another bug.
    asm_.put(Part::Source, OpSource, {word(spv::SourceLanguage::OpenCL_C), 200'000});
    uint_ = asm_.type(OpTypeInt, {32, 0});
    size_ = asm_.type(OpTypeInt, {address_bits_, 0});
    size3_ = asm_.type(OpTypeVector, {size_, 3});
    const Id pointer = asm_.type(OpTypePointer, {word(spv::StorageClass::Input), size3_});
    for (const spv::BuiltIn b : work_item_builtins) {
      const Id variable = asm_.fresh();
      asm_.put(Part::Global, OpVariable, {pointer, variable, word(spv::StorageClass::Input)});
      asm_.put(Part::Annotation, OpDecorate, {variable, word(spv::Decoration::BuiltIn), word(b)});
      asm_.put(Part::Annotation, OpDecorate, {variable, word(spv::Decoration::Constant)});
      variables_.push_back(variable);
    }
  }

  void add(const Kernel& kernel) {
    kernel_type_ = kernel.type;
    value_ = value_type(kernel.type);
    const Id nothing = asm_.type(OpTypeVoid, {});
    const auto global = word(spv::StorageClass::CrossWorkgroup);
    const Id values = values_pointer_ = asm_.type(OpTypePointer, {global, value_});
    const Id words = words_pointer_ = asm_.type(OpTypePointer, {global, uint_});
    const Id function = asm_.fresh();
    const Id signature = asm_.type(OpTypeFunction, {nothing, values, values, words, uint_, uint_, uint_});
    asm_.put(Part::Code, OpFunction,
             {nothing, function, word(spv::FunctionControlMask::MaskNone), signature});
    in_ = asm_.value(OpFunctionParameter, values, {});
    out_ = asm_.value(OpFunctionParameter, values, {});
    from_ = asm_.value(OpFunctionParameter, words, {});
    const Id stride = asm_.value(OpFunctionParameter, uint_, {});
    for (int unused = 0; unused < 2; ++unused) asm_.value(OpFunctionParameter, uint_, {});  // one, two
    asm_.put(Part::Code, OpLabel, {asm_.fresh()});
    stride_ = address_bits_ == 32 ? stride : asm_.value(OpUConvert, size_, {stride});
    find_place();
    body(kernel);
    asm_.put(Part::Code, OpReturn, {});
    asm_.put(Part::Code, OpFunctionEnd, {});
    const SpirvWords entry =
        followed_by({word(spv::ExecutionModel::Kernel), function}, spirv_text(name(kernel)));
    asm_.put(Part::Entry, OpEntryPoint, followed_by(entry, variables_));
  }

  SpirvWords words(std::uint32_t version) const { return asm_.words(version); }

 private:
  void need(spv::Capability c) {
    if (is_in(c, needed_)) return;
    needed_.push_back(c);
    asm_.put(Part::Capability, OpCapability, {word(c)});
    if (c == spv::Capability::GroupUniformArithmeticKHR)
      asm_.put(Part::Extension, OpExtension, spirv_text("SPV_KHR_uniform_group_instructions"));
  }

  Id value_type(GenType type) {
    if (type == GenType::Half) need(spv::Capability::Float16);
    if (type == GenType::Double) need(spv::Capability::Float64);
    if (!is_floating(type) && bits_of_type(type) == 64) need(spv::Capability::Int64);
    if (is_floating(type)) return asm_.type(OpTypeFloat, {bits_of_type(type)});
    return asm_.type(OpTypeInt, {bits_of_type(type), 0});
  }

  Id size_constant(std::uint64_t n) {
    const auto low = static_cast<std::uint32_t>(n);
    return address_bits_ == 32 ? asm_.constant(size_, {low})
                               : asm_.constant(size_, {low, static_cast<std::uint32_t>(n >> 32U)});
  }
  Id add_sizes(Id a, Id b) { return asm_.value(OpIAdd, size_, {a, b}); }
  Id times(Id a, Id b) { return asm_.value(OpIMul, size_, {a, b}); }

  /// The coordinates of one of the NDRange's vectors.
  std::array<Id, 3> coordinates(WorkItem what) {
    const Id all = asm_.value(OpLoad, size3_, {variables_[static_cast<std::size_t>(what)]});
    std::array<Id, 3> ids{};
    for (std::uint32_t d = 0; d < 3; ++d) ids[d] = asm_.value(OpCompositeExtract, size_, {all, d});
    return ids;
  }

  /// (z * extent.y + y) * extent.x + x
  Id linear(const std::array<Id, 3>& id, const std::array<Id, 3>& extent) {
    return add_sizes(times(add_sizes(times(id[2], extent[1]), id[1]), extent[0]), id[0]);
  }

  /// The work-item's global linear id without the offset, its group's linear id, and the number of groups.
  void find_place() {
    auto id = coordinates(WorkItem::GlobalId);
    const auto offset = coordinates(WorkItem::GlobalOffset);
    for (std::size_t d = 0; d < 3; ++d) id[d] = asm_.value(OpISub, size_, {id[d], offset[d]});
    item_ = linear(id, coordinates(WorkItem::GlobalSize));
    const auto count = coordinates(WorkItem::GroupCount);
    group_ = linear(coordinates(WorkItem::GroupId), count);
    groups_ = times(times(count[0], count[1]), count[2]);
  }

  /// A pointer to element `index` of a buffer.
  Id element(Id pointer_type, Id buffer, Id index) {
    return asm_.value(OpInBoundsPtrAccessChain, pointer_type, {buffer, index});
  }
  Id load(Id type, Id pointer, std::uint32_t bytes) {
    return asm_.value(OpLoad, type, {pointer, word(spv::MemoryAccessMask::Aligned), bytes});
  }

  /// All calls, then all stores, as in the form chain. With one builtin it is the form solo.
  void body(const Kernel& kernel) {
    std::vector<std::pair<Id, Id>> stores;
    const auto bytes = bits_of_type(kernel.type) / 8;
    for (std::size_t member = 0; member < kernel.members.size(); ++member) {
      const Id index = add_sizes(times(size_constant(member), stride_), item_);
      const Id x = load(value_, element(values_pointer_, in_, index), bytes);
      const Builtin* builtin = kernel.members[member];
      const Id result = origin_ == IlBuiltins::Imports ? call_import(builtin, x, member, kernel.dim)
                                                       : call(builtin->collective, x, member, kernel.dim);
      stores.emplace_back(element(values_pointer_, out_, index), result);
    }
    for (const auto& [pointer, result] : stores)
      asm_.put(Part::Code, OpStore, {pointer, result, word(spv::MemoryAccessMask::Aligned), bytes});
  }

  Id call(Collective c, Id x, std::size_t member, unsigned dim) {
    need(is_uniform_arithmetic(c.op) ? spv::Capability::GroupUniformArithmeticKHR : spv::Capability::Groups);
    const Id scope = asm_.constant(uint_, {word(spv::Scope::Workgroup)});
    if (c.family == Family::All) return of_booleans(OpGroupAll, {scope}, x);
    if (c.family == Family::Any) return of_booleans(OpGroupAny, {scope}, x);
    if (c.family == Family::Broadcast)
      return asm_.value(OpGroupBroadcast, value_, {scope, x, source(member, dim)});
    const spv::Op instruction = instruction_of(c.op, kernel_type_);
    const std::uint32_t operation = word(operation_of(c.family));
    if (is_logical(c.op)) return of_booleans(instruction, {scope, operation}, x);
    return asm_.value(instruction, value_, {scope, operation, x});
  }

  /// A call of a function of another module, which is declared once.
  Id call_import(const Builtin* builtin, Id x, std::size_t member, unsigned dim) {
    const bool broadcasts = builtin->collective.family == Family::Broadcast;
    const SpirvWords coordinates = broadcasts ? sources(member, dim) : SpirvWords{};
    const std::string name = linked_name({builtin, kernel_type_, coordinates.size()}, address_bits_);
    Id& function = imports_[name];
    if (function == 0)
      function =
          asm_.import_function(name, value_, followed_by({value_}, SpirvWords(coordinates.size(), size_)));
    return asm_.value(OpFunctionCall, value_, followed_by({function, x}, coordinates));
  }

  /// SPIR-V's predicates and logical operations use booleans. 1 is true. `operands` precede the boolean.
  Id of_booleans(spv::Op op, std::vector<std::uint32_t> operands, Id x) {
    const Id boolean = asm_.type(OpTypeBool, {});
    const Id zero = asm_.constant(value_, {0});
    const Id one = asm_.constant(value_, {1});
    operands.push_back(asm_.value(OpINotEqual, boolean, {x, zero}));
    return asm_.value(OpSelect, value_, {asm_.value(op, boolean, operands), one, zero});
  }

  /// The coordinates of the local id that the launch passes for the site.
  std::vector<Id> sources(std::size_t member, unsigned dim) {
    const Id first = times(size_constant(3), add_sizes(times(size_constant(member), groups_), group_));
    std::vector<Id> id;
    for (std::uint32_t d = 0; d < dim; ++d) {
      const Id coordinate =
          load(uint_, element(words_pointer_, from_, add_sizes(first, size_constant(d))), 4);
      id.push_back(address_bits_ == 32 ? coordinate : asm_.value(OpUConvert, size_, {coordinate}));
    }
    return id;
  }

  /// The same for the group instruction: a scalar, or a vector of 2 or 3.
  Id source(std::size_t member, unsigned dim) {
    const std::vector<Id> id = sources(member, dim);
    if (dim == 1) return id[0];
    return asm_.value(OpCompositeConstruct, dim == 3 ? size3_ : asm_.type(OpTypeVector, {size_, 2}), id);
  }

  Assembler asm_;
  unsigned address_bits_;
  IlBuiltins origin_;
  std::map<std::string, Id> imports_;  ///< by name
  std::vector<spv::Capability> needed_;
  std::vector<Id> variables_;  ///< by WorkItem
  Id uint_ = 0, size_ = 0, size3_ = 0;

  // For the current kernel.
  GenType kernel_type_{};
  Id value_ = 0, values_pointer_ = 0, words_pointer_ = 0;
  Id in_ = 0, out_ = 0, from_ = 0, stride_ = 0;
  Id item_ = 0, group_ = 0, groups_ = 0;
};

}  // namespace

std::optional<std::uint32_t> lowest_spirv_version(std::string_view il_version) {
  constexpr std::string_view prefix = "SPIR-V_1.";
  std::optional<std::uint32_t> lowest;
  for (const std::string_view item : split(il_version, ' ')) {
    if (!item.starts_with(prefix)) continue;
    const auto minor = whole_number(item.substr(prefix.size()));
    if (!minor || *minor > 0xff) continue;
    const std::uint32_t version = spirv_1_0 | static_cast<std::uint32_t>(*minor) << 8U;
    lowest = std::min(version, lowest.value_or(version));
  }
  return lowest;
}

std::vector<std::uint32_t> il_module(const std::vector<Kernel>& kernels, unsigned address_bits,
                                     std::uint32_t version, IlBuiltins origin) {
  ModuleWriter writer(address_bits, origin);
  for (const Kernel& kernel : kernels) writer.add(kernel);
  return writer.words(version);
}

}  // namespace wgcts::harness
