// What the exit status means to scripts.
#pragma once

namespace npuport {

enum ExitCode : int {
  kExitOk = 0,    // finished; no gate given or the gate passed
  kExitGate = 1,  // finished, a gate failed
  kExitUsage =
      2,  // bad command line, configuration or rule file, or an output that cannot be written
  kExitNothing = 3,     // nothing to analyse under the path; query: a name that nothing is known of
  kExitIncomplete = 4,  // finished, but more paths unread than allowed
  kExitInternal = 70,
};

}  // namespace npuport
