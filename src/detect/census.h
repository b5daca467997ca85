// What becomes of a distribution that the package table does not hold: judged by the census of the
// package index and the conda channels. The rule is written down in docs/how-it-works.md.
#pragma once

#include "detect/dependency.h"
#include "knowledge/knowledge.h"

namespace npuport {

// How the project names it. A module that is imported and nowhere declared says less than a
// declaration: any project may call its own module so.
struct CensusQuestion {
  bool declared = false;
  bool from_conda = false;  // every declaration is a conda one
};

// Status, advice, confidence, effort and sources of `dependency`, by its name; false and unchanged
// when the census does not know it.
bool judge_by_census(Dependency& dependency, const CensusQuestion& question,
                     const Knowledge& knowledge);

// Whether conda has it as a part of the CUDA toolkit ("libcublas", "cuda-nvrtc").
bool is_conda_cuda(const Dependency& dependency, const CensusQuestion& question,
                   const Knowledge& knowledge);

}  // namespace npuport
