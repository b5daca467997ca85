#include <string>
#include <string_view>

#include "cli/commands.h"
#include "cli/exit_codes.h"

namespace npuport {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : " ") + word;
  return out;
}

std::string names(const std::vector<CommandWords>& commands) {
  std::string out;
  for (const CommandWords& command : commands) out += (out.empty() ? "" : " ") + command.name;
  return out;
}

// Single-quoted for any of the three shells.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string for_bash(const std::vector<CommandWords>& commands) {
  std::string out =
      "_npuport() {\n  local word=${COMP_WORDS[COMP_CWORD]} options\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CommandWords& command : commands) {
    out += "    " + command.name + ") options=" + quoted(joined(command.options)) + " ;;\n";
  }
  out += "    *) options=" + quoted(commands.empty() ? "" : joined(commands.front().options)) +
         " ;;\n  esac\n"
         "  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
         "  elif [[ $COMP_CWORD == 1 ]]; then\n    COMPREPLY=($(compgen -W " +
         quoted(names(commands)) +
         " -- \"$word\") $(compgen -f -- \"$word\"))\n"
         "  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\n"
         "complete -o filenames -F _npuport npuport\n";
  return out;
}

std::string for_zsh(const std::vector<CommandWords>& commands) {
  std::string out = "#compdef npuport\n_npuport() {\n  local -a commands options\n  commands=(\n";
  for (const CommandWords& command : commands) {
    out += "    " + quoted(command.name + ":" + command.description) + "\n";
  }
  out += "  )\n  case $words[2] in\n";
  for (const CommandWords& command : commands) {
    out += "    " + command.name + ") options=(" + joined(command.options) + ") ;;\n";
  }
  out += "    *) options=(" + (commands.empty() ? "" : joined(commands.front().options)) +
         ") ;;\n  esac\n"
         "  if [[ $PREFIX == -* ]]; then\n    compadd -- $options\n    return\n  fi\n"
         "  (( CURRENT == 2 )) && _describe command commands\n  _files\n}\n_npuport \"$@\"\n";
  return out;
}

std::string for_fish(const std::vector<CommandWords>& commands) {
  std::string out;
  for (const CommandWords& command : commands) {
    out += "complete -c npuport -n __fish_use_subcommand -a " + command.name + " -d " +
           quoted(command.description) + "\n";
    for (const std::string& option : command.options) {
      if (!option.starts_with("--")) continue;
      out += "complete -c npuport -n '__fish_seen_subcommand_from " + command.name + "' -l " +
             option.substr(2) + "\n";
    }
  }
  return out;
}

}  // namespace

int run_completion(const std::string& shell, const std::vector<CommandWords>& commands,
                   Console& console) {
  std::string script;
  if (shell == "bash") {
    script = for_bash(commands);
  } else if (shell == "zsh") {
    script = for_zsh(commands);
  } else if (shell == "fish") {
    script = for_fish(commands);
  } else {
    console.note("completion: unknown shell \"" + shell + "\": expected bash, zsh or fish");
    return kExitUsage;
  }
  return console.data(script) ? kExitOk : kExitUsage;
}

}  // namespace npuport
