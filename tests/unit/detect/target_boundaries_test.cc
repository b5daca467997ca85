// The target decides: one source, analysed on both sides of every release boundary that
// facts about transfer_to_npu, torch.compile and triton-ascend name, changes exactly the findings
// that the boundary is about.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "detect/detect.h"
#include "support/memory_project.h"

namespace npuport {
namespace {

// Every line has a label; lines without a boundary are there to show that they stay.
constexpr const char* kSource = R"(import torch  #: -
import torch.distributed as dist  #: -
from torch.distributed.device_mesh import init_device_mesh  #: -
from torch.utils._triton import has_triton  #: -
dist.init_process_group("nccl")  #: init
dist.init_process_group("nccl", device_id=torch.device("cuda:0"))  #: device_id
dist.new_group(backend="nccl")  #: new_group
torch.autocast("cuda")  #: autocast
torch.amp.autocast("cuda")  #: amp.autocast
init_device_mesh("cuda", (2,))  #: mesh
dist.init_device_mesh("cuda", (2,))  #: mesh re-export
torch.distributed.tensor.DeviceMesh("cuda", [0])  #: DeviceMesh
torch.cuda.Stream()  #: Stream
torch.cuda.Event()  #: Event
torch.Event(device="cuda")  #: torch.Event
torch.Generator(device="cuda")  #: Generator
torch.cuda.CUDAGraph()  #: CUDAGraph
torch.cuda.graph(g)  #: graph
dist.ProcessGroupNCCL.Options()  #: ProcessGroupNCCL
torch.cuda.default_generators[0]  #: default_generators
torch.cuda.ExternalStream(p)  #: ExternalStream
torch.cuda.synchronize()  #: synchronize
x.cuda()  #: cuda
x.device.type == "cuda"  #: device.type
dist.get_backend() == "nccl"  #: get_backend
torch.zeros(1, device="cuda")  #: zeros
torch.load("a.pt", map_location="cuda")  #: load
torch.set_default_device("cuda")  #: set_default_device
x.pin_memory(device="cuda")  #: pin_memory
has_triton()  #: has_triton
torch.cuda.memory._record_memory_history()  #: memory history
dist.pipelining.PipelineStage(m, 0, 1, device="cuda")  #: PipelineStage
torch.get_device_module("cuda")  #: get_device_module
torch.fft.fftfreq(8, device="cuda")  #: fftfreq
torch.profiler.ProfilerActivity.CUDA  #: ProfilerActivity
torch.cuda.get_device_capability()  #: capability
torch.Stream(device="cuda")  #: torch.Stream
torch.amp.GradScaler("cuda")  #: GradScaler
torch.compile(m)  #: compile
y = x.to(torch.bfloat16)  #: bfloat16
torch._scaled_mm(a, b)  #: scaled_mm
torch.nn.functional.scaled_dot_product_attention(q, k, v)  #: sdpa
dist.all_reduce(x)  #: all_reduce
torch.manual_seed(0)  #: seed
torch.nn.GRU(4, 4, dropout=0.1)  #: GRU
torch.nn.MultiheadAttention(8, 2)  #: MultiheadAttention
torch.nn.functional.conv3d(x, w)  #: conv3d
torch.nn.Conv3d(1, 1, 3)  #: Conv3d
)";

constexpr const char* kKernel = R"(import triton  #: triton
import triton.language as tl  #: tl
@triton.jit  #: kernel
def add(x, y):  #: -
    tl.store(y, tl.load(x))  #: -
)";

const Knowledge& knowledge() {
  static const Knowledge loaded = std::move(Knowledge::load({}).value());
  return loaded;
}

std::string label_of(std::string_view line) {
  const size_t at = line.find("#: ");
  return at == std::string_view::npos ? "?" : std::string(line.substr(at + 3));
}

// What a report says about each place: mode, risk and the notes, by label and rule.
std::map<std::string, std::string> findings(const Project& project, std::string_view target) {
  const Result<Target> parsed = knowledge().versions().parse_target(target);
  EXPECT_TRUE(parsed) << target;
  std::map<std::string, std::string> out;
  for (const Finding& finding : detect(project, knowledge(), parsed.value(), 1).findings) {
    const SourceFile& file = project.file(finding.file);
    const uint32_t line = file.lines.line_of(finding.span.begin);
    std::string says = std::to_string(static_cast<int>(finding.mode)) + "/" +
                       std::to_string(static_cast<int>(finding.risk));
    for (const std::string& note : finding.notes_en) says += "/" + note;
    // A row of packages is about the whole project, not about a line.
    if (finding.rule->domain == 1) continue;
    out[label_of(file.lines.line(file.text, line)) + "|" + finding.rule->id] = says;
  }
  return out;
}

