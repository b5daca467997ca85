// What a distribution says about itself: METADATA, PKG-INFO, requires.txt, RECORD, top_level.txt.
// Formats: the core metadata specification 2.4, PEP 376, and setuptools' egg-info.
//
// Nothing here fails: what cannot be read is left out. Lists are bounded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/text_facts.h"
#include "source/source_file.h"

namespace npuport {

struct Metadata {
  std::string name;  // normalised
  std::string version;
  // Requires-Dist, with markers; spans are offsets into the text that was read.
  std::vector<Requirement> requirements;
  Span name_span;
};

// Reads the headers; the description below them is left alone.
Metadata parse_metadata(std::string_view text);

// requires.txt of an egg-info folder: sections are "[extra]", "[:marker]" or "[extra:marker]".
std::vector<Requirement> parse_egg_requirements(std::string_view text);

// The distribution itself, as a requirement with the url ".", and what it requires.
void lower_metadata(const SourceFile& file, TextFacts& out);

// The paths of RECORD, as written.
std::vector<std::string> parse_record(std::string_view text);

// The non-empty lines, trimmed.
std::vector<std::string> parse_lines(std::string_view text);

}  // namespace npuport
