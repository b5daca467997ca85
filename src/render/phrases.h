// The fixed words of the reports for people, English and Chinese side by side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "assess/report.h"

namespace npuport {

enum class Language : uint8_t { kEnglish, kChinese };

struct Phrase {
  std::string_view en;
  std::string_view zh;
  std::string_view in(Language language) const { return language == Language::kChinese ? zh : en; }
};

// What follows a number: "path" or "paths" in English, with its measure word in Chinese.
struct Unit {
  std::string_view one;
  std::string_view many;
  std::string_view zh;
};
std::string counted(size_t n, const Unit& unit, Language language);

inline constexpr Unit kUnread = {"path not read", "paths not read", " 个路径未读取"};
inline constexpr Unit kParseErrors = {"statement not parsed", "statements not parsed",
                                      " 处语句无法解析"};
inline constexpr Unit kDynamic = {"dynamic place", "dynamic places", " 处动态代码"};
inline constexpr Unit kInstalled = {"package looked into", "packages looked into",
                                    " 个依赖包已检查"};
inline constexpr Unit kBuiltForCuda = {"carries CUDA", "carry CUDA", " 个含 CUDA 编译产物"};
inline constexpr Unit kUnknownPackages = {"unknown package", "unknown packages", " 个未知依赖包"};

// The text in `language`, or in the other one when it has none.
const std::string& in_language(const LocalizedText& text, Language language);

Phrase domain_name(int domain);  // 1..6
Phrase phrase_of(Mode mode);
Phrase phrase_of(Risk risk);
Phrase phrase_of(Confidence confidence);
Phrase phrase_of(GuardState guard);
Phrase phrase_of(DependencyStatus status);
Phrase phrase_of(DependencyNeed need);
Phrase phrase_of(Feasibility feasibility);
Phrase phrase_of(WithoutCuda fate);

// The vendor's word for the stage of a release: development, maintenance, eol, planned.
Phrase lifecycle_phrase(std::string_view lifecycle);
// "Expected to enter maintenance from 2027/01/26"; words that are not known stay as they are.
std::string next_step_text(std::string_view next_step, Language language);

// "SoC 910B · CANN 8.3 · torch 2.7.1 ...", without the parts that are not known.
std::string describe_target(const ReportTarget& target, Language language,
                            std::string_view separator);

}  // namespace npuport