std::string changed(const Project& project, std::string_view before, std::string_view after) {
  const auto a = findings(project, before);
  const auto b = findings(project, after);
  std::set<std::string> keys;
  for (const auto& [key, says] : a) {
    const auto other = b.find(key);
    if (other == b.end() || other->second != says) keys.insert(key.substr(0, key.find('|')));
  }
  for (const auto& [key, says] : b) {
    if (!a.contains(key)) keys.insert(key.substr(0, key.find('|')));
  }
  std::string out;
  for (const std::string& key : keys) out += (out.empty() ? "" : ", ") + key;
  return out;
}

struct Boundary {
  const char* before;
  const char* after;
  const char* changes;  // labels, sorted
};

TEST(TargetBoundaries, OfTransferToNpuAndTorchCompile) {
  const Project project = testing::make_project({{"main.py", kSource}});
  const Boundary boundaries[] = {
      {"torch=2.1,release=5.0.0", "torch=2.1,release=6.0.rc1", "Generator, autocast, load"},
      {"torch=2.1,release=6.0.rc1", "torch=2.1,release=6.0.rc2", "ProfilerActivity"},
      {"torch=2.1,release=6.0.rc2", "torch=2.1,release=6.0.rc3", "set_default_device"},
      {"torch=2.1,release=6.0.rc3", "torch=2.1,release=6.0.0", ""},
      {"torch=2.1,release=6.0.0", "torch=2.1,release=7.0.0", "has_triton, pin_memory"},
      {"torch=2.1,release=7.0.0", "torch=2.1,release=7.1.0", "CUDAGraph, graph, new_group"},
      {"torch=2.1,release=7.1.0", "torch=2.1,release=7.2.0",
       "PipelineStage, amp.autocast, fftfreq, memory history"},
      {"torch=2.3.1,release=6.0.0", "torch=2.3.1,release=7.0.0", "has_triton, pin_memory"},
      {"torch=2.4,release=6.0.0", "torch=2.4,release=7.0.0", "has_triton, mesh, pin_memory"},
      {"torch=2.5.1,release=7.0.0", "torch=2.5.1,release=7.1.0", "CUDAGraph, graph, new_group"},
      {"torch=2.6,release=7.1.0", "torch=2.6,release=7.2.0",
       "DeviceMesh, PipelineStage, amp.autocast, fftfreq, get_device_module, memory history, "
       "mesh re-export, torch.Event"},
      {"torch=2.6,release=7.2.0", "torch=2.6,release=7.3.0", "compile"},
      {"torch=2.7.1,release=7.2.0", "torch=2.7.1,release=7.3.0", "compile, device_id"},
      {"torch=2.8,release=7.2.0", "torch=2.8,release=7.3.0", "compile, device_id"},
      {"torch=2.7.1,release=7.3.0", "torch=2.7.1,release=26.0.0", "ProcessGroupNCCL, capability"},
      {"torch=2.9,release=7.3.0", "torch=2.9,release=26.0.0", "ProcessGroupNCCL, capability"},
      {"torch=2.7.1,release=26.0.0", "torch=2.7.1,release=26.1.0", "default_generators"},
      {"torch=2.9,release=26.0.0", "torch=2.9,release=26.1.0", "default_generators"},
      {"torch=2.12", "torch=2.13", "ExternalStream, compile"},
      // The lines of one release agree.
      {"torch=2.11,release=26.1.0", "torch=2.12,release=26.1.0", ""},
      {"torch=2.7.1,release=26.1.0", "torch=2.12,release=26.1.0", ""},
  };
  for (const Boundary& b : boundaries) {
    EXPECT_EQ(changed(project, b.before, b.after), b.changes) << b.before << " to " << b.after;
  }
}

