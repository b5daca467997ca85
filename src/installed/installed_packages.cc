#include "installed/installed_packages.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "source/tags.h"
#include "syntax/manifest/manifest.h"
#include "syntax/manifest/metadata.h"

namespace npuport {
namespace {

constexpr uint64_t kMaxMetadataBytes = 8ull << 20;
constexpr uint64_t kMaxRecordBytes = 64ull << 20;
constexpr size_t kMaxWalkedFiles = 100'000;
constexpr int kMaxWalkDepth = 32;

bool is_module(std::string_view name) {
  const size_t at = name.find(".so");
  if (at == std::string_view::npos || at == 0) return false;
  const std::string_view tail = name.substr(at + 3);
  return tail.empty() ||
         (tail[0] == '.' && tail.find_first_not_of(".0123456789") == std::string_view::npos);
}

template <size_t kSize>
bool has_ending(std::string_view name, const std::array<std::string_view, kSize>& endings) {
  return std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

// A path as RECORD may hold one that is no file of the folder: "../../bin/tool", "/abs".
bool leads_elsewhere(std::string_view path) {
  return path.starts_with('/') || path.starts_with("../") || path.find("/../") != path.npos ||
         path.find('\\') != path.npos;
}

// What can be imported, by the paths: "foo" for foo/..., foo.py and foo.cpython-311-x86_64.so.
std::vector<std::string> modules_of(const InstalledFiles& files) {
  std::set<std::string> modules;
  const auto add = [&](const std::vector<std::string>& paths) {
    for (const std::string_view path : paths) {
      const size_t slash = path.find('/');
      const std::string_view first = path.substr(0, slash);
      const std::string_view name = slash == path.npos ? first.substr(0, first.find('.')) : first;
      // "foo.libs" holds copies of libraries, "foo-1.0.data" scripts.
      if (!name.empty() && name.find_first_of(".-") == name.npos) modules.emplace(name);
    }
  };
  add(files.python);
  add(files.modules);
  return {modules.begin(), modules.end()};
}

void walk(const FolderStore& store, const std::string& path, int depth,
          std::vector<std::string>& out) {
  if (depth > kMaxWalkDepth) return;
  for (const std::string& name : store.list(path)) {
    if (out.size() >= kMaxWalkedFiles) return;
    const std::string full = path + "/" + name;
    if (store.is_folder(full)) {
      walk(store, full, depth + 1, out);
    } else {
      out.push_back(full);
    }
  }
}

// The files of a distribution that does not list them: those of its modules.
std::vector<std::string> walk_modules(const FolderStore& store,
                                      const std::vector<std::string>& modules) {
  std::vector<std::string> paths;
  const std::vector<std::string> top = store.list("");
  for (const std::string& module : modules) {
    if (module.find_first_of("/\\") != std::string::npos || module.starts_with('.')) continue;
    if (store.is_folder(module)) {
      walk(store, module, 0, paths);
      continue;
    }
    for (const std::string& name : top) {
      if (name.starts_with(module + ".")) paths.push_back(name);
    }
  }
  return paths;
}

// "foo" and "1.2" of "foo-1.2.dist-info" or "foo-1.2-py3.11.egg-info".
void name_from_folder(std::string_view folder, InstalledDistribution& out) {
  folder = folder.substr(0, folder.rfind('.'));
  const size_t dash = folder.find('-');
  if (out.name.empty()) out.name = normalize_name(folder.substr(0, dash));
  if (!out.version.empty() || dash == std::string_view::npos) return;
  const std::string_view version = folder.substr(dash + 1);
  out.version = version.substr(0, version.find('-'));
}

// What the metadata says, completed by the folder's name.
InstalledDistribution described(const std::string& metadata_text, std::string_view folder) {
  Metadata metadata = parse_metadata(metadata_text);
  InstalledDistribution out;
  out.name = std::move(metadata.name);
  out.version = std::move(metadata.version);
  out.requirements = std::move(metadata.requirements);
  name_from_folder(folder, out);
  return out;
}

std::string joined(const std::string& folder, const std::string& name) {
  return folder.ends_with('/') ? folder + name : folder + "/" + name;
}

}  // namespace

InstalledFiles sort_files(std::vector<std::string> paths) {
  static constexpr std::array<std::string_view, 5> kCudaSources = {".cu", ".cuh", ".ptx", ".cubin",
                                                                   ".fatbin"};
  static constexpr std::array<std::string_view, 3> kForeign = {".pyd", ".dll", ".dylib"};
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  InstalledFiles files;
  for (std::string& path : paths) {
    if (leads_elsewhere(path) || path.ends_with('/')) continue;
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    if (name.ends_with(".py")) {
      if ((tags_of_path(path) & kTagTest) == 0) files.python.push_back(std::move(path));
    } else if (is_module(name)) {
      files.modules.push_back(std::move(path));
    } else if (has_ending(name, kCudaSources)) {
      files.cuda_sources.push_back(std::move(path));
    } else if (has_ending(name, kForeign)) {
      ++files.foreign;
    }
  }
  return files;
}

std::string metadata_folder(const ZipArchive& archive) {
  std::string found;
  for (const ZipEntry& entry : archive.entries()) {
    const size_t slash = entry.name.find('/');
    if (slash == std::string::npos) continue;
    const std::string_view folder = std::string_view(entry.name).substr(0, slash);
    if (!folder.ends_with(".dist-info") || entry.name.substr(slash) != "/METADATA") continue;
    if (!found.empty()) return {};
    found = folder;
  }
  return found;
}

Result<InstalledPackages> InstalledPackages::read(const InstalledOptions& options) {
  InstalledPackages packages;
  for (const std::string& folder : options.site_packages) {
    const Result<bool> added = packages.add_folder(folder);
    if (!added) return added.error();
  }
  for (const std::string& wheel : options.wheels) {
    const Result<bool> added = packages.add_wheel(wheel);
    if (!added) return added.error();
  }
  return packages;
}

Result<bool> InstalledPackages::add_folder(const std::string& folder) {
  const Result<std::shared_ptr<FolderStore>> store = FolderStore::at(folder);
  if (!store) return store.error();
  size_t seen = 0;
  for (const std::string& name : store.value()->list("")) {
    if (name.ends_with(".dist-info")) {
      add_dist_info(store.value(), folder, name);
    } else if (name.ends_with(".egg-info")) {
      add_egg_info(store.value(), folder, name);
    } else {
      continue;
    }
    ++seen;
  }
  if (seen == 0) {
    return Error{folder +
                 ": holds no *.dist-info or *.egg-info; the folder that pip installs to is "
                 "meant, such as .venv/lib/python3.11/site-packages"};
  }
  return true;
}

void InstalledPackages::add_dist_info(const std::shared_ptr<FolderStore>& store,
                                      const std::string& folder, const std::string& name) {
  const Result<std::string> text = store->read(name + "/METADATA", kMaxMetadataBytes);
  if (!text) {
    problems_.push_back({joined(folder, name + "/METADATA"), text.error().message, true});
    return;
  }
  InstalledDistribution out = described(text.value(), name);
  out.place = joined(folder, name);
  out.store = store;
  const Result<std::string> top = store->read(name + "/top_level.txt", kMaxMetadataBytes);
  if (top) out.modules = parse_lines(top.value());
  const Result<std::string> record = store->read(name + "/RECORD", kMaxRecordBytes);
  std::vector<std::string> paths =
      record ? parse_record(record.value()) : walk_modules(*store, out.modules);
  out.files = sort_files(std::move(paths));
  add(std::move(out));
}

void InstalledPackages::add_egg_info(const std::shared_ptr<FolderStore>& store,
                                     const std::string& folder, const std::string& name) {
  const bool is_folder = store->is_folder(name);
  const std::string prefix = is_folder ? name + "/" : "";
  const std::string info = is_folder ? prefix + "PKG-INFO" : name;  // distutils: a single file
  const Result<std::string> text = store->read(info, kMaxMetadataBytes);
  if (!text) {
    problems_.push_back({joined(folder, info), text.error().message, true});
    return;
  }
  InstalledDistribution out = described(text.value(), name);
  out.place = joined(folder, name);
  out.store = store;
  if (is_folder) {
    const Result<std::string> requires_text =
        store->read(prefix + "requires.txt", kMaxMetadataBytes);
    if (requires_text) out.requirements = parse_egg_requirements(requires_text.value());
    const Result<std::string> top = store->read(prefix + "top_level.txt", kMaxMetadataBytes);
    if (top) out.modules = parse_lines(top.value());
  }
  out.files = sort_files(walk_modules(*store, out.modules));
  add(std::move(out));
}

Result<bool> InstalledPackages::add_wheel(const std::string& file) {
  const Result<std::shared_ptr<WheelStore>> store = WheelStore::at(file);
  if (!store) return store.error();
  ZipArchive& archive = store.value()->archive();
  const std::string folder = metadata_folder(archive);
  if (folder.empty()) return Error{file + ": no wheel: it has no single *.dist-info/METADATA"};
  const Result<std::string> text = store.value()->read(folder + "/METADATA", kMaxMetadataBytes);
  if (!text) return Error{file + ": " + folder + "/METADATA: " + text.error().message};
  InstalledDistribution out = described(text.value(), folder);
  out.place = file;
  out.wheel = true;
  out.store = store.value();
  std::vector<std::string> paths;
  for (const ZipEntry& entry : archive.entries()) paths.push_back(entry.name);
  out.files = sort_files(std::move(paths));
  for (const RefusedEntry& refused : archive.refused()) {
    problems_.push_back({file + "/" + refused.name, refused.reason, true});
  }
  add(std::move(out));
  return true;
}

void InstalledPackages::add(InstalledDistribution distribution) {
  if (distribution.name.empty()) {
    problems_.push_back({distribution.place, "its metadata has no name", true});
    return;
  }
  for (std::string& module : modules_of(distribution.files)) {
    distribution.modules.push_back(std::move(module));
  }
  std::sort(distribution.modules.begin(), distribution.modules.end());
  distribution.modules.erase(std::unique(distribution.modules.begin(), distribution.modules.end()),
                             distribution.modules.end());
  const std::string name = distribution.name;
  if (all_.contains(name)) return;
  for (const std::string& module : distribution.modules) providers_.emplace(module, name);
  all_.emplace(name, std::move(distribution));
}

const InstalledDistribution* InstalledPackages::find(std::string_view name) const {
  const auto found = all_.find(normalize_name(name));
  return found == all_.end() ? nullptr : &found->second;
}

const InstalledDistribution* InstalledPackages::provider(std::string_view top_level) const {
  const auto [begin, end] = providers_.equal_range(top_level);
  if (begin == end || std::next(begin) != end) return nullptr;
  return find(begin->second);
}

}  // namespace npuport
