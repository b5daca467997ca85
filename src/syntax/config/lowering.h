// The lowerings behind lower_config().
#pragma once

#include <string_view>

#include "source/source_file.h"
#include "syntax/config/config.h"
#include "syntax/manifest/document/document.h"

namespace npuport::config {

void lower_structured(const SourceFile& file, const document::Document& document, TextFacts& out);
void lower_environment_file(const document::Document& document, TextFacts& out);
void lower_dockerfile(const SourceFile& file, TextFacts& out);
void lower_singularity(const SourceFile& file, TextFacts& out);
void lower_markdown(const SourceFile& file, TextFacts& out);
void lower_restructured_text(const SourceFile& file, TextFacts& out);

// A scalar of a document as a word of a command; `shift` when the document is a part of the file.
Word word_of(const document::Node& node, uint32_t shift = 0);

// "nvcr.io/nvidia/pytorch:24.05-py3", "nvidia/cuda:12.1", "docker://x/y": an image by its looks.
bool looks_like_image(std::string_view text);

}  // namespace npuport::config
