#include "query/lookup.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace npuport {
namespace {

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({{}, {}, RuleUse::kRead}).value());
  return loaded;
}

Target target(const std::string& text) {
  return text.empty() ? knowledge().versions().default_target()
                      : knowledge().versions().parse_target(text).value();
}

Answer ask(const std::string& name, const std::string& on = "") {
  Lookup lookup(knowledge(), target(on));
  return std::move(lookup.answer(name).value());
}

std::string all_text(const AnswerEntry& entry) {
  std::string out;
  for (const Statement& statement : entry.statements) out += statement.text.en + "\n";
  return out;
}

bool has_rule(const Answer& answer, const std::string& id, bool exact = true) {
  return std::any_of(answer.rules.begin(), answer.rules.end(), [&](const TouchingRule& rule) {
    return rule.id == id && rule.exact == exact;
  });
}

bool has_pitfall(const Answer& answer, const std::string& id) {
  return std::any_of(answer.pitfalls.begin(), answer.pitfalls.end(),
                     [&](const KnownPitfall& pitfall) { return pitfall.id == id; });
}

// Every statement, rule and pitfall of an answer has a text in both languages and a source.
void expect_sound(const Answer& answer) {
  for (const AnswerEntry& entry : answer.entries) {
    EXPECT_FALSE(entry.statements.empty()) << answer.name;
    for (const Statement& statement : entry.statements) {
      EXPECT_FALSE(statement.text.en.empty()) << answer.name;
      EXPECT_FALSE(statement.text.zh.empty()) << answer.name;
      EXPECT_FALSE(statement.sources.empty()) << answer.name << ": " << statement.text.en;
      for (const std::string& source : statement.sources)
        EXPECT_FALSE(source.empty()) << answer.name;
    }
  }
  for (const TouchingRule& rule : answer.rules) EXPECT_FALSE(rule.sources.empty()) << rule.id;
  for (const KnownPitfall& pitfall : answer.pitfalls) EXPECT_FALSE(pitfall.sources.empty());
}

TEST(Lookup, AnswersForEveryRowOfTheApiMap) {
  Lookup lookup(knowledge(), target(""));
  for (const CudaApiRow& row : knowledge().cuda_apis().rows()) {
    const Answer answer = lookup.answer(row.api).value();
    ASSERT_FALSE(answer.entries.empty()) << row.api;
    EXPECT_EQ(answer.entries.front().kind, AnswerKind::kApi) << row.api;
    EXPECT_TRUE(answer.entries.front().mode.has_value()) << row.api;
    expect_sound(answer);
    const bool none = row.status == "none";
    if (none) {
      const AnswerStatus status = answer.entries.front().status;
      EXPECT_TRUE(status == AnswerStatus::kNoCounterpart || status == AnswerStatus::kUnsupported)
          << row.api;
      EXPECT_EQ(answer.entries.front().replacement, row.npu_equivalent) << row.api;
    }
  }
}

TEST(Lookup, AnswersForEveryRowOfThePackageTables) {
  Lookup lookup(knowledge(), target(""));
  for (const PackageRow& row : knowledge().packages().rows()) {
    const Answer answer = lookup.answer(row.key).value();
    const auto found =
        std::find_if(answer.entries.begin(), answer.entries.end(),
                     [&](const AnswerEntry& entry) { return entry.name == row.key; });
    ASSERT_NE(found, answer.entries.end()) << row.key;
    EXPECT_EQ(found->kind, AnswerKind::kPackage) << row.key;
    EXPECT_EQ(found->replacement, row.replacement) << row.key;
    expect_sound(answer);
    for (const std::string_view import : row.imports) {
      EXPECT_TRUE(lookup.answer(import).value().known()) << import;
    }
  }
}

