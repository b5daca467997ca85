// Name resolution over the linked project; the implementation behind Project::resolve and its kin.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "project/modules.h"
#include "project/project.h"

namespace npuport {

// The bounds of one question to the model, shared by everything that is asked on the way: cyclic
// imports, self-referring aliases and exponential look-ups end in kUnknown.
struct Inquiry {
  static constexpr int kMaxDepth = 40;
  static constexpr int kMaxSteps = 3000;
  int depth = 0;
  int steps = 0;
  bool cut = false;  // a bound was hit: do not remember the answer

  // One level of the question; `exceeded` when it must not go deeper.
  class Level {
   public:
    explicit Level(Inquiry& inquiry) : inquiry_(inquiry) {
      ++inquiry_.depth;
      ++inquiry_.steps;
    }
    ~Level() { --inquiry_.depth; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    bool exceeded() {
      if (inquiry_.depth <= kMaxDepth && inquiry_.steps <= kMaxSteps) return false;
      inquiry_.cut = true;
      return true;
    }

   private:
    Inquiry& inquiry_;
  };
};

// Resolution of names. Cheap to make.
class Resolver {
 public:
  Resolver(const Project& project, Inquiry& inquiry)
      : project_(project), modules_(*project.modules_), inquiry_(inquiry) {}

  Entity expression(FileId file, NodeId node);
  std::vector<Entity> alternatives(FileId file, NodeId node);
  Entity member(const Entity& base, Symbol name);
  Entity import_target(FileId file, const Import& import, bool with_name);
  Entity class_member(FileId file, ScopeId scope, Symbol name, bool instance);
  QName external_base(FileId file, ScopeId scope);
  // The expressions that give the attribute `name` of a module, class or object its value.
  std::vector<std::pair<FileId, NodeId>> definitions(const Entity& base, Symbol name);
  Entity binding(FileId file, uint32_t binding_id);
  // The bindings that may reach a use of `name`, the one to believe first.
  std::vector<uint32_t> reaching(FileId file, ScopeId scope, Symbol name, uint32_t offset);

 private:
  // How many bindings of one name are looked at: files that bind a name thousands of times are
  // generated or hostile.
  static constexpr size_t kMaxBindings = 32;

  const PythonFacts& facts(FileId file) const { return project_.facts_[file].python; }
  Entity name(FileId file, NodeId node);
  Entity builtin(Symbol name) const;
  template <typename Usable>
  bool reaching_here(FileId file, std::span<const uint32_t> found, uint32_t offset,
                     const Usable& usable, std::vector<uint32_t>& result) const;
  Entity call(FileId file, NodeId node);
  Entity call_result(FileId file, NodeId node, const Entity& callee);
  Entity function_result(const Entity& function);
  Entity parameter(FileId file, uint32_t parameter_id, ScopeId scope);
  Entity annotation(FileId file, NodeId node);
  Entity module_member(ModuleId module, Symbol name);
  Entity module_member_uncached(ModuleId module, Symbol name);
  Entity external_path(const std::vector<Symbol>& parts);
  Entity imported_module(FileId file, const Import& import);
  Entity bound_import(FileId file, const Import& import);
  Entity dynamic_import(FileId file, NodeId argument);
  void class_definitions(FileId file, ScopeId scope, Symbol name,
                         std::vector<std::pair<FileId, NodeId>>& found);
  std::span<const uint32_t> bindings_of(FileId file, ScopeId scope, Symbol name) const;
  std::span<const uint32_t> last_bindings(FileId file, ScopeId scope, Symbol name) const {
    const auto found = bindings_of(file, scope, name);
    return found.size() > kMaxBindings ? found.last(kMaxBindings) : found;
  }
  static bool settles(const Entity& entity);

  const Project& project_;
  const Project::Modules& modules_;
  Inquiry& inquiry_;
};

// The values of an expression, within the bounds of the question that needs them.
Values evaluate_within(const Project& project, Inquiry& inquiry, FileId file, NodeId node);

// The folder that a relative import of `level` dots starts from; kNone when it leaves the project.
ModuleId relative_base(const Project::Modules& modules, ModuleId importer, uint16_t level);

}  // namespace npuport
