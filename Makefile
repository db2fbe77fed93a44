# Everything that is done with this repository. Go and make are enough for the provider; the SDKs and their tests need
# Node, Python and Java with Maven as well. The other tools are built into bin/ from the modules under tools/, once, at
# the versions that their go.mod pins.

NAME    := coreweave-sandbox
PLUGIN  := bin/pulumi-resource-$(NAME)
VERSION := $(shell sed -n 's/^const Version = "\(.*\)"$$/\1/p' provider/version.go)
OWNER   := $(shell sed -n 's/^\tOrganization = "\(.*\)"$$/\1/p' provider/provider.go)

# `make test PULUMI=pulumi` and `make demo PULUMI=pulumi` use an installed Pulumi, and then neither the CLI nor the
# language hosts are built: an installation has them.
PULUMI ?= $(CURDIR)/bin/pulumi
ifeq ($(PULUMI),$(CURDIR)/bin/pulumi)
ENGINE := bin/pulumi bin/pulumi-language-yaml
HOSTS  := $(addprefix bin/pulumi-language-,go java nodejs python)
else
ENGINE :=
HOSTS  :=
endif
# Tests and demo change directories, so that a relative path would not last.
PULUMI_BIN = $(if $(findstring /,$(PULUMI)),$(abspath $(PULUMI)),$(PULUMI))

# Tools that are built from the modules of their names under tools/.
GOTOOLS := actionlint cyclonedx-gomod go-licenses golangci-lint goreleaser govulncheck

# Flags for go test, for example `make test TEST=./provider/... TESTFLAGS='-v -run TestDiff'`.
TEST      ?= ./...
TESTFLAGS ?=

# `make test RACE=1` runs tests and plugin with the race detector, which needs a C compiler.
RACE ?=
ifneq ($(RACE),)
RACEFLAG := -race
endif

# One setting for all, so that builds and tests share what is compiled.
export CGO_ENABLED := $(if $(RACE),1,0)

GOBUILD := go build -buildvcs=false -ldflags '-s -w'
RUNGEN  := go run -buildvcs=false ./provider/cmd/pulumi-gen-$(NAME)

# Where `make generate` writes.
OUT ?= .

# What the npm package and the wheel are made of, without what npm and setuptools leave between it.
sources = $(shell find sdk/$(1) \( -name node_modules -o -name bin -o -name build -o -name dist -o -name target -o -name '*.egg-info' \) -prune -o -type f -print)
NPM   := sdk/nodejs/dist/$(OWNER)-$(NAME)-$(VERSION).tgz
GOSDK := github.com/$(OWNER)/pulumi-$(NAME)/sdk/go/coreweavesandbox
JAR   := sdk/java/target/$(NAME)-$(VERSION).jar
WHEEL := sdk/python/dist/$(OWNER)_coreweave_sandbox-$(VERSION)-py3-none-any.whl

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help provider generate lint lint-go lint-modules lint-licenses lint-workflows licenses vuln test fuzz demo tools install clean FORCE
.PHONY: build_go build_nodejs build_python build_java
.PHONY: install_sdks install_go_sdk install_nodejs_sdk install_python_sdk install_java_sdk

help: ## List the targets
	@echo "pulumi-$(NAME) $(VERSION)"
	@echo
	@awk 'BEGIN { FS = ":.*## " } /^[a-z_-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo
	@echo "test and demo take PULUMI=pulumi to use an installed Pulumi instead of building one."

provider: $(PLUGIN) ## Build the plugin into bin/

generate: ## Write the generated files from the provider and the examples: schema.json and the SDKs
	$(RUNGEN) examples . $(OUT)
	$(RUNGEN) sdks . $(OUT)
	cd tools/pulumi-gen-java && go run -buildvcs=false . $(abspath $(OUT))/schema.json $(CURDIR) $(abspath $(OUT))/sdk/java

build_go: ## Compile the Go SDK
	cd sdk/go/coreweavesandbox && go build ./... && go vet ./...

build_nodejs: $(NPM) ## Build the npm package, ready to publish, into sdk/nodejs/bin, and pack it into sdk/nodejs/dist

build_java: $(JAR) ## Build the Java package, ready to publish, into sdk/java/target

build_python: $(WHEEL) ## Build the Python wheel, ready to publish, into sdk/python/dist

lint: lint-go lint-modules lint-licenses lint-workflows ## Check style, imports, go.mod, licences and workflows