TEST(Lookup, AnswersForEveryRowOfTheOtherTables) {
  Lookup lookup(knowledge(), target(""));
  const auto expect_known = [&](std::string_view name) {
    const Answer answer = lookup.answer(name).value();
    EXPECT_TRUE(answer.known()) << name;
    EXPECT_FALSE(answer.entries.empty()) << name;
    expect_sound(answer);
  };
  for (const NpuOpRow& row : knowledge().npu_ops().rows()) {
    if (row.op.find_first_of(" (*") == std::string_view::npos) expect_known(row.op);
  }
  for (const TritonRow& row : knowledge().triton().rows()) expect_known(row.api);
  for (const MindieRow& row : knowledge().mindie().rows()) expect_known(row.api);
  for (const EnvRow& row : knowledge().env().rows()) {
    if (row.has_counterpart && row.npu_name.find(' ') == std::string_view::npos) {
      expect_known(row.npu_name);
    }
  }
}

TEST(Lookup, AnApiWithItsLimitsRulesAndPitfalls) {
  const Answer answer = ask("torch.cuda.graph");
  ASSERT_EQ(answer.entries.size(), 1u);
  const AnswerEntry& entry = answer.entries.front();
  EXPECT_EQ(entry.status, AnswerStatus::kLimited);
  EXPECT_EQ(entry.mode, Mode::kAuto);
  EXPECT_EQ(entry.replacement, "torch.npu.graph");
  EXPECT_NE(all_text(entry).find("inference only, no training"), std::string::npos);
  EXPECT_TRUE(has_rule(answer, "cuda-graph"));
  EXPECT_TRUE(has_pitfall(answer, "P090"));
  EXPECT_TRUE(answer.near.empty());
}

TEST(Lookup, ShortFormsAndCalls) {
  EXPECT_EQ(ask("Tensor.cuda").name, "torch.Tensor.cuda");
  EXPECT_EQ(ask(" .cuda() ").name, "torch.Tensor.cuda");
  EXPECT_EQ(ask("F.relu").name, "torch.nn.functional.relu");
  EXPECT_EQ(ask("triton.language.dot").name, "tl.dot");
  EXPECT_EQ(ask("npu_rms_norm").name, "torch_npu.npu_rms_norm");
  EXPECT_TRUE(ask("npu_rms_norm").known());
  EXPECT_TRUE(has_rule(ask("Tensor.cuda"), "cuda-method"));
}

TEST(Lookup, ListsOfDtypesAreTestCoverageAndNoLimit) {
  // Lists fp16 and fp32 only, and plainly works in bf16.
  const AnswerEntry linear = ask("torch.nn.Linear").entries.front();
  EXPECT_EQ(linear.status, AnswerStatus::kSupported);
  EXPECT_EQ(linear.mode, Mode::kNone);
  EXPECT_NE(all_text(linear).find("the list says what the vendor tests"), std::string::npos);
  // A limit of shape is one, and the dtypes beside it still are none.
  const AnswerEntry matmul = ask("torch.matmul").entries.front();
  EXPECT_EQ(matmul.status, AnswerStatus::kLimited);
  EXPECT_NE(all_text(matmul).find("not a limit"), std::string::npos);
}

TEST(Lookup, WhatIsInNoListIsUnverifiedAndNeverUnsupported) {
  const Answer fft = ask("torch.fft.fft");
  ASSERT_FALSE(fft.entries.empty());
  EXPECT_EQ(fft.entries.front().status, AnswerStatus::kUnverified);
  EXPECT_NE(all_text(fft.entries.front()).find("_fft_c2c"), std::string::npos);
  const Answer norm = ask("torch.nn.functional.rms_norm");
  ASSERT_FALSE(norm.entries.empty());
  EXPECT_EQ(norm.entries.front().status, AnswerStatus::kUnverified);
  EXPECT_NE(all_text(norm.entries.front()).find("not the same as unsupported"), std::string::npos);
  // Listed as not supported is another matter.
  EXPECT_EQ(ask("torch.nn.DataParallel").entries.front().status, AnswerStatus::kUnsupported);
}

