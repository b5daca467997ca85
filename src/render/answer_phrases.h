// The fixed words around an answer.
#pragma once

#include "query/answer.h"
#include "render/phrases.h"

namespace npuport {

Phrase phrase_of(AnswerKind kind);
Phrase phrase_of(AnswerStatus status);
Phrase phrase_of(Topic topic);

// "equivalent on NPU; Auto"
std::string status_text(const AnswerEntry& entry, Language language);

// Whether the replacement is worth a line of its own: no statement has it as its text.
bool shows_replacement(const AnswerEntry& entry);

// "torch 2.12.0, ... A2; knowledge of 2026-12-01"
std::string about_text(const QueryResult& result, Language language);

inline constexpr Phrase kReplacement = {"Instead", "替代"};
inline constexpr Phrase kRules = {"Rules", "相关规则"};
inline constexpr Phrase kPitfalls = {"Known pitfalls", "已知问题"};
inline constexpr Phrase kNear = {"Did you mean", "是否想查"};
inline constexpr Phrase kNothing = {
    "nothing is known about this name. That does not mean that it does not work on NPU",
    "没有关于该名称的记录。这并不表示它在 NPU 上不可用"};

}  // namespace npuport