# What the tests of the SDKs need, if they are among those that run.
SDKS = $(if $(filter ./... ./tests/... ./tests/languages%,$(TEST)),$(HOSTS) $(NPM) $(WHEEL) $(JAR))

# How long each target is fuzzed. What fails is kept in testdata/fuzz beside the test, and is a test from then on.
FUZZTIME ?= 1m

fuzz: ## Fuzz each target in turn, for FUZZTIME
	@grep -rl --include='*_test.go' '^func Fuzz' provider | xargs -n 1 dirname | sort -u | while read -r package; do \
	  for target in $$(go test -list '^Fuzz' "./$$package" | grep '^Fuzz'); do \
	    echo "$$package: $$target"; \
	    go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x "./$$package" || exit 1; \
	  done; \
	done

test: $(PLUGIN) $(ENGINE) $(SDKS) ## Run all tests, those through the Pulumi engine included
	PULUMI_BIN="$(PULUMI_BIN)" go test -count=1 -timeout 40m $(RACEFLAG) $(TESTFLAGS) $(TEST)
	$(if $(SDKS),cd tools/pulumi-gen-java && go test ./...)

demo: $(PLUGIN) bin/fakeapi $(ENGINE) ## Walk through a runner's life with Pulumi and a fake API on this machine
	@PULUMI_BIN="$(PULUMI_BIN)" examples/demo.sh

tools: $(ENGINE) $(HOSTS) bin/golangci-lint ## Build the tools that tests, demo and lint use

install: $(PLUGIN) ## Copy the plugin to where Pulumi finds it: PREFIX/bin, GOBIN or GOPATH/bin
	@dir='$(if $(PREFIX),$(PREFIX)/bin)'; \
	[ -n "$$dir" ] || dir=$$(go env GOBIN); \
	[ -n "$$dir" ] || dir=$$(go env GOPATH | cut -d: -f1)/bin; \
	mkdir -p "$$dir" && install -m 755 $(PLUGIN) "$$dir/" || exit 1; \
	echo "Installed $(notdir $(PLUGIN)) $(VERSION) in $$dir."; \
	echo "Pulumi uses a plugin that it finds on PATH; no 'pulumi plugin install' is needed."; \
	case ":$$PATH:" in *":$$dir:"*) ;; *) echo "$$dir is not on PATH. Add it: export PATH=\"$$dir:\$$PATH\"" ;; esac

# For programs on this machine, as long as the SDKs are not published. Each tells what remains to be done in a program.
install_sdks: install_go_sdk install_nodejs_sdk install_python_sdk install_java_sdk ## Make the SDKs usable in programs on this machine

install_go_sdk: build_go
	@echo "Go: in the module of a program,"
	@echo "    go mod edit -require=$(GOSDK)@v$(VERSION) -replace=$(GOSDK)=$(CURDIR)/sdk/go/coreweavesandbox && go mod tidy"

# The tarball, since a linked folder would bring a copy of @pulumi/pulumi of its own.
install_nodejs_sdk: build_nodejs
	@echo "TypeScript: in the folder of a program,"
	@echo "    npm install $(CURDIR)/$(NPM)"

# The second time is for a package that is there already: its version stays the same from build to build.
install_python_sdk: build_python
	@if [ -n "$$VIRTUAL_ENV" ]; then \
		python3 -m pip install --quiet $(WHEEL) && python3 -m pip install --quiet --force-reinstall --no-deps $(WHEEL) && \
		echo "Python: installed in $$VIRTUAL_ENV"; \
	else \
		echo "Python: in the virtual environment of a program,"; \
		echo "    pip install --force-reinstall $(CURDIR)/$(WHEEL)"; \
	fi

install_java_sdk: build_java
	@cd sdk/java && mvn --batch-mode --quiet install
	@echo "Java: com.$(OWNER):$(NAME):$(VERSION) is in the local Maven repository"

