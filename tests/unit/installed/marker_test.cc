#include "installed/marker.h"

#include <gtest/gtest.h>

namespace npuport {
namespace {

bool holds(std::string_view marker, std::vector<std::string> extras = {}) {
  return marker_holds(marker, {"3.11", std::move(extras)});
}

TEST(Marker, Comparisons) {
  EXPECT_TRUE(holds(""));
  EXPECT_TRUE(holds("python_version >= '3.8'"));
  EXPECT_FALSE(
      holds("python_version < \"3.10\""));  // 3.11 is newer, though "3.11" < "3.10..." as text
  EXPECT_TRUE(holds("python_full_version >= '3.11.0'"));
  EXPECT_TRUE(holds("'3.8' <= python_version"));
  EXPECT_FALSE(holds("'3.8' > python_version"));
  EXPECT_TRUE(holds("sys_platform == 'linux'"));
  EXPECT_FALSE(holds("sys_platform == 'win32'"));
  EXPECT_TRUE(holds("platform_system != 'Darwin'"));
  EXPECT_TRUE(holds("os_name == 'posix' and implementation_name == 'cpython'"));
  EXPECT_TRUE(holds("sys_platform in 'linux darwin'"));
  EXPECT_FALSE(holds("'win' in sys_platform"));
  EXPECT_TRUE(holds("sys_platform not in 'win32'"));
}

TEST(Marker, EitherMachine) {
  EXPECT_TRUE(holds("platform_machine == 'x86_64'"));
  EXPECT_TRUE(holds("platform_machine == 'aarch64'"));
  EXPECT_FALSE(holds("platform_machine == 'arm64'"));
  EXPECT_FALSE(holds("platform_machine == 'x86_64' and platform_machine == 'aarch64'"));
}

TEST(Marker, AndOrAndParentheses) {
  EXPECT_TRUE(holds("sys_platform == 'win32' or python_version > '3.9'"));
  EXPECT_FALSE(holds("(sys_platform == 'win32' or python_version > '3.9') and os_name == 'nt'"));
  EXPECT_TRUE(holds("os_name == 'nt' and python_version > '3.9' or os_name == 'posix'"));
}

TEST(Marker, Extras) {
  EXPECT_FALSE(holds("extra == 'cuda'"));
  EXPECT_TRUE(holds("extra == 'cuda'", {"cuda"}));
  EXPECT_TRUE(holds("extra == 'flash_attn'", {"Flash-Attn"}));
  EXPECT_FALSE(holds("python_version < '3.8' and extra == 'cuda'", {"cuda"}));
}

TEST(Marker, WhatCannotBeReadHolds) {
  for (const char* marker :
       {"python_version", "python_version >=", "what == 'x'", "'a' == 'b'", "((((", "extra ~= 'x'",
        "python_version >= 'x.y'", "sys_platform < 'b'", "sys_platform == 'linux"}) {
    EXPECT_TRUE(holds(marker)) << marker;
  }
  EXPECT_TRUE(holds(std::string(100'000, '(')));
}

}  // namespace
}  // namespace npuport
