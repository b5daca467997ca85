# The front door. Each target installs what is missing, says what it does, and does nothing twice.
.DEFAULT_GOAL := build
SHELL := /bin/bash

PROJECT ?= examples/mini-video-dit
BUILD := build
JOBS ?= $(shell nproc)

.PHONY: build run test lint bench fuzz asan clean help deps format

help:
	@echo "make build                 build/npuport"
	@echo "make run [PROJECT=path]    analyse a project (default: the bundled example)"
	@echo "make test                  all tests"
	@echo "make lint                  format and clang-tidy"
	@echo "make asan                  the tests under address and undefined-behaviour sanitizers"
	@echo "make bench                 speed beside ripgrep, ast-grep, ruff and Python's ast"
	@echo "make fuzz                  every fuzz target for FUZZ_SECONDS (default 60) seconds"

deps:
	@scripts/install_dependencies.sh build

build: deps
	@scripts/build.sh release npuport

run: build
	@$(BUILD)/npuport analyze $(PROJECT)

test: deps
	@scripts/test.sh release

asan:
	@scripts/install_dependencies.sh build clang
	@scripts/test.sh asan

lint:
	@scripts/install_dependencies.sh build lint
	@scripts/lint.sh

format:
	@scripts/install_dependencies.sh build lint
	@git ls-files 'src/*.cc' 'src/*.h' 'tests/*.cc' 'tests/*.h' | xargs clang-format-14 -i

bench: build
	@scripts/install_dependencies.sh bench
	@bench/run.sh

fuzz:
	@scripts/install_dependencies.sh build clang
	@scripts/fuzz.sh $(or $(FUZZ_SECONDS),60)

clean:
	rm -rf $(BUILD)
