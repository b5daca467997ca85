// The only file that knows CLI11.
#include "cli/cli.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>

#include "analysis.h"
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/suggest.h"
#include "knowledge/embedded.h"

namespace npuport {
namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  npuport .                                   the short report of this folder\n"
    "  npuport . --output report.md --output report.json\n"
    "  npuport . --format json --fail-on blocker,risk>=high\n"
    "  npuport . --site-packages .venv/lib/python3.11/site-packages\n"
    "  npuport query torch.cuda.graph flash_attn NCCL_DEBUG\n"
    "  npuport explain flash-attn-call\n\n"
    "Exit codes: 0 finished, 1 a gate failed, 2 bad command line, configuration or rule file,\n"
    "3 nothing to analyse under the path (query: a name that nothing is known of), 4 incomplete "
    "beyond --max-unread, 70 internal error.\n"
    "Nothing of the analysed project is executed, and nothing is sent anywhere.";

std::string version_line() {
  std::string date(embedded("DATE"));
  while (!date.empty() && (date.back() == '\n' || date.back() == '\r')) date.pop_back();
  return std::string(kProgramName) + " " + program_version() +
         (date.empty() ? "" : " (knowledge of " + date + ")");
}

void add_language(CLI::App& app, std::string& language) {
  app.add_option("--lang", language, "zh or en (default: the locale's language)")
      ->check(CLI::IsMember({"zh", "en"}));
}

void add_knowledge(CLI::App& app, KnowledgeSources& knowledge) {
  app.add_option("--rules", knowledge.rule_directories, "Folder with more rules (repeatable)")
      ->type_name("DIR")
      ->allow_extra_args(false);
  app.add_option("--knowledge", knowledge.directory, "Folder that replaces the built-in knowledge")
      ->type_name("DIR");
}

void add_output(CLI::App& app, OutputOptions& output) {
  app.add_option("--format,-f", output.formats,
                 "json, markdown, csv or terminal; the n-th belongs to the n-th --output")
      ->type_name("FORMAT")
      ->allow_extra_args(false);
  app.add_option("--output,-o", output.outputs,
                 "Write to this file (repeatable); without --format the extension decides")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_language(app, output.language);
  app.add_option("--fail-on", output.fail_on,
                 "Exit with 1 when there is one of: any, manual, auto, blocker, unknown-package, "
                 "risk>=LEVEL (comma separated)")
      ->type_name("CONDITIONS")
      ->allow_extra_args(false);
  app.add_flag("--quiet,-q", output.quiet, "The verdict only, and no talk on stderr");
}

// All commands, their options and where the parsed values go.
class CommandLine {
 public:
  CommandLine() : app_("Can this PyTorch project run on Ascend NPU, and what has to change?") {
    app_.name(kProgramName);
    app_.footer(kFooter);
    app_.set_version_flag("--version,-V", version_line());
    app_.require_subcommand(1);
    add_analyze();
    add_report();
    add_query();
    add_rules();
    add_explain();
    add_targets();
    CLI::App* completion = app_.add_subcommand("completion", "Print a shell completion script");
    completion->add_option("shell", shell_, "bash, zsh or fish")->required();
  }

  int run(const std::vector<std::string>& arguments, Console& console) {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
      return print(console, called()->help());
    } catch (const CLI::CallForAllHelp&) {
      return print(console, app_.help("", CLI::AppFormatMode::All));
    } catch (const CLI::CallForVersion&) {
      return print(console, version_line() + "\n");
    } catch (const CLI::ParseError& error) {
      console.note(std::string(error.what()) + "; npuport --help shows what there is");
      return kExitUsage;
    }
    if (app_.got_subcommand("analyze")) return run_analyze(analyze_, console);
    if (app_.got_subcommand("report")) return run_report(report_, console);
    if (app_.got_subcommand("query")) return run_query(query_, console);
    if (app_.got_subcommand("rules")) return run_rules(rules_, console);
    if (app_.got_subcommand("explain")) return run_explain(explain_, console);
    if (app_.got_subcommand("targets")) return run_targets(targets_, console);
    return run_completion(shell_, words(), console);
  }

