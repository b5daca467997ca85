#include "base/parallel.h"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <system_error>
#include <thread>

namespace npuport {
namespace {

constexpr unsigned kMaxThreads = 256;

std::vector<size_t> heaviest_first(const std::vector<size_t>& weights) {
  std::vector<size_t> order(weights.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return weights[a] > weights[b]; });
  return order;
}

}  // namespace

unsigned thread_count(unsigned requested) {
  if (requested != 0) return std::min(requested, kMaxThreads);
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0) {
    return std::min(static_cast<unsigned>(CPU_COUNT(&allowed)), kMaxThreads);
  }
  return std::clamp(std::thread::hardware_concurrency(), 1u, kMaxThreads);
}

void parallel_for(const std::vector<size_t>& weights, unsigned threads,
                  const std::function<void(size_t)>& work) {
  const std::vector<size_t> order = heaviest_first(weights);
  std::atomic<size_t> next{0};
  std::mutex failure_mutex;
  std::exception_ptr failure;

  const auto run = [&] {
    for (size_t i = next.fetch_add(1); i < order.size(); i = next.fetch_add(1)) {
      try {
        work(order[i]);
      } catch (...) {
        next.store(order.size());
        const std::lock_guard lock(failure_mutex);
        if (!failure) failure = std::current_exception();
      }
    }
  };

  {
    const size_t wanted = std::min<size_t>(thread_count(threads), order.size());
    std::vector<std::jthread> helpers;
    for (size_t i = 1; i < wanted; ++i) {
      try {
        helpers.emplace_back(run);
      } catch (const std::system_error&) {
        break;  // no more threads to be had: those that run do all the work
      }
    }
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace npuport