TEST(Lookup, TheListOfTheTargetsTorchCounts) {
  // 310P: the lists do not cover inference products.
  EXPECT_EQ(ask("torch.nn.Linear", "soc=310P").entries.front().status, AnswerStatus::kUnverified);
  // No list exists for torch 2.5; newer ones are told as such.
  const AnswerEntry old = ask("torch.add", "torch=2.5").entries.front();
  EXPECT_EQ(old.status, AnswerStatus::kUnverified);
  EXPECT_NE(all_text(old).find("no API list for torch 2.5"), std::string::npos);
  EXPECT_NE(all_text(old).find("torch 2.6.0"), std::string::npos);
}

TEST(Lookup, TheModeFollowsTheRelease) {
  const Answer now = ask("torch.amp.autocast");
  EXPECT_FALSE(now.entries.front().releases.empty());
  const auto covered = [](const Answer& answer, const std::string& torch) {
    return std::any_of(answer.entries.front().releases.begin(),
                       answer.entries.front().releases.end(),
                       [&](const ReleaseCoverage& r) { return r.torch == torch && r.covered; });
  };
  EXPECT_TRUE(covered(now, "2.6.0"));
  EXPECT_FALSE(covered(now, "2.5.1"));
  EXPECT_NE(all_text(now.entries.front()).find("for torch 2.6.0 from 7.2.0"), std::string::npos);
  EXPECT_EQ(ask("torch.cuda.ExternalStream").entries.front().mode, Mode::kManual);
  EXPECT_EQ(ask("torch.cuda.synchronize").entries.front().mode, Mode::kAuto);
}

TEST(Lookup, ACudaNameThatIsListedButNotPatchedIsLimited) {
  const AnswerEntry extension = ask("torch.utils.cpp_extension.CUDAExtension").entries.front();
  EXPECT_EQ(extension.status, AnswerStatus::kLimited);
  EXPECT_EQ(extension.mode, Mode::kManual);
  const AnswerEntry is_cuda = ask("Tensor.is_cuda").entries.front();
  EXPECT_EQ(is_cuda.status, AnswerStatus::kSupported);
  EXPECT_EQ(is_cuda.mode, Mode::kAuto);
}

TEST(Lookup, CollectivesReadTheImplementationFirst) {
  const AnswerEntry reduce = ask("torch.distributed.all_reduce").entries.front();
  EXPECT_EQ(reduce.status, AnswerStatus::kSupported);
  EXPECT_EQ(reduce.statements.front().topic, Topic::kCollective);
  EXPECT_NE(reduce.statements.front().sources.front().find("ProcessGroupHCCL"), std::string::npos);
}

TEST(Lookup, Dtypes) {
  const AnswerEntry entry = ask("torch.float64").entries.front();
  EXPECT_EQ(entry.status, AnswerStatus::kLimited);
  EXPECT_NE(all_text(entry).find("reject fp64"), std::string::npos);
}

TEST(Lookup, EnvironmentVariables) {
  const AnswerEntry visible = ask("CUDA_VISIBLE_DEVICES").entries.front();
  EXPECT_EQ(visible.status, AnswerStatus::kEquivalent);
  EXPECT_EQ(visible.replacement, "ASCEND_RT_VISIBLE_DEVICES");
  EXPECT_EQ(ask("ASCEND_RT_VISIBLE_DEVICES").entries.front().status, AnswerStatus::kNpuOwn);
  EXPECT_EQ(ask("NCCL_IB_DISABLE").entries.front().status, AnswerStatus::kNoCounterpart);
  EXPECT_EQ(ask("PYTORCH_ALLOC_CONF").entries.front().status, AnswerStatus::kSupported);
  EXPECT_EQ(ask("NCCL_BUFFSIZE").entries.size(), 2u);  // the exact counterpart and a rough one
  // No row, but a rule names it.
  const Answer debug = ask("NCCL_DEBUG");
  EXPECT_EQ(debug.entries.front().status, AnswerStatus::kSeeRules);
  EXPECT_TRUE(has_rule(debug, "nccl-debug-env"));
}

