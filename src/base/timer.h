// Wall time per stage, for --time.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace npuport {

class StageTimes {
 public:
  // Measures from construction to destruction and adds the seconds to its stage.
  class Scope {
   public:
    Scope(StageTimes& times, std::string stage)
        : times_(times), stage_(std::move(stage)), start_(std::chrono::steady_clock::now()) {}
    ~Scope() {
      times_.add(stage_,
                 std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count());
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    StageTimes& times_;
    std::string stage_;
    std::chrono::steady_clock::time_point start_;
  };

  void add(const std::string& stage, double seconds) { stages_.emplace_back(stage, seconds); }
  const std::vector<std::pair<std::string, double>>& stages() const { return stages_; }

 private:
  std::vector<std::pair<std::string, double>> stages_;
};

}  // namespace npuport
