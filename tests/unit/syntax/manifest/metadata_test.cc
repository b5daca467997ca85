#include "syntax/manifest/metadata.h"

#include <gtest/gtest.h>

#include "source/tree.h"
#include "syntax/manifest/manifest.h"

namespace npuport {
namespace {

constexpr const char* kText =
    "Metadata-Version: 2.1\r\n"
    "Name: Flash_Attn.Extra\r\n"
    "Version: 2.7.1+cu12\r\n"
    "Summary: needs torch\n"
    "Requires-Dist: torch>=2.2\n"
    "Requires-Dist: triton (>=3.0) ; sys_platform == \"linux\"\n"
    "Requires-Dist: cupy-cuda12x ; extra == 'cuda'\n"
    "Requires-Dist: !!! no requirement\n"
    "License: one\n"
    "        Requires-Dist: folded-line\n"
    "\n"
    "Requires-Dist: in-the-description\n";

TEST(Metadata, HeadersOnly) {
  const Metadata metadata = parse_metadata(kText);
  EXPECT_EQ(metadata.name, "flash-attn-extra");
  EXPECT_EQ(metadata.version, "2.7.1+cu12");
  ASSERT_EQ(metadata.requirements.size(), 3u);
  EXPECT_EQ(metadata.requirements[0].normalized, "torch");
  EXPECT_EQ(metadata.requirements[0].specifier, ">=2.2");
  EXPECT_EQ(metadata.requirements[1].specifier, ">=3.0");
  EXPECT_EQ(metadata.requirements[1].marker, "sys_platform == \"linux\"");
  EXPECT_EQ(metadata.requirements[2].source, RequirementSource::kExtra);
  EXPECT_EQ(metadata.requirements[2].group, "cuda");
}

TEST(Metadata, AsAFileOfAWheel) {
  SourceFile file = make_source_file("x.txt", kText);
  file.kind = FileKind::kMetadata;
  file.text = kText;
  const TextFacts facts = lower_manifest(file);
  ASSERT_EQ(facts.requirements.size(), 4u);
  const Requirement& self = facts.requirements[0];
  EXPECT_EQ(self.url, ".");
  EXPECT_EQ(self.specifier, "==2.7.1+cu12");
  EXPECT_EQ(file.text.substr(self.span.begin, self.span.end - self.span.begin), "Flash_Attn.Extra");
}

TEST(Metadata, DamagedOrEmpty) {
  EXPECT_EQ(parse_metadata("").name, "");
  EXPECT_EQ(parse_metadata("no colon here\n: nothing\nName:\n").name, "");
  EXPECT_EQ(parse_metadata(std::string("Name: a\0b", 9)).name.substr(0, 1), "a");
}

TEST(Metadata, EggRequirements) {
  const auto all = parse_egg_requirements(
      "numpy>=1\n\n[:sys_platform == 'linux']\ntriton\n[cuda]\ncupy\n[cuda:python_version < "
      "'3.9']\n"
      "old\n");
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[0].marker, "");
  EXPECT_EQ(all[1].marker, "sys_platform == 'linux'");
  EXPECT_EQ(all[2].group, "cuda");
  EXPECT_EQ(all[3].marker, "(python_version < '3.9') and extra == \"cuda\"");
}

TEST(Metadata, Record) {
  const auto paths = parse_record(
      "pkg/_C.so,sha256=abc,123\npkg/__init__.py,,\n\"pkg/a,b.py\",sha256=x,1\n../../bin/x,,\n\n");
  EXPECT_EQ(paths, (std::vector<std::string>{"pkg/_C.so", "pkg/__init__.py", "pkg/a,b.py",
                                             "../../bin/x"}));
}

}  // namespace
}  // namespace npuport