TEST(Lookup, PackagesByDistributionAndByImport) {
  const Answer by_import = ask("flash_attn");
  ASSERT_FALSE(by_import.entries.empty());
  EXPECT_EQ(by_import.entries.front().name, "flash-attn");
  EXPECT_EQ(by_import.entries.front().status, AnswerStatus::kNeedsReplacement);
  EXPECT_TRUE(has_rule(by_import, "flash-attn-import"));
  EXPECT_TRUE(has_rule(by_import, "flash-attn-call", false));
  EXPECT_TRUE(has_pitfall(by_import, "P001"));
  EXPECT_TRUE(has_rule(ask("flash_attn.flash_attn_func"), "flash-attn-call"));
  EXPECT_EQ(ask("Flash_Attn").entries.front().name, "flash-attn");
  EXPECT_EQ(ask("yaml").entries.front().name, "pyyaml");
  EXPECT_EQ(ask("setuptools").entries.front().status, AnswerStatus::kNotInvolved);
  EXPECT_EQ(ask("os").entries.front().status, AnswerStatus::kNotInvolved);
  EXPECT_NE(all_text(ask("vllm").entries.front()).find("flashinfer-python"), std::string::npos);
}

TEST(Lookup, NamesThatMislead) {
  const Answer triton = ask("triton");
  EXPECT_GT(triton.entries.size(), 1u);  // the package and the Ascend build of the same import name
  EXPECT_NE(all_text(triton.entries.front()).find("triton-ascend takes the same import name"),
            std::string::npos);
  EXPECT_NE(all_text(ask("apex").entries.front()).find("another project of the name apex"),
            std::string::npos);
  EXPECT_NE(all_text(ask("detectron2").entries.front()).find("installed from source"),
            std::string::npos);
}

TEST(Lookup, OperatorsKnowTheirProducts) {
  const AnswerEntry entry = ask("torch_npu.npu_fusion_attention").entries.front();
  EXPECT_EQ(entry.kind, AnswerKind::kNpuOperator);
  EXPECT_EQ(entry.status, AnswerStatus::kSupported);
  const AnswerEntry other = ask("torch_npu.npu_fusion_attention", "soc=310P").entries.front();
  EXPECT_EQ(other.status, AnswerStatus::kUnverified);
  EXPECT_NE(all_text(other).find("do not list 310P"), std::string::npos);
}

TEST(Lookup, MindieAndTriton) {
  EXPECT_EQ(ask("mindiesd.CacheAgent").entries.front().kind, AnswerKind::kMindie);
  const AnswerEntry forward = ask("mindiesd.attention_forward").entries.front();
  EXPECT_NE(all_text(forward).find("opt_mode"), std::string::npos);
  EXPECT_EQ(ask("tl.dot").entries.front().status, AnswerStatus::kLimited);
  EXPECT_TRUE(has_rule(ask("tl.dot"), "triton-tf32-dot"));
  EXPECT_EQ(ask("num_ctas").entries.front().kind, AnswerKind::kTriton);
}

TEST(Lookup, AMissOffersNearNames) {
  const Answer typo = ask("torch.cuda.grap");
  EXPECT_FALSE(typo.known());
  ASSERT_FALSE(typo.near.empty());
  EXPECT_EQ(typo.near.front(), "torch.cuda.graph");
  const Answer bare = ask("all_reduce");
  EXPECT_FALSE(bare.known());
  EXPECT_NE(std::find(bare.near.begin(), bare.near.end(), "torch.distributed.all_reduce"),
            bare.near.end());
  EXPECT_EQ(ask("flash-atn").near.front(), "flash-attn");
}

TEST(Lookup, HostileNamesAreMisses) {
  for (const std::string& name :
       {std::string(), std::string(" "), std::string("..."), std::string("*"),
        std::string("torch.**"), std::string(100000, 'a'), std::string(299, '.'),
        std::string("torch.\0x", 8), std::string("\xff\xfe")}) {
    EXPECT_FALSE(ask(name).known()) << name.substr(0, 20);
  }
}

}  // namespace
}  // namespace npuport
