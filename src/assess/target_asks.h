// What a project says about the versions it runs on, with the places that say so.
#pragma once

#include <optional>
#include <string>

#include "base/span.h"
#include "knowledge/target.h"
#include "project/project.h"

namespace npuport {

struct PlacedAsk {
  std::string text;  // specifier, or the version of an image
  FileId file = 0;
  Span span;
};

// A manifest nearer to the root speaks before one below it; a declaration before a lock file, an
// install command or a container image; tests, examples and documentation last.
struct ProjectAsks {
  std::optional<PlacedAsk> torch;
  std::optional<PlacedAsk> python;
  std::optional<PlacedAsk> cann;
  std::optional<PlacedAsk> soc;

  TargetAsks values() const;
};

ProjectAsks collect_asks(const Project& project);

// What a container image says: "pytorch/pytorch:2.5.1-cuda12.4-cudnn9-runtime" names a torch,
// "python:3.11-slim" a Python, "quay.io/ascend/cann:8.5.0-910b-ubuntu22.04-py3.11" CANN, SoC and
// Python.
TargetAsks asks_of_image(std::string_view image);

}  // namespace npuport
