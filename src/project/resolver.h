// Name resolution over the linked project; the implementation behind Project::resolve and its kin.
#pragma once

#include <utility>
#include <vector>

#include "project/modules.h"
#include "project/project.h"

namespace npuport {

// One question to the model. Cheap to make; bounded depth, so cyclic imports and self-referring
// aliases end in kUnknown.
class Resolver {
 public:
  explicit Resolver(const Project& project) : project_(project), modules_(*project.modules_) {}

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
  static constexpr int kMaxDepth = 24;
  struct Depth {
    explicit Depth(int& depth) : depth_(++depth) {}
    ~Depth() { --depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    bool exceeded() const { return depth_ > kMaxDepth; }
    int& depth_;
  };

  const PythonFacts& facts(FileId file) const { return project_.facts_[file].python; }
  Entity name(FileId file, NodeId node);
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
  std::vector<uint32_t> bindings_of(FileId file, ScopeId scope, Symbol name) const;
  static bool settles(const Entity& entity);

  const Project& project_;
  const Project::Modules& modules_;
  int depth_ = 0;
  bool cut_ = false;  // a depth limit was hit: do not remember the answer
};

// The folder that a relative import of `level` dots starts from; kNone when it leaves the project.
ModuleId relative_base(const Project::Modules& modules, ModuleId importer, uint16_t level);

}  // namespace npuport
