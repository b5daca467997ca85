#include "detect/packages.h"

#include <algorithm>

#include "detect/dependencies.h"
#include "detect/dependency_evidence.h"
#include "detect/guards.h"
#include "detect/own_names.h"
#include "facts/python_nodes.h"
#include "syntax/manifest/manifest.h"

namespace npuport {
namespace {

bool is_development(const SourceFile& file) {
  return (file.tags & (kTagTest | kTagExample | kTagDocs)) != 0;
}

bool is_setup_script(const SourceFile& file) {
  return file.path == "setup.py" || file.path.ends_with("/setup.py");
}

class PackageCollector {
 public:
  explicit PackageCollector(const Project& project) : project_(project), own_(project) {}

  void run() {
    collect_declared();
    for (FileId id = 0; id < project_.file_count(); ++id) {
      if (project_.file(id).tags & kTagVendored) continue;
      if (!project_.python(id).scopes.empty()) collect_imports(id);
    }
  }

  void collect_declared() {
    for (FileId id = 0; id < project_.file_count(); ++id) {
      const SourceFile& file = project_.file(id);
      if (file.tags & kTagVendored) continue;
      for (const Requirement& requirement : project_.facts(id).text.requirements) {
        if (requirement.url != "." && own_.is_distribution(distribution_name(requirement)))
          continue;
        declared.push_back({id, requirement, is_development(file), own_.holds(requirement.name)});
      }
      if (is_setup_script(file) && !project_.python(id).scopes.empty()) collect_setup(id);
    }
  }

  std::vector<DeclaredPackage> declared;
  std::vector<ImportedModule> imported;

 private:
  void collect_imports(FileId id) {
    const PythonFacts& facts = project_.python(id);
    for (const Import& import : facts.imports) {
      if (import.level > 0 || import.module.empty()) continue;
      const Entity target = project_.import_target(id, import, false);
      if (!target.is_external()) continue;
      ImportedModule module;
      module.file = id;
      module.span = import.module_span;
      module.module = project_.external_name(target);
      if (import.is_from && !import.is_star)
        module.names.emplace_back(project_.spelling(import.name));
      const GuardState guard = guard_state_at(project_, id, import.guard, import.statement.begin);
      module.guarded = guard == GuardState::kOptionalImport || guard == GuardState::kNpuHandled ||
                       guard == GuardState::kTypeChecking;
      module.development = is_development(project_.file(id)) || is_setup_script(project_.file(id));
      const std::string top = module.module.substr(0, module.module.find('.'));
      if (own_.is_distribution(normalize_distribution(top))) continue;
      module.own = own_.holds(top);
      imported.push_back(std::move(module));
    }
  }

  // setup(install_requires=[...], extras_require={...}): the strings, also through names.
  void collect_setup(FileId id) {
    const PythonFacts& facts = project_.python(id);
    for (NodeId node = 0; node < facts.nodes.size(); ++node) {
      const Node& n = facts.nodes[node];
      if (n.kind != NodeKind::kKeyword) continue;
      const std::string_view name = project_.spelling(n.name);
      if (name == "install_requires" || name == "requires") {
        collect_strings(id, node - 1, RequirementSource::kRequirement, {});
      } else if (name == "extras_require") {
        collect_extras(id, node - 1);
      } else if (name == "setup_requires") {
        collect_strings(id, node - 1, RequirementSource::kBuild, {});
      } else if (name == "tests_require") {
        collect_strings(id, node - 1, RequirementSource::kDevelopment, "tests");
      }
    }
  }

  void collect_extras(FileId id, NodeId node) {
    for (const Value& value : project_.evaluate(id, node)) {
      if (value.kind != Value::Kind::kMapping) continue;
      const ChildList items(project_.python(value.file), value.node);
      for (size_t i = 0; i + 1 < items.size(); i += 2) {
        std::string group;
        for (const Value& key : project_.evaluate(value.file, items[i])) group = key.text;
        collect_strings(value.file, items[i + 1], RequirementSource::kExtra, group);
      }
    }
  }

  void collect_strings(FileId id, NodeId node, RequirementSource source, const std::string& group) {
    for (const Value& value : project_.evaluate(id, node)) {
      if (value.kind == Value::Kind::kString && !value.open_ended) {
        add_string(value.file, value.node, source, group);
      } else if (value.kind == Value::Kind::kSequence) {
        for (const NodeId item : children(project_.python(value.file), value.node)) {
          if (project_.python(value.file).nodes[item].kind == NodeKind::kString) {
            add_string(value.file, item, source, group);
          }
        }
      }
    }
  }

  void add_string(FileId id, NodeId node, RequirementSource source, const std::string& group) {
    const Node& n = project_.python(id).nodes[node];
    const std::string_view text = string_content(project_.file(id).text, n);
    auto requirement = parse_requirement(text, string_content_span(n).begin);
    if (!requirement) return;
    requirement->source = source;
    requirement->group = group;
    const bool own = own_.holds(requirement->name);
    declared.push_back({id, std::move(*requirement), is_development(project_.file(id)), own});
  }

  const Project& project_;
  const OwnNames own_;
};

LocalizedText need_note(DependencyNeed need) {
  switch (need) {
    case DependencyNeed::kOptional:
      return {"Optional: every import is guarded, or it is an extra.",
              "可选依赖：所有导入都有保护，或属于 extra。"};
    case DependencyNeed::kDevelopment:
      return {"Only for development.", "仅开发时需要。"};
    case DependencyNeed::kUnused:
      return {"Declared, but no file of the project imports it.",
              "已声明，但项目中没有文件导入它。"};
    default:
      return {};
  }
}

// Imports at which a package that nothing declares is reported.
constexpr size_t kImportsShown = 16;

class PackageReporter {
 public:
  PackageReporter(const DetectContext& context, std::vector<FileFindings>& found)
      : context_(context), found_(found) {}