clean: ## Remove what was built: bin/, SDK packages, coverage
	rm -rf bin coverage.out coverage.html sdk/nodejs/bin sdk/nodejs/dist sdk/nodejs/node_modules sdk/python/dist sdk/python/build sdk/python/*.egg-info sdk/java/target

# The version of TypeScript is that of package.json, and nothing else of the tools shows in the package.
$(NPM): $(call sources,nodejs)
	@echo "building $@"
	@cd sdk/nodejs && rm -rf bin dist && npm install --silent --no-audit --no-fund --no-package-lock && npx tsc && \
		cp README.md LICENSE package.json bin/ && mkdir dist && npm pack --silent --pack-destination dist ./bin >/dev/null
	@touch $@

$(WHEEL): $(call sources,python)
	@echo "building $@"
	@[ -x bin/venv/bin/pip ] || python3 -m venv bin/venv
	@cd sdk/python && rm -rf build dist && ../../bin/venv/bin/pip wheel --quiet --no-deps --wheel-dir dist .
	@touch $@

$(JAR): $(call sources,java)
	@echo "building $@"
	@cd sdk/java && mvn --batch-mode --quiet clean package
	@touch $@

# Go knows best whether anything has changed.
$(PLUGIN): FORCE
	@echo "building $@ $(VERSION)"
	@$(GOBUILD) $(RACEFLAG) -trimpath -o $@ ./provider/cmd/$(@F)

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

# Each is a package of one module; the shim with which the Python host starts Python lies beside it.
bin/pulumi-language-go: HOST := go/pulumi-language-go
bin/pulumi-language-nodejs: HOST := nodejs/cmd/pulumi-language-nodejs
bin/pulumi-language-python: HOST := python/cmd/pulumi-language-python
bin/pulumi-language-go bin/pulumi-language-nodejs bin/pulumi-language-python: tools/pulumi-languages/go.mod tools/pulumi-languages/go.sum
	@echo "building $@"
	@cd tools/pulumi-languages && $(GOBUILD) -o ../../$@ github.com/pulumi/pulumi/sdk/v3/$(HOST) && \
		if [ $(@F) = pulumi-language-python ]; then \
			install -m 755 "$$(go list -m -f '{{.Dir}}' github.com/pulumi/pulumi/sdk/v3)/python/cmd/$(@F)-exec" ../../$@-exec; fi

bin/pulumi-language-java: tools/pulumi-gen-java/go.mod tools/pulumi-gen-java/go.sum
	@echo "building $@"
	@cd tools/pulumi-gen-java && $(GOBUILD) -o ../../$@ github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java

# The other tools are what their modules say.
$(addprefix bin/,$(GOTOOLS)): bin/%: tools/%/go.mod tools/%/go.sum
	@echo "building $@, which takes up to two minutes the first time"
	@cd tools/$* && $(GOBUILD) -o ../../$@ tool

lint-go: bin/golangci-lint
	bin/golangci-lint run ./...
	cd examples/go && ../../bin/golangci-lint run ./...
	cd tools/pulumi-gen-java && ../../bin/golangci-lint run ./...

lint-modules:
	go mod tidy -diff
	cd sdk/go/coreweavesandbox && go mod tidy -diff
	cd examples/go && go mod tidy -diff
	cd tests/languages/testdata/go && go mod tidy -diff
	cd tools/pulumi-gen-java && go mod tidy -diff

# The plugin has other dependencies on each system; none of them may forbid what Apache-2.0 allows.
LICENSES := Apache-2.0,BSD-2-Clause,BSD-3-Clause,ISC,MIT,MPL-2.0,Unicode-DFS-2016
SYSTEMS  := linux darwin windows
# Without the project's own packages, and without one whose licence is in its README only; the list has it all the same.
GOLICENSES := --stderrthreshold 2 --logtostderr=false --ignore github.com/$(OWNER)/pulumi-$(NAME) \
	--ignore github.com/mattn/go-localereader ./provider/cmd/pulumi-resource-$(NAME)

licenses: bin/go-licenses ## Write docs/licenses.md: the licences of what is in the plugin
	@{ cat tools/go-licenses/licenses.md && for os in $(SYSTEMS); do \
		GOOS=$$os bin/go-licenses report --template tools/go-licenses/module.tmpl $(GOLICENSES) || exit 1; \
	done | LC_ALL=C sort -u; } >$(or $(TO),docs/licenses.md)

lint-licenses: bin/go-licenses
	@for os in $(SYSTEMS); do \
		GOOS=$$os bin/go-licenses check --allowed_licenses=$(LICENSES) $(GOLICENSES) || exit 1; \
	done
	@list=$$(mktemp) && trap 'rm -f "$$list"' EXIT && $(MAKE) --no-print-directory licenses TO="$$list" && \
		diff -u docs/licenses.md "$$list" || { echo "docs/licenses.md is out of date: run make licenses"; exit 1; }

lint-workflows: bin/actionlint
	bin/actionlint

vuln: bin/govulncheck ## Look for known vulnerabilities in what the plugin and the SDK call; asks the Go vulnerability database
	bin/govulncheck ./...
	cd sdk/go/coreweavesandbox && ../../../bin/govulncheck ./...
