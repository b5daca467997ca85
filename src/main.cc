#include "cli/cli.h"

int main(int argc, char** argv) { return npuport::run_cli(argc, argv); }
