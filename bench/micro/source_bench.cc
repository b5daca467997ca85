// Time to list, read, decode and index a tree.
//
//   source_bench TREE [THREADS] [REPEATS]
//
// Prints the best of the repeats: wall time, CPU time of all threads, files, lines, megabytes.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "source/tree.h"

namespace {

double cpu_seconds() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: source_bench TREE [THREADS] [REPEATS]\n");
    return 2;
  }
  npuport::TreeOptions options;
  options.threads = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 0;
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 5;
  double wall = 1e9;
  double cpu = 1e9;
  size_t files = 0;
  size_t lines = 0;
  size_t bytes = 0;
  for (int i = 0; i < repeats; ++i) {
    const double wall_before = wall_seconds();
    const double cpu_before = cpu_seconds();
    const npuport::Result<npuport::SourceTree> tree = npuport::read_tree(argv[1], options);
    wall = std::min(wall, wall_seconds() - wall_before);
    cpu = std::min(cpu, cpu_seconds() - cpu_before);
    if (!tree) {
      std::fprintf(stderr, "%s\n", tree.error().message.c_str());
      return 1;
    }
    files = tree.value().files.size();
    lines = bytes = 0;
    for (const npuport::SourceFile& file : tree.value().files) {
      lines += file.lines.line_count();
      bytes += file.text.size();
    }
  }
  std::printf("%.1f ms wall, %.1f ms CPU, %zu files, %zu lines, %.1f MB\n", wall * 1e3, cpu * 1e3,
              files, lines, static_cast<double>(bytes) * 1e-6);
  return 0;
}