  void report(const std::vector<DeclaredPackage>& declared, const std::vector<Dependency>& rows) {
    for (const Dependency& row : rows) {
      const Rule* rule = context_.rules.find(rule_for(row));
      if (rule == nullptr) continue;
      for (const DependencyPlace& place : row.declared) {
        if (context_.project.file(place.file).kind == FileKind::kLockFile) continue;
        add(*rule, row, place, false);
      }
      const bool missing = row.declared.empty() && row.need == DependencyNeed::kUndeclared;
      if (!missing || row.status == DependencyStatus::kNotInvolved ||
          row.status == DependencyStatus::kCompatible) {
        continue;
      }
      for (size_t i = 0; i < std::min(row.imported.size(), kImportsShown); ++i) {
        add(*rule, row, row.imported[i], true);
      }
    }
    const Rule* cuda_build = context_.rules.find("cuda-local-version");
    for (const DeclaredPackage& package : declared) {
      if (cuda_build == nullptr || !demands_cuda_build(package.requirement)) continue;
      if (context_.project.file(package.file).kind == FileKind::kLockFile) continue;
      found_[package.file].add(*cuda_build, package.requirement.span,
                               package.requirement.normalized);
    }
  }

 private:
  void add(const Rule& rule, const Dependency& row, const DependencyPlace& place, bool is_import) {
    // The rules of domains 3 and 4 already mark the import of their own libraries.
    if (is_import) {
      for (const Finding& f : found_[place.file].findings()) {
        if (f.span.begin <= place.span.end && place.span.begin <= f.span.end && f.rule->domain != 1)
          return;
      }
    }
    Finding& finding = found_[place.file].add(rule, place.span, row.name);
    finding.cause = "package:" + row.name;
    finding.values["replacement"] = row.replacement;
    finding.values["how"] = row.advice.en;
    finding.confidence = row.confidence;
    finding.sources = row.sources;
    const bool soft = row.need == DependencyNeed::kOptional ||
                      row.need == DependencyNeed::kDevelopment ||
                      row.need == DependencyNeed::kUnused;
    if (soft && finding.risk > Risk::kMedium) finding.risk = Risk::kMedium;
    if (row.installed && row.installed->cuda_modules > 0) {
      const LocalizedText seen = describe_cuda_modules(*row.installed);
      finding.notes_en.push_back("Installed " + row.installed->version + ": " + seen.en + ".");
      finding.notes_zh.push_back("已安装 " + row.installed->version + "：" + seen.zh + "。");
    }
    const LocalizedText note = need_note(row.need);
    if (!note.empty()) {
      finding.notes_en.push_back(note.en);
      finding.notes_zh.push_back(note.zh);
    }
  }

  const DetectContext& context_;
  std::vector<FileFindings>& found_;
};

// Opens what the project needs, and what that brings; the rest of a folder is left alone.
InstalledAudit examine_needed(const DetectContext& context, const PackageCollector& collector,
                              InstalledSource installed, Detection& detection) {
  InstalledAudit audit;
  audit.packages = installed.packages;
  audit.python = context.target.python;
  const NeededPackages needed =
      needed_packages(collector.declared, collector.imported, context.knowledge, audit.packages);
  std::vector<std::string> names;
  for (const auto& [name, package] : needed) names.push_back(name);
  for (const BroughtPackage& brought :
       brought_packages(needed, audit.packages, context.knowledge, audit.python)) {
    names.push_back(brought.name);
  }
  std::vector<std::string> analysed;
  for (const DeclaredPackage& package : collector.declared) {
    if (package.requirement.url == ".") analysed.push_back(distribution_name(package.requirement));
  }
  audit.evidence = examine_installed(names, *installed.packages, analysed, context.knowledge,
                                     context.target, installed.threads);
  for (const auto& [name, evidence] : audit.evidence) {
    for (const std::string& problem : evidence.problems) {
      detection.unread_packages.push_back({evidence.place, problem, true});
    }
  }
  for (const auto& [name, distribution] : installed.packages->all()) {
    if (!distribution.wheel || audit.evidence.contains(name)) continue;
    detection.unread_packages.push_back(
        {distribution.place, "the project does not need " + name, false});
  }
  for (const SkippedPath& problem : installed.packages->problems()) {
    detection.unread_packages.push_back(problem);
  }
  return audit;
}

}  // namespace

std::vector<DeclaredPackage> declared_packages(const Project& project) {
  PackageCollector collector(project);
  collector.collect_declared();
  return std::move(collector.declared);
}

void detect_packages(const DetectContext& context, std::vector<FileFindings>& found,
                     InstalledSource installed, Detection& detection) {
  PackageCollector collector(context.project);
  collector.run();
  InstalledAudit audit;
  if (installed.packages != nullptr)
    audit = examine_needed(context, collector, installed, detection);
  detection.dependencies = audit_dependencies(collector.declared, collector.imported,
                                              context.knowledge, &context.target, audit);
  weigh_brought_packages(detection.dependencies);
  weigh_cuda_uses(context, found, detection.dependencies);
  for (const Dependency& row : detection.dependencies) {
    if (row.status == DependencyStatus::kUnknown) detection.unknown_packages.push_back(row.name);
  }
  PackageReporter(context, found).report(collector.declared, detection.dependencies);
}

}  // namespace npuport
