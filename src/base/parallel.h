// Work over many items on a fixed number of threads.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace npuport {

// Calls work(i) once for each i in 0..weights.size()-1, heaviest first, on `threads` threads
// (0 = one per processor). The order of completion is undefined; work must write only to slot i.
// An exception in work ends the remaining items and is rethrown here.
void parallel_for(const std::vector<size_t>& weights, unsigned threads,
                  const std::function<void(size_t)>& work);

// The number of threads that `requested` means (0 = one per processor this process may use).
unsigned thread_count(unsigned requested);

}  // namespace npuport
