// Everything that the syntax stage says about one file. Which parts are filled depends on the kind.
#pragma once

#include <vector>

#include "facts/cuda_facts.h"
#include "facts/python_facts.h"
#include "facts/text_facts.h"

namespace npuport {

struct FileFacts {
  PythonFacts python;  // Python files and notebooks
  TextFacts text;      // manifests, configs, scripts, build files; shell lines of notebooks
  CudaFacts cuda;      // C++ and CUDA files
};

}  // namespace npuport
