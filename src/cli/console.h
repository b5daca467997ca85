// The program's two streams: data on stdout, talk on stderr.
#pragma once

#include <string_view>
#include <utility>

#include "cli/environment.h"

namespace npuport {

class Console {
 public:
  Console(int out, int err, Environment where)
      : environment(std::move(where)), out_(out), err_(err) {}

  // Writes data. A reader that went away is no error: the rest is dropped quietly. False when the
  // data could not be written for another reason.
  bool data(std::string_view text);

  // One line for a person, with the program's name in front.
  void note(std::string_view line);
  // Text for a person, as it is.
  void talk(std::string_view text);

  const Environment environment;

 private:
  int out_;
  int err_;
  bool reader_gone_ = false;
};

// Writes all of `text`; the errno of the failure, 0 when it worked.
int write_all(int fd, std::string_view text);

}  // namespace npuport
