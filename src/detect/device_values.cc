#include "detect/device_values.h"

#include <algorithm>
#include <array>
#include <optional>

#include "detect/device_expressions.h"
#include "detect/predicate.h"
#include "facts/python_nodes.h"

namespace npuport {
namespace {

template <size_t N>
bool one_of(std::string_view text, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

// Calls whose string arguments are no devices: prose, keys, patterns, probes.
constexpr std::array<std::string_view, 42> kNotDeviceCalls = {
    "print",        "warn",         "warning",
    "info",         "debug",        "error",
    "critical",     "exception",    "log",
    "warning_once", "hasattr",      "getattr",
    "setattr",      "delattr",      "isinstance",
    "split",        "rsplit",       "replace",
    "find",         "index",        "count",
    "join",         "sub",          "match",
    "search",       "compile",      "fullmatch",
    "findall",      "strip",        "lstrip",
    "rstrip",       "removeprefix", "echo",
    "write",        "endswith",     "import_module",
    "find_spec",    "impl",         "register_kernel",
    "custom_op",    "skip",         "fail"};

// Methods that look a key up: their second argument is a default.
constexpr std::array<std::string_view, 5> kLookups = {"get", "pop", "setdefault", "getenv",
                                                      "getattr"};

constexpr std::array<std::string_view, 10> kTensorMethods = {
    "to",       "to_empty", "type",      "new_tensor", "new_zeros",
    "new_ones", "new_full", "new_empty", "pin_memory", "cuda"};

class Collector : private DeviceExpressions {
 public:
  Collector(const DetectContext& context, FileId file)
      : DeviceExpressions(context.project, file),
        context_(context),
        text_(project_.file(file).text),
        parents_(project_.index(file).parents) {}

  DeviceFacts run() {
    for (NodeId id = 0; id < facts_.nodes.size(); ++id) {
      switch (facts_.nodes[id].kind) {
        case NodeKind::kString:
        case NodeKind::kFString:
          if (is_device_literal(id)) literal(id);
          break;
        case NodeKind::kCompare:
          compare_use(id);
          break;
        case NodeKind::kCall:
          call_uses(id);
          break;
        default:
          break;
      }
    }
    return std::move(found_);
  }

 private:
  bool is_device_literal(NodeId id) const {
    const Node& n = facts_.nodes[id];
    if (n.flags & kFlagBytes) return false;
    std::string_view content =
        n.kind == NodeKind::kFString ? fstring_literal_prefix(text_, n) : string_content(text_, n);
    if (content.size() < 4 || content.size() > 16 || !content.starts_with("cuda")) return false;
    const bool open =
        n.kind == NodeKind::kFString && content.size() != string_content(text_, n).size();
    if (is_cuda_device(content, open)) return true;
    if (!content.starts_with("cuda:")) return false;
    content.remove_prefix(5);
    // "cuda:%d" % i, "cuda:{}".format(i), "cuda:" + str(i)
    return content.empty() || content.front() == '%' || content.front() == '{';
  }

  // --- what a literal is for ---------------------------------------------------------------------

  void literal(NodeId id) {
    DeviceLiteral found;
    found.node = id;
    NodeId at = id;
    bool listed = false;
    for (int steps = 0; steps < 32; ++steps) {
      const NodeId parent = parents_[at];
      if (parent == kNone) {
        if (at_root(at, listed, found)) found_.literals.push_back(std::move(found));
        return;
      }
      const Node& p = facts_.nodes[parent];
      switch (p.kind) {
        case NodeKind::kConcat:
        case NodeKind::kBinary:
        case NodeKind::kBoolean:
        case NodeKind::kNamed:
        case NodeKind::kStar:
          break;
        case NodeKind::kConditional:
          if (ChildList(facts_, parent)[1] == at) return;
          break;
        case NodeKind::kFString:
          return;
        case NodeKind::kList:
        case NodeKind::kTuple:
        case NodeKind::kSet:
        case NodeKind::kComprehension:
          listed = true;
          break;
        case NodeKind::kCompare:
          found.role = DeviceRole::kCompare;
          found.mode = compares_own_string(parent, at) ? Mode::kAuto : Mode::kManual;
          if (!compares_device(parent, at)) found.confidence = Confidence::kMedium;
          if (is_text_probe(parent, at)) return;
          found_.literals.push_back(std::move(found));
          return;
        case NodeKind::kDict:
          if (!in_dict(parent, at, found)) return;
          found_.literals.push_back(std::move(found));
          return;
        case NodeKind::kKeyword: {
          const NodeId call = parents_[parent];
          if (call == kNone || facts_.nodes[call].kind != NodeKind::kCall) return;
          if (argument(call, project_.spelling(p.name), -1, listed, found)) {
            found_.literals.push_back(std::move(found));
          }
          return;
        }
        case NodeKind::kAttribute:
          // "cuda:{}".format(i) is the value; "cuda".upper() is not.
          if (parents_[parent] == kNone || facts_.nodes[parents_[parent]].kind != NodeKind::kCall ||
              project_.spelling(p.name) != "format") {
            return;
          }
          at = parents_[parent];
          continue;
        case NodeKind::kCall:
          if (callee(facts_, parent) == at) return;
          if (argument(parent, {}, position_of(parent, at), listed, found)) {
            found_.literals.push_back(std::move(found));
          }
          return;
        case NodeKind::kLambda:
          found.role = DeviceRole::kDefault;
          found_.literals.push_back(std::move(found));
          return;
        default:
          return;  // a subscript key and the like
      }
      at = parent;
    }
  }

  int position_of(NodeId call, NodeId argument_node) const {
    int position = 0;
    const ChildList list(facts_, call);
    for (size_t i = 1; i < list.size(); ++i) {
      if (list[i] == argument_node) return position;
      const NodeKind kind = facts_.nodes[list[i]].kind;
      if (kind != NodeKind::kKeyword && kind != NodeKind::kDoubleStar) ++position;
    }
    return -1;
  }

  bool at_root(NodeId at, bool listed, DeviceLiteral& found) const {
    const Root& root = project_.root_of(file_, at);
    switch (root.kind) {
      case RootKind::kDefault:
        found.role = DeviceRole::kDefault;
        return true;
      case RootKind::kValue:
      case RootKind::kReturn:
        found.role = DeviceRole::kConstant;
        if (listed) found.confidence = Confidence::kMedium;
        return true;
      case RootKind::kForIterable:
        return listed;
      case RootKind::kPattern:
        found.role = DeviceRole::kCompare;
        found.mode = Mode::kManual;
        return true;
      default:
        return false;
    }
  }

  // {"device": "cuda"} is a value; {"cuda": ..., "cpu": ...} is a table by device type.
  bool in_dict(NodeId dict, NodeId at, DeviceLiteral& found) const {
    const ChildList items(facts_, dict);
    bool key = false;
    bool by_device = false;
    for (size_t i = 0; i < items.size();) {
      if (facts_.nodes[items[i]].kind == NodeKind::kDoubleStar) {
        ++i;
        continue;
      }
      if (items[i] == at) key = true;
      const Node& k = facts_.nodes[items[i]];
      if (k.kind == NodeKind::kString && items[i] != at) {
        const std::string_view name = string_content(text_, k);
        by_device |= name == "cpu" || name == "mps" || name == "xpu" || name == "hip" ||
                     name == "rocm" || name == "tpu";
      }
      i += 2;
    }
    if (!key) {
      found.role = DeviceRole::kConstant;
      return true;
    }
    found.role = DeviceRole::kCompare;
    found.mode = Mode::kManual;
    found.confidence = Confidence::kMedium;
    return by_device;
  }

  // --- calls -------------------------------------------------------------------------------------

  bool argument(NodeId call, std::string_view keyword, int position, bool listed,
                DeviceLiteral& found) const {
    const std::string_view last = last_name(call);
    const std::string name = callee_name(call);
    const bool lookup = one_of(last, kLookups);
    if (lookup && keyword.empty()) {
      if (position == 0 && name != "os.getenv") return false;
      if (position == 0) return false;
      found.role = DeviceRole::kDefault;
      return true;
    }
    if (last == "startswith" || last == "endswith") {
      found.role = DeviceRole::kCompare;
      found.mode = Mode::kManual;
      const NodeId target = callee(facts_, call);
      const bool device =
          facts_.nodes[target].kind == NodeKind::kAttribute && asks_device(target - 1);
      if (!device) found.confidence = Confidence::kMedium;
      return true;
    }
    if (one_of(last, kNotDeviceCalls) && !device_like(keyword)) return false;
    if (last.ends_with("Error") || last.ends_with("Exception") || last.ends_with("Warning"))
      return false;
    if (last == "add_argument" || last == "option" || last == "Option" || last == "field" ||
        last == "Field" || last == "Argument" || last == "Choice" || last == "DEFINE_string" ||
        last == "DEFINE_enum") {
      if (keyword == "help" || keyword == "description" || keyword == "dest" || keyword == "name")
        return false;
      // The default stands for the option; its choices are the same edit.
      const Symbol default_name = project_.symbols().find("default");
      if (keyword == "choices" && keyword_argument(facts_, call, default_name) != kNone)
        return false;
      found.role = DeviceRole::kDefault;
      return true;
    }
    if (keyword == "help" || keyword == "description" || keyword == "name" || keyword == "msg")
      return false;
    found.role = DeviceRole::kArgument;
    found.sink = name;
    if (const auto mode = sink_mode(call, name, last)) {
      found.mode = *mode;
      return true;
    }
    // A call outside torch, or of the project.
    found.mode = Mode::kAuto;
    found.confidence =
        device_like(keyword) || !name.empty() ? Confidence::kMedium : Confidence::kLow;
    if (listed) found.confidence = Confidence::kLow;
    return keyword.empty() ? positional_is_device(call, position) : true;
  }

  // Positional strings count when the parameter they meet is a device, or when the callee is
  // unknown but the method is one that takes devices.
  bool positional_is_device(NodeId call, int position) const {
    const Entity function = project_.resolve(file_, callee(facts_, call));
    if (function.kind == EntityKind::kFunction || function.kind == EntityKind::kClass) return true;
    const std::string_view last = last_name(call);
    if (device_like(last) || last == "append" || last == "Pipeline" || last == "prepare")
      return true;
    (void)position;
    return false;
  }

  // auto when transfer_to_npu rewrites the argument of this call on the target, manual when it does
  // not, nothing when the call is not torch's.
  std::optional<Mode> sink_mode(NodeId call, const std::string& name, std::string_view last) const {
    if (name == "torch.device")
      return Mode::kAuto;  // a device object: what is done with it decides
    if (name.starts_with("torch.") && !is_result_method(call)) {
      const TransferAnswer answer = context_.knowledge.transfer().ask(name, context_.target);
      return answer.coverage == Coverage::kYes ? Mode::kAuto : Mode::kManual;
    }
    const Node& t = facts_.nodes[callee(facts_, call)];
    if (t.kind == NodeKind::kAttribute && one_of(last, kTensorMethods)) {
      const TransferAnswer answer =
          context_.knowledge.transfer().ask("torch.Tensor." + std::string(last), context_.target);
      return answer.coverage == Coverage::kNo ? Mode::kManual : Mode::kAuto;
    }
    return std::nullopt;
  }

  // torch.zeros(3).to("cuda"): a method of what torch returned, not a torch function.
  bool is_result_method(NodeId call) const {
    const NodeId target = callee(facts_, call);
    if (facts_.nodes[target].kind != NodeKind::kAttribute) return false;
    const Entity receiver = project_.resolve(file_, target - 1);
    return receiver.kind == EntityKind::kExternalInstance ||
           receiver.kind == EntityKind::kInstance ||
           one_of(project_.spelling(facts_.nodes[target].name), kTensorMethods);
  }

  // --- uses of values written elsewhere ----------------------------------------------------------

  void record_uses(NodeId value_node, NodeId place, bool manual, bool report, DeviceRole role) {
    for (const Value& value : project_.evaluate(file_, value_node)) {
      if (value.kind != Value::Kind::kString || !is_cuda_device(value.text, value.open_ended))
        continue;
      found_.uses.push_back({place, value.file, value.node, manual, report, role});
      report = false;  // one report a place
    }
  }

  void compare_use(NodeId id) {
    const ChildList sides(facts_, id);
    if (sides.size() != 2) return;
    for (size_t i = 0; i < 2; ++i) {
      const NodeId side = sides[i];
      const NodeId other = sides[1 - i];
      if (!is_reference(side) || facts_.nodes[other].kind == NodeKind::kConstant) continue;
      if (!asks_device(other) || ends_with_device_type(side)) continue;
      const Node& o = facts_.nodes[other];
      const bool object = !(o.kind == NodeKind::kAttribute && project_.spelling(o.name) == "type");
      record_uses(side, side, true, true,
                  object ? DeviceRole::kObjectCompare : DeviceRole::kCompare);
    }
  }

  void call_uses(NodeId call) {
    const ChildList list(facts_, call);
    for (size_t i = 1; i < list.size(); ++i) {
      const Node& n = facts_.nodes[list[i]];
      NodeId value = list[i];
      if (n.kind == NodeKind::kKeyword) {
        if (!device_like(project_.spelling(n.name))) continue;
        value = list[i] - 1;
      } else if (i > 1 || (last_name(call) != "to" && last_name(call) != "device")) {
        continue;
      }
      if (!is_reference(value)) continue;
      const auto mode = sink_mode(call, callee_name(call), last_name(call));
      if (!mode) continue;
      record_uses(value, value, *mode == Mode::kManual, false, DeviceRole::kArgument);
    }
  }

  const DetectContext& context_;
  std::string_view text_;
  const std::vector<NodeId>& parents_;
  DeviceFacts found_;
};

}  // namespace

DeviceFacts collect_device_values(const DetectContext& context, FileId file) {
  return Collector(context, file).run();
}

}  // namespace npuport
