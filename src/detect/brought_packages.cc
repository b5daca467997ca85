#include "detect/brought_packages.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "installed/marker.h"

namespace npuport {
namespace {

constexpr int kMaxTableDepth = 3;
constexpr size_t kMaxPackages = 5'000;
constexpr size_t kMaxExtras = 64;         // of one package
constexpr size_t kMaxFollowed = 200'000;  // requirements, whatever they bring

class Search {
 public:
  Search(const InstalledPackages* installed, const Knowledge& knowledge, const std::string& python)
      : installed_(installed),
        knowledge_(knowledge),
        python_(python.empty() ? MarkerEnvironment().python : python) {}

  std::vector<BroughtPackage> run(const NeededPackages& needed) {
    for (const auto& [name, package] : needed) {
      if (!package.only_locked) known_.insert(name);
    }
    for (const bool locked : {false, true}) {
      for (const auto& [name, package] : needed) {
        if (package.only_locked != locked) continue;
        visit(name, package.extras, 0);
        // A package and all it brings before the next, so that a parent is the nearest.
        while (!queue_.empty()) {
          const std::string next = std::move(queue_.front());
          queue_.pop_front();
          expand(next);
        }
      }
    }
    return std::move(brought_);
  }

 private:
  struct Visit {
    std::set<std::string> extras;
    int table_depth = 0;
    bool waits = false;
  };

  // Again when extras are asked for that no earlier visit asked for.
  void visit(const std::string& name, const std::vector<std::string>& extras, int table_depth) {
    if (name == "torch") return;
    const auto [entry, is_new] = visits_.try_emplace(name);
    Visit& at = entry->second;
    bool more = is_new;
    for (const std::string& extra : extras) {
      if (at.extras.size() < kMaxExtras) more |= at.extras.insert(extra).second;
    }
    if (is_new) at.table_depth = table_depth;
    if (!more || at.waits) return;
    at.waits = true;
    queue_.push_back(name);
  }

  void expand(const std::string& name) {
    Visit& at = visits_[name];
    at.waits = false;
    const std::vector<std::string> extras(at.extras.begin(), at.extras.end());
    const int depth = at.table_depth;
    const InstalledDistribution* own = installed_ ? installed_->find(name) : nullptr;
    if (own == nullptr) {
      if (depth >= kMaxTableDepth) return;
      for (const PackageChild& child : knowledge_.packages().children(name, extras)) {
        bring(name, std::string(child.name), {}, depth, std::string(child.source));
      }
      return;
    }
    const MarkerEnvironment environment{python_, extras};
    for (const Requirement& requirement : own->requirements) {
      if (requirement.normalized.empty() || ++followed_ > kMaxFollowed) continue;
      if (!marker_holds(requirement.marker, environment)) continue;
      bring(name, requirement.normalized, requirement.extras, depth, own->place);
    }
  }

  void bring(const std::string& parent, const std::string& name,
             const std::vector<std::string>& extras, int depth, std::string source) {
    if (brought_.size() >= kMaxPackages) return;
    if (known_.insert(name).second) brought_.push_back({name, parent, std::move(source)});
    visit(name, extras, depth + 1);
  }

  const InstalledPackages* installed_;
  const Knowledge& knowledge_;
  const std::string python_;
  std::set<std::string> known_;
  std::map<std::string, Visit> visits_;
  std::deque<std::string> queue_;
  size_t followed_ = 0;
  std::vector<BroughtPackage> brought_;
};

}  // namespace

std::vector<BroughtPackage> brought_packages(const NeededPackages& needed,
                                             const InstalledPackages* installed,
                                             const Knowledge& knowledge,
                                             const std::string& python) {
  return Search(installed, knowledge, python).run(needed);
}

}  // namespace npuport