  std::vector<std::string> command_names() const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands({})) names.push_back(command->get_name());
    return names;
  }

 private:
  void add_analyze() {
    CLI::App& app = *app_.add_subcommand("analyze", "Analyse a project (the default command)");
    app.add_option("path", analyze_.paths, "Files, folders or wheels (default: this folder)")
        ->type_name("PATH");
    add_output(app, analyze_.output);
    app.add_option("--target", analyze_.target,
                   "latest, or pairs such as torch=2.7.1,soc=A3 (npuport targets lists them; "
                   "default: from what the "
                   "project asks for)")
        ->type_name("TARGET");
    app.add_option("--site-packages", analyze_.site_packages,
                   "Folder of installed packages to look into (repeatable)")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app.add_option("--wheel", analyze_.wheels,
                   "Wheel to look into as if it were installed (repeatable)")
        ->type_name("FILE")
        ->allow_extra_args(false);
    app.add_option("--threads", analyze_.threads, "0 = one per processor")
        ->check(CLI::Range(0u, 1024u));
    app.add_option("--exclude", analyze_.exclude, "Leave out, as in .gitignore (repeatable)")
        ->type_name("PATTERN")
        ->allow_extra_args(false);
    app.add_flag("--no-gitignore", analyze_.no_gitignore, "Read ignored files too");
    app.add_option("--max-file-size", analyze_.max_file_size,
                   "Skip larger files, such as 32MB (they are listed)")
        ->transform(CLI::AsSizeValue(false));
    app.add_option("--max-unread", analyze_.max_unread,
                   "Exit with 4 when more paths could not be read")
        ->check(CLI::NonNegativeNumber);
    add_knowledge(app, analyze_.knowledge);
    app.add_flag("--time", analyze_.time, "Time and memory per stage on stderr");
  }

  void add_report() {
    CLI::App& app = *app_.add_subcommand("report", "Render a saved JSON report again");
    app.add_option("file", report_.file, "The JSON report, - for stdin")->required();
    add_output(app, report_.output);
  }

  void add_query() {
    CLI::App& app = *app_.add_subcommand("query", "What is known of an API, package or variable");
    app.add_option("name", query_.names,
                   "torch.cuda.graph, Tensor.cuda, flash-attn, NCCL_DEBUG, tl.dot ... (several)")
        ->type_name("NAME")
        ->required();
    app.add_option("--target", query_.target,
                   "latest, or pairs such as torch=2.7.1,soc=A3 (default: the newest release)")
        ->type_name("TARGET");
    app.add_option("--format,-f", query_.format, "terminal, json or markdown")
        ->type_name("FORMAT")
        ->check(CLI::IsMember({"terminal", "json", "markdown"}));
    add_language(app, query_.language);
    add_knowledge(app, query_.knowledge);
  }

  void add_rules() {
    CLI::App& app = *app_.add_subcommand("rules", "List the rules");
    app.add_option("--format,-f", rules_.format, "text or json")
        ->check(CLI::IsMember({"text", "json"}));
    app.add_option("--domain", rules_.domain, "Only the rules of this domain, 1 to 6")
        ->type_name("N")
        ->check(CLI::Range(1, kDomainCount));
    add_language(app, rules_.language);
    add_knowledge(app, rules_.knowledge);
  }

  void add_explain() {
    CLI::App& app = *app_.add_subcommand("explain", "Explain a rule: why, what to do, sources");
    app.add_option("rule", explain_.rule, "The rule's id")->required();
    app.add_option("--format,-f", explain_.format, "text, json or markdown")
        ->check(CLI::IsMember({"text", "json", "markdown"}));
    add_language(app, explain_.language);
    add_knowledge(app, explain_.knowledge);
  }

  void add_targets() {
    CLI::App& app = *app_.add_subcommand(
        "targets", "List what --target can name: torch_npu releases with their lifecycle");
    app.add_option("--format,-f", targets_.format, "text or json")
        ->check(CLI::IsMember({"text", "terminal", "json"}));
    add_language(app, targets_.language);
    add_knowledge(app, targets_.knowledge);
  }

  static int print(Console& console, const std::string& text) {
    return console.data(text) ? kExitOk : kExitUsage;
  }

  // The command that --help was given to.
  CLI::App* called() {
    const std::vector<CLI::App*> commands = app_.get_subcommands();
    return commands.empty() ? &app_ : commands.front();
  }

  std::vector<CommandWords> words() const {
    std::vector<CommandWords> out;
    for (const CLI::App* command : app_.get_subcommands({})) {
      CommandWords& entry = out.emplace_back();
      entry.name = command->get_name();
      entry.description = command->get_description();
      for (const CLI::Option* option : command->get_options()) {
        for (const std::string& name : option->get_lnames()) entry.options.push_back("--" + name);
      }
    }
    return out;
  }

  CLI::App app_;
  AnalyzeOptions analyze_;
  ReportOptions report_;
  QueryOptions query_;
  RulesOptions rules_;
  ExplainOptions explain_;
  TargetsOptions targets_;
  std::string shell_;
};

bool names_no_command(const std::string& first, const std::vector<std::string>& commands) {
  if (std::find(commands.begin(), commands.end(), first) != commands.end()) return false;
  for (const char* global : {"--help", "-h", "--version", "-V"}) {
    if (first == global) return false;
  }
  return true;
}

// A misspelt command reads as a path; say so when there is no such path.
void hint_at_command(const std::string& first, const std::vector<std::string>& commands,
                     Console& console) {
  if (first.empty() || first[0] == '-' || access(first.c_str(), F_OK) == 0) return;
  const std::string near = nearest_name(first, commands);
  if (!near.empty()) console.note("\"" + first + "\" is no command; did you mean " + near + "?");
}

}  // namespace

int run_cli(const std::vector<std::string>& arguments, Console& console) {
  CommandLine command_line;
  std::vector<std::string> complete = arguments;
  const std::vector<std::string> commands = command_line.command_names();
  if (complete.empty() || names_no_command(complete.front(), commands)) {
    if (!complete.empty()) hint_at_command(complete.front(), commands, console);
    complete.insert(complete.begin(), "analyze");
  }
  return command_line.run(complete, console);
}

int run_cli(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  Console console(STDOUT_FILENO, STDERR_FILENO,
                  read_environment([](const char* name) { return std::getenv(name); },
                                   STDOUT_FILENO, STDERR_FILENO));
  try {
    return run_cli(std::vector<std::string>(argv + std::min(argc, 1), argv + argc), console);
  } catch (const std::exception& error) {
    console.note(std::string("internal error: ") + error.what() +
                 "; please report it with the command line that led here");
  }
  return kExitInternal;
}

}  // namespace npuport