TEST(TargetBoundaries, OfTheChip) {
  const Project project = testing::make_project({{"main.py", kSource}});
  EXPECT_EQ(changed(project, "torch=2.7.1,soc=A2", "torch=2.7.1,soc=A3"), "");
  EXPECT_EQ(changed(project, "torch=2.7.1,soc=A2", "torch=2.7.1,soc=310P"),
            "bfloat16, compile, sdpa");
  EXPECT_EQ(changed(project, "torch=2.7.1,soc=A2", "torch=2.7.1,soc=950"),
            "MultiheadAttention, all_reduce, conv3d, scaled_mm, sdpa, seed");
}

TEST(TargetBoundaries, OfTritonAscend) {
  const Project project = testing::make_project({{"kernel.py", kKernel}, {"main.py", kSource}});
  // CANN 8.5.0 has wheels up to Python 3.11, CANN 9.0.0 up to 3.13; before 8.3.RC1 there are none.
  EXPECT_EQ(
      changed(project, "torch=2.7.1,cann=8.5.0,python=3.11", "torch=2.7.1,cann=8.5.0,python=3.12"),
      "compile, kernel, tl, triton");
  EXPECT_EQ(
      changed(project, "torch=2.7.1,cann=9.0.0,python=3.11", "torch=2.7.1,cann=9.0.0,python=3.12"),
      "");
  EXPECT_EQ(changed(project, "torch=2.6,cann=8.2.RC1", "torch=2.6,cann=8.3.RC1"),
            "DeviceMesh, PipelineStage, amp.autocast, fftfreq, get_device_module, kernel, "
            "memory history, mesh re-export, tl, torch.Event, triton");
  EXPECT_EQ(changed(project, "torch=2.7.1,soc=A2", "torch=2.7.1,soc=310P"),
            "bfloat16, compile, kernel, sdpa, tl, triton");
  EXPECT_EQ(changed(project, "torch=2.7.1,soc=A2", "torch=2.7.1,soc=950"),
            "MultiheadAttention, all_reduce, conv3d, kernel, scaled_mm, sdpa, seed, tl, triton");
}

// The API lists of torch 2.6 to 2.10 mark some functions as unsupported that later lists tick.
TEST(TargetBoundaries, OfTheApiLists) {
  const Project project = testing::make_project({{"main.py", kSource}});
  EXPECT_EQ(changed(project, "torch=2.6,release=7.3.0", "torch=2.7.1,release=7.3.0"),
            "GRU, MultiheadAttention, conv3d, device_id");
  EXPECT_EQ(changed(project, "torch=2.7.1,release=7.3.0", "torch=2.8,release=7.3.0"), "GRU");
  EXPECT_EQ(changed(project, "torch=2.8,release=7.3.0", "torch=2.9,release=7.3.0"), "");
  EXPECT_EQ(changed(project, "torch=2.9,release=26.1.0", "torch=2.10,release=26.1.0"), "");
  EXPECT_EQ(changed(project, "torch=2.10,release=26.1.0", "torch=2.11,release=26.1.0"), "GRU");
}

// Auto or manual as the vendor's table says for the newest release and for an old one.
TEST(TargetBoundaries, ModesAtBothEnds) {
  const Project project = testing::make_project({{"main.py", kSource}});
  const auto automatic = [&](const char* target) {
    std::string out;
    for (const auto& [key, says] : findings(project, target)) {
      if (says.starts_with(std::to_string(static_cast<int>(Mode::kAuto)))) {
        out += key.substr(0, key.find('|')) + " ";
      }
    }
    return out;
  };
  const std::string now = automatic("latest");
  for (const char* label : {"init ", "device_id ", "new_group ", "autocast ", "amp.autocast ",
                            "mesh ", "mesh re-export ", "Generator ", "torch.Event ", "graph "}) {
    EXPECT_NE(now.find(label), std::string::npos) << label;
  }
  const std::string old = automatic("torch=2.5.1,release=7.0.0");
  EXPECT_NE(old.find("autocast "), std::string::npos);
  EXPECT_EQ(old.find("amp.autocast "), std::string::npos);
  EXPECT_EQ(now.find("device.type"), std::string::npos);
  EXPECT_EQ(now.find("get_backend"), std::string::npos);
  EXPECT_EQ(now.find("torch.Stream"), std::string::npos);
  EXPECT_EQ(now.find("GradScaler"), std::string::npos);
}

}  // namespace
}  // namespace npuport
