# Everything that is done with this repository. Needs Go and make; the other tools are built into bin/ from the modules
# under tools/, once, at the versions that their go.mod pins.

NAME    := coreweave-sandbox
PLUGIN  := bin/pulumi-resource-$(NAME)
VERSION := $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' provider/version.go)

# `make test PULUMI=pulumi` and `make demo PULUMI=pulumi` use an installed Pulumi, and then neither the CLI nor the YAML
# language host is built: an installation has both.
PULUMI ?= $(CURDIR)/bin/pulumi
ifeq ($(PULUMI),$(CURDIR)/bin/pulumi)
ENGINE := bin/pulumi bin/pulumi-language-yaml
else
ENGINE :=
endif
# Tests and demo change directories, so that a relative path would not last.
PULUMI_BIN = $(if $(findstring /,$(PULUMI)),$(abspath $(PULUMI)),$(PULUMI))

# Flags for go test, for example `make test TEST=./provider/... TESTFLAGS='-v -run TestDiff'`.
TEST      ?= ./...
TESTFLAGS ?=

# One setting for all, so that builds and tests share what is compiled.
export CGO_ENABLED := 0

GOBUILD := go build -buildvcs=false -ldflags '-s -w'
RUNGEN  := go run -buildvcs=false ./provider/cmd/pulumi-gen-$(NAME)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help provider generate lint lint-go lint-modules lint-generated test demo tools install clean FORCE

help: ## List the targets
	@echo "pulumi-$(NAME) $(VERSION)"
	@echo
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "test and demo take PULUMI=pulumi to use an installed Pulumi instead of building one."

provider: $(PLUGIN) ## Build the plugin into bin/

generate: ## Write the generated files from the provider: schema.json
	$(RUNGEN) .

lint: lint-go lint-modules lint-generated ## Check style, imports, go.mod and that generated files are up to date

test: $(PLUGIN) $(ENGINE) ## Run all tests, those through the Pulumi engine included
	PATH="$(CURDIR)/bin:$$PATH" PULUMI_BIN="$(PULUMI_BIN)" go test -count=1 -timeout 30m $(TESTFLAGS) $(TEST)

demo: $(PLUGIN) bin/fakeapi $(ENGINE) ## Walk through a runner's life with Pulumi and a fake API on this machine
	@PULUMI_BIN="$(PULUMI_BIN)" examples/demo.sh

tools: bin/pulumi bin/pulumi-language-yaml bin/golangci-lint ## Build the tools that tests, demo and lint use

install: $(PLUGIN) ## Copy the plugin to where Pulumi finds it: PREFIX/bin, GOBIN or GOPATH/bin
	@dir='$(if $(PREFIX),$(PREFIX)/bin)'; \
	[ -n "$$dir" ] || dir=$$(go env GOBIN); \
	[ -n "$$dir" ] || dir=$$(go env GOPATH | cut -d: -f1)/bin; \
	mkdir -p "$$dir" && install -m 755 $(PLUGIN) "$$dir/" || exit 1; \
	echo "Installed $(notdir $(PLUGIN)) $(VERSION) in $$dir."; \
	echo "Pulumi uses a plugin that it finds on PATH; no 'pulumi plugin install' is needed."; \
	case ":$$PATH:" in *":$$dir:"*) ;; *) echo "$$dir is not on PATH. Add it: export PATH=\"$$dir:\$$PATH\"" ;; esac

clean: ## Remove what was built: bin/, coverage
	rm -rf bin coverage.out coverage.html

# Go knows best whether anything has changed.
$(PLUGIN): FORCE
	@echo "building $@ $(VERSION)"
	@$(GOBUILD) -trimpath -o $@ ./provider/cmd/$(@F)

bin/fakeapi: FORCE
	@$(GOBUILD) -o $@ ./tests/fakeapi/cmd/fakeapi

bin/pulumi: tools/pulumi/go.mod tools/pulumi/go.sum
	@version=$$(cd tools/pulumi && go list -m -f '{{.Version}}' github.com/pulumi/pulumi/pkg/v3) || exit 1; \
	echo "building $@ $$version, which takes about six minutes the first time"; \
	cd tools/pulumi && go build -buildvcs=false -o ../../$@ \
		-ldflags "-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=$$version" \
		github.com/pulumi/pulumi/pkg/v3/cmd/pulumi

bin/pulumi-language-yaml: tools/pulumi-language-yaml/go.mod tools/pulumi-language-yaml/go.sum
	@echo "building $@, which takes about two minutes the first time"
	@cd tools/pulumi-language-yaml && $(GOBUILD) -o ../../$@ github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml

bin/golangci-lint: tools/golangci-lint/go.mod tools/golangci-lint/go.sum
	@echo "building $@, which takes about two minutes the first time"
	@cd tools/golangci-lint && $(GOBUILD) -o ../../$@ github.com/golangci/golangci-lint/v2/cmd/golangci-lint

lint-go: bin/golangci-lint
	bin/golangci-lint run ./...

lint-modules:
	go mod tidy -diff

# Generates into an empty directory and compares, so that a check never changes what it checks.
lint-generated:
	@echo "comparing the generated files"
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && $(RUNGEN) "$$dir" && tools/same-files.sh "$$dir" . || \
		{ echo "generated files are out of date: run 'make generate'"; exit 1; }
