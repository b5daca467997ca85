#include "detect/judge_installed.h"

#include <string>

namespace npuport {
namespace {

std::string count(uint32_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

// "the installed 1.2", "已安装的 1.2"
LocalizedText subject(const InstalledEvidence& evidence) {
  if (evidence.version.empty()) return {"the installed version", "已安装的版本"};
  return {"the installed " + evidence.version, "已安装的 " + evidence.version + " 版"};
}

// A further sentence.
void append(LocalizedText& text, const LocalizedText& sentence) {
  if (!text.en.empty()) text.en += text.en.ends_with('.') ? " " : ". ";
  if (!text.zh.empty() && !text.zh.ends_with("。")) text.zh += "。";
  text.en += sentence.en;
  text.zh += sentence.zh;
}

void built_for_cuda(Dependency& dependency, const InstalledEvidence& evidence) {
  const LocalizedText who = subject(evidence);
  LocalizedText why = describe_cuda_modules(evidence);
  if (evidence.cuda_sources > 0) {
    why.en += "; it ships " + count(evidence.cuda_sources, "CUDA source", "CUDA sources");
    why.zh += "；附带 " + std::to_string(evidence.cuda_sources) + " 个 CUDA 源文件";
  }
  dependency.status = DependencyStatus::kNeedsReplacement;
  dependency.confidence = Confidence::kMedium;
  dependency.advice.en = "Built for CUDA: in " + who.en + ", " + why.en +
                         ". No Ascend counterpart is known; look for a build for NPU or CPU, "
                         "replace it, or leave it out.";
  dependency.advice.zh =
      who.zh + "面向 CUDA 构建：" + why.zh +
      "。尚无已知的昇腾对应版本，需另找 NPU 或 CPU 构建、换用其他实现，或去掉该依赖。";
}

// Unknown stays unknown, with what was seen and has to be checked.
void still_open(Dependency& dependency, const InstalledEvidence& evidence) {
  const LocalizedText who = subject(evidence);
  LocalizedText seen;
  const auto add = [&](const std::string& en, const std::string& zh) {
    seen.en += (seen.en.empty() ? "" : "; ") + en;
    seen.zh += (seen.zh.empty() ? "" : "；") + zh;
  };
  if (evidence.cuda_modules > 0) {
    const LocalizedText code = describe_cuda_modules(evidence);
    add(code.en + "; it loads without CUDA, and its GPU paths do not run on NPU",
        code.zh + "；没有 CUDA 也能加载，但其 GPU 路径无法在 NPU 上运行");
  }
  if (evidence.python) {
    const SiteTally sites = evidence.python->total();
    if (sites.manual > 0) {
      add("its Python has " + count(sites.manual, "site", "sites") + " to edit by hand and " +
              std::to_string(sites.automatic) + " covered by transfer_to_npu",
          "Python 代码有 " + std::to_string(sites.manual) + " 处需人工修改，" +
              std::to_string(sites.automatic) + " 处由 transfer_to_npu 覆盖");
    }
  }
  if (evidence.cuda_sources > 0) {
    add("it ships " + count(evidence.cuda_sources, "CUDA source", "CUDA sources"),
        "附带 " + std::to_string(evidence.cuda_sources) + " 个 CUDA 源文件");
  }
  for (const ModuleEvidence& module : evidence.evidence) {
    if (module.loads.empty()) continue;
    add("`" + module.path + "` may open " + module.loads.front() + " when it runs",
        "`" + module.path + "` 运行时可能加载 " + module.loads.front());
    break;
  }
  if (evidence.foreign > 0) {
    add("it holds binaries of other systems", "含其他系统的二进制文件");
  }
  if (!evidence.problems.empty()) {
    add("not all of it could be read (" + evidence.problems.front() + ")",
        "部分内容无法读取（" + evidence.problems.front() + "）");
  }
  if (seen.en.empty()) return;
  append(dependency.advice,
         {"In " + who.en + ": " + seen.en + ".", who.zh + "：" + seen.zh + "。"});
}

void without_cuda(Dependency& dependency, const InstalledEvidence& evidence) {
  const LocalizedText who = subject(evidence);
  const SiteTally sites = evidence.python ? evidence.python->total() : SiteTally{};
  dependency.confidence = Confidence::kMedium;
  LocalizedText& advice = dependency.advice;
  if (sites.automatic > 0) {
    dependency.status = DependencyStatus::kCompatible;
    advice.en = "The Python of " + who.en + " has " + count(sites.automatic, "site", "sites") +
                " for CUDA, covered by transfer_to_npu";
    advice.zh = who.zh + "的 Python 代码有 " + std::to_string(sites.automatic) +
                " 处 CUDA 相关代码，均由 transfer_to_npu 覆盖";
    if (evidence.modules > 0) {
      advice.en += "; none of its compiled modules links CUDA";
      advice.zh += "；编译模块均未链接 CUDA";
    }
  } else if (evidence.modules > 0) {
    dependency.status = DependencyStatus::kNotInvolved;
    advice.en = "In " + who.en + " none of " +
                count(evidence.modules, "compiled module", "compiled modules") +
                " links CUDA or holds GPU code";
    advice.zh = who.zh + "的 " + std::to_string(evidence.modules) +
                " 个编译模块均未链接 CUDA，也不含 GPU 代码";
    if (evidence.python) {
      advice.en += ", and its Python has no site that depends on CUDA";
      advice.zh += "，Python 代码不依赖 CUDA";
    }
  } else {
    dependency.status = DependencyStatus::kNotInvolved;
    advice.en = "Pure Python: in " + who.en + " no site of " +
                count(evidence.python->files, "file", "files") + " depends on CUDA";
    advice.zh = who.zh + "为纯 Python，" + std::to_string(evidence.python->files) +
                " 个文件中没有依赖 CUDA 的代码";
  }
  advice.en += ".";
  advice.zh += "。";
}

}  // namespace

void judge_installed(Dependency& dependency, const PackageRow* row) {
  if (!dependency.installed) return;
  const InstalledEvidence& evidence = *dependency.installed;
  if (dependency.status != DependencyStatus::kUnknown) {
    const LocalizedText why = describe_cuda_modules(evidence);
    if (why.empty()) return;
    append(dependency.advice, {"In " + subject(evidence).en + ", " + why.en + ".",
                               subject(evidence).zh + "中，" + why.zh + "。"});
    return;
  }
  // GPU code beside the sources that it comes from: no CPU package with an optional GPU path.
  if (evidence.needs_cuda() || (evidence.cuda_modules > 0 && evidence.cuda_sources > 0)) {
    return built_for_cuda(dependency, evidence);
  }
  // What the table holds as bound to CUDA, and not more, is no harmless package.
  const bool suspect = row != nullptr && row->cuda != CudaBinding::kNone;
  const bool nothing_seen = evidence.modules == 0 && !evidence.python;
  const bool opens = !evidence.evidence.empty();
  const bool work = evidence.python && evidence.python->total().manual > 0;
  if (suspect || nothing_seen || evidence.is_project || opens || work ||
      evidence.cuda_sources > 0 || !evidence.is_complete()) {
    return still_open(dependency, evidence);
  }
  without_cuda(dependency, evidence);
}

}  // namespace npuport
