#include <gtest/gtest.h>

#include "support/memory_project.h"

namespace npuport {
namespace {

using testing::make_project;
using testing::qualified;

TEST(Names, AliasesOfImports) {
  const Project p = make_project({{"a.py",
                                   "import torch as T\n"
                                   "import torch.cuda as gpu\n"
                                   "from torch import cuda as tc\n"
                                   "from torch.cuda.amp import autocast\n"
                                   "T.cuda.synchronize()\n"
                                   "gpu.memory_allocated()\n"
                                   "tc.device_count()\n"
                                   "autocast()\n"}});
  EXPECT_EQ(qualified(p, "a.py", "T.cuda.synchronize"), "torch.cuda.synchronize");
  EXPECT_EQ(qualified(p, "a.py", "gpu.memory_allocated"), "torch.cuda.memory_allocated");
  EXPECT_EQ(qualified(p, "a.py", "tc.device_count"), "torch.cuda.device_count");
  EXPECT_EQ(qualified(p, "a.py", "autocast"), "torch.cuda.amp.autocast");
}

TEST(Names, AliasByAssignment) {
  const Project p = make_project({{"a.py",
                                   "import torch\n"
                                   "sync = torch.cuda.synchronize\n"
                                   "def f():\n    sync()\n"}});
  EXPECT_EQ(qualified(p, "a.py", "sync"), "torch.cuda.synchronize");
}

TEST(Names, ReExportThroughPackage) {
  const Project p = make_project(
      {{"app/__init__.py", "from .device import empty_cache\n"},
       {"app/device.py", "from torch.cuda import empty_cache\n"},
       {"main.py", "import app\nfrom app import empty_cache as e\napp.empty_cache()\ne()\n"}});
  EXPECT_EQ(qualified(p, "main.py", "app.empty_cache"), "torch.cuda.empty_cache");
  EXPECT_EQ(qualified(p, "main.py", "e"), "torch.cuda.empty_cache");
}

TEST(Names, StarImport) {
  const Project p = make_project({{"util.py", "from torch.cuda import *\nimport torch\n"},
                                  {"main.py", "from util import *\ntorch.cuda.empty_cache()\n"}});
  EXPECT_EQ(qualified(p, "main.py", "torch.cuda.empty_cache"), "torch.cuda.empty_cache");
}

TEST(Names, RelativeImportsOfSeveralLevels) {
  const Project p = make_project(
      {{"pkg/__init__.py", ""},
       {"pkg/dev.py", "import torch\nget = torch.cuda.current_device\n"},
       {"pkg/sub/__init__.py", ""},
       {"pkg/sub/m.py", "from ..dev import get\nfrom .. import dev\nget()\ndev.get()\n"}});
  EXPECT_EQ(qualified(p, "pkg/sub/m.py", "get"), "torch.cuda.current_device");
  EXPECT_EQ(qualified(p, "pkg/sub/m.py", "dev.get"), "torch.cuda.current_device");
}

TEST(Names, ScriptsImportSiblingsByBareName) {
  const Project p =
      make_project({{"tools/helper.py", "import torch\nsync = torch.cuda.synchronize\n"},
                    {"tools/run.py", "from helper import sync\nsync()\n"},
                    {"src/lib/__init__.py", "from torch import cuda\n"},
                    {"src/lib/x.py", "import lib\nlib.cuda.empty_cache()\n"}});
  EXPECT_EQ(qualified(p, "tools/run.py", "sync"), "torch.cuda.synchronize");
  EXPECT_EQ(qualified(p, "src/lib/x.py", "lib.cuda.empty_cache"), "torch.cuda.empty_cache");
}

TEST(Names, LocalNamesShadow) {
  const Project p = make_project({{"a.py",
                                   "from torch import cuda\n"
                                   "def f():\n    cuda = 3\n    return cuda.bit_length()\n"
                                   "def g(cuda):\n    return cuda.thing\n"
                                   "cuda.synchronize()\n"}});
  EXPECT_EQ(qualified(p, "a.py", "cuda.bit_length"), "");
  EXPECT_EQ(qualified(p, "a.py", "cuda.thing"), "");
  EXPECT_EQ(qualified(p, "a.py", "cuda.synchronize"), "torch.cuda.synchronize");
}

TEST(Names, GuardedImportKeepsTheRealName) {
  const Project p = make_project({{"a.py",
                                   "try:\n    from flash_attn import flash_attn_func\n"
                                   "except ImportError:\n    flash_attn_func = None\n"
                                   "def f(q):\n    return flash_attn_func(q)\n"}});
  EXPECT_EQ(qualified(p, "a.py", "flash_attn_func(q)"), "flash_attn.flash_attn_func");
}

TEST(Names, AttributesSetInInit) {
  const Project p =
      make_project({{"a.py",
                     "import torch\n"
                     "class A:\n"
                     "    def __init__(self):\n        self.stream = torch.cuda.Stream()\n"
                     "    def run(self):\n        self.stream.wait()\n"}});
  EXPECT_EQ(qualified(p, "a.py", "self.stream.wait"), "torch.cuda.Stream.wait");
}

TEST(Names, MethodsOfBasesAndOwnOverrides) {
  const Project p = make_project({{"a.py",
                                   "from torch import nn\n"
                                   "class Plain(nn.Module):\n    pass\n"
                                   "class Own(nn.Module):\n    def cuda(self):\n        return 1\n"
                                   "Plain().cuda()\nOwn().cuda()\n"}});
  EXPECT_EQ(qualified(p, "a.py", "Plain().cuda"), "torch.nn.Module.cuda");
  EXPECT_EQ(qualified(p, "a.py", "Own().cuda"), "");
}

TEST(Names, DynamicAccess) {
  const Project p = make_project({{"a.py",
                                   "import importlib\nimport torch\n"
                                   "backend = getattr(torch, 'cuda')\n"
                                   "mod = importlib.import_module('flash_attn')\n"
                                   "backend.mem_get_info()\nmod.flash_attn_func()\n"}});
  EXPECT_EQ(qualified(p, "a.py", "backend.mem_get_info"), "torch.cuda.mem_get_info");
  EXPECT_EQ(qualified(p, "a.py", "mod.flash_attn_func"), "flash_attn.flash_attn_func");
}

TEST(Names, PartialIsTheFunction) {
  const Project p = make_project({{"a.py",
                                   "from functools import partial\nimport torch\n"
                                   "fwd = partial(torch.amp.custom_fwd, device_type='cuda')\n"
                                   "@fwd\ndef f(x):\n    return x\n"}});
  EXPECT_EQ(qualified(p, "a.py", "fwd"), "torch.amp.custom_fwd");
}

TEST(Names, CyclesEnd) {
  const Project p =
      make_project({{"a.py", "from b import x\nx.y()\n"}, {"b.py", "from a import x\n"}});
  EXPECT_EQ(qualified(p, "a.py", "x.y"), "");
  const Project q = make_project({{"a.py", "x = x\nx.y()\nclass A(A):\n    pass\nA().z()\n"}});
  EXPECT_EQ(qualified(q, "a.py", "x.y"), "");
}

TEST(Values, ThroughConstantsAndDefaults) {
  const Project p =
      make_project({{"consts.py", "DEVICE = 'cuda'\nTABLE = {'fast': 'cuda:1'}\n"},
                    {"a.py",
                     "import consts\nfrom consts import DEVICE as D, TABLE\n"
                     "def f(rank, device='cuda:0'):\n"
                     "    use(D, device, f'cuda:{rank}', 'cuda:%d' % rank, 'cuda:' + str(rank))\n"
                     "    use2('cuda:{}'.format(rank), TABLE['fast'], consts.DEVICE)\n"
                     "    use3('cuda' if rank else 'cpu')\n"}});
  using testing::values;
  EXPECT_EQ(values(p, "a.py", "D"), "cuda");
  EXPECT_EQ(values(p, "a.py", "device"), "cuda:0");
  EXPECT_EQ(values(p, "a.py", "f'cuda:{rank}'"), "cuda:...");
  EXPECT_EQ(values(p, "a.py", "'cuda:%d' % rank"), "cuda:...");
  EXPECT_EQ(values(p, "a.py", "'cuda:' + str(rank)"), "cuda:...");
  EXPECT_EQ(values(p, "a.py", "'cuda:{}'.format(rank)"), "cuda:...");
  EXPECT_EQ(values(p, "a.py", "TABLE['fast']"), "cuda:1");
  EXPECT_EQ(values(p, "a.py", "consts.DEVICE"), "cuda");
  EXPECT_EQ(values(p, "a.py", "'cuda' if rank else 'cpu'"), "cuda|cpu");
}

TEST(Values, ClassAttributesAreInherited) {
  const Project p = make_project(
      {{"a.py",
        "class Base:\n    DEVICE = 'cuda:0'\n"
        "class Sampler(Base):\n    def draw(self):\n        return go(self.DEVICE)\n"}});
  EXPECT_EQ(testing::values(p, "a.py", "self.DEVICE"), "cuda:0");
}

TEST(Places, ImportTime) {
  const Project p = make_project(
      {{"a.py",
        "import torch\n"
        "def f(device=torch.cuda.current_device()):\n    return torch.cuda.device_count()\n"
        "if __name__ == '__main__':\n    torch.cuda.synchronize()\n"}});
  const FileId a = testing::find_file(p, "a.py");
  EXPECT_TRUE(p.runs_at_import(a, testing::find_node(p, a, "torch.cuda.current_device()")));
  EXPECT_FALSE(p.runs_at_import(a, testing::find_node(p, a, "torch.cuda.device_count()")));
  EXPECT_FALSE(p.runs_at_import(a, testing::find_node(p, a, "torch.cuda.synchronize()")));
}

}  // namespace
}  // namespace npuport
