// Throughput of the Python front end over the .py files of a tree, everything in memory.
//
//   python_bench TREE [THREADS] [REPEATS]
//
// Prints the best of the repeats: wall time, CPU time, megabytes per second, bytes of facts per
// byte of source. The symbol table is new in each repeat.
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/parallel.h"
#include "base/symbol.h"
#include "syntax/python/python.h"

namespace {

using npuport::PythonFacts;
using npuport::SourceFile;

std::vector<SourceFile> read_sources(const char* root) {
  std::vector<SourceFile> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().extension() != ".py") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    SourceFile& file = files.emplace_back();
    file.path = entry.path().string();
    file.kind = npuport::FileKind::kPython;
    file.text.assign(std::istreambuf_iterator<char>(in), {});
  }
  return files;
}

template <typename T>
size_t bytes(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

size_t bytes(const PythonFacts& f) {
  size_t total = bytes(f.nodes) + bytes(f.roots) + bytes(f.scopes) + bytes(f.parameters) +
                 bytes(f.decorators) + bytes(f.bases) + bytes(f.bindings) + bytes(f.stores) +
                 bytes(f.imports) + bytes(f.guards) + bytes(f.handlers);
  for (const npuport::Import& import : f.imports) total += bytes(import.module);
  return total;
}

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: python_bench TREE [THREADS] [REPEATS]\n");
    return 2;
  }
  const unsigned threads = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  const int repeats = argc > 3 ? std::atoi(argv[3]) : 5;
  const std::vector<SourceFile> files = read_sources(argv[1]);
  std::vector<size_t> weights;
  size_t source_bytes = 0;
  for (const SourceFile& file : files) {
    weights.push_back(file.text.size());
    source_bytes += file.text.size();
  }
  double wall = 1e9;
  double cpu = 1e9;
  size_t fact_bytes = 0;
  size_t nodes = 0;
  size_t errors = 0;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::vector<PythonFacts> facts(files.size());
    npuport::SymbolTable symbols;
    const double cpu_before = cpu_seconds();
    const auto before = std::chrono::steady_clock::now();
    npuport::parallel_for(weights, threads,
                          [&](size_t i) { facts[i] = npuport::lower_python(files[i], symbols); });
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - before;
    wall = std::min(wall, elapsed.count());
    cpu = std::min(cpu, cpu_seconds() - cpu_before);
    fact_bytes = nodes = errors = 0;
    for (const PythonFacts& file : facts) {
      fact_bytes += bytes(file);
      nodes += file.nodes.size();
      errors += file.errors.size();
    }
  }
  const double megabytes = static_cast<double>(source_bytes) * 1e-6;
  std::printf(
      "%zu files  %.1f MB  %u threads  wall %.3f s  cpu %.3f s  %.0f MB/s of cpu  "
      "%zu nodes  %.2f bytes/byte  %zu errors\n",
      files.size(), megabytes, threads, wall, cpu, megabytes / cpu, nodes,
      static_cast<double>(fact_bytes) / static_cast<double>(source_bytes), errors);
  return 0;
}
