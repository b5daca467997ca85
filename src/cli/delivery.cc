#include "cli/delivery.h"

#include <algorithm>
#include <string>
#include <utility>

#include "cli/exit_codes.h"
#include "cli/output_file.h"

namespace npuport {
namespace {

// Somebody who watches sees the short report as well when all outputs are files.
bool wants_summary(const Delivery& delivery, const Console& console) {
  return console.environment.out_is_terminal && !delivery.quiet &&
         std::none_of(delivery.plans.begin(), delivery.plans.end(),
                      [](const OutputPlan& plan) { return plan.path.empty(); });
}

bool write_one(const OutputPlan& plan, const std::string& content, const Delivery& delivery,
               Console& console) {
  if (plan.path.empty()) {
    if (console.data(content)) return true;
    console.note("stdout cannot be written");
    return false;
  }
  if (const auto error = write_output_file(plan.path, content)) {
    console.note(error->message);
    return false;
  }
  if (!delivery.quiet) console.note("wrote " + plan.path);
  return true;
}

}  // namespace

Result<Delivery> check_output_options(const OutputOptions& options,
                                      const Environment& environment) {
  Delivery delivery;
  Result<std::vector<OutputPlan>> plans = plan_outputs(options.formats, options.outputs);
  if (!plans) return plans.error();
  Result<std::vector<GateTerm>> gate = parse_gate(options.fail_on);
  if (!gate) return gate.error();
  delivery.plans = std::move(plans.value());
  delivery.gate = std::move(gate.value());
  delivery.render.language = choose_language(options.language, environment);
  delivery.render.language_given = !options.language.empty();
  delivery.render.verdict_only = options.quiet;
  delivery.quiet = options.quiet;
  return delivery;
}

int deliver(const Report& report, const Delivery& delivery, Console& console,
            const Staged& staged) {
  std::vector<OutputPlan> plans = delivery.plans;
  if (wants_summary(delivery, console)) plans.emplace_back();
  bool written = true;
  for (const OutputPlan& plan : plans) {
    std::string content;
    staged("render", [&] { content = render(report, plan, delivery.render, console.environment); });
    staged("write", [&] { written &= write_one(plan, content, delivery, console); });
  }
  if (!written) return kExitUsage;
  const std::vector<std::string> failed = failed_gates(report, delivery.gate);
  for (const std::string& line : failed) console.note("gate failed: " + line);
  return failed.empty() ? kExitOk : kExitGate;
}

}  // namespace npuport
