# make help lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift

bindir := $(DESTDIR)$(PREFIX)/bin
sharedir := $(DESTDIR)$(PREFIX)/share
samples := $(sharedir)/eventpass/Samples
bash_completion := $(sharedir)/bash-completion/completions/eventpass
zsh_completion := $(sharedir)/zsh/site-functions/_eventpass
fish_completion := $(sharedir)/fish/vendor_completions.d/eventpass.fish
man := $(sharedir)/man/man1/eventpass.1

# The program contains Swift's own libraries, so it runs on machines without a toolchain. It exports no symbols and
# packs its relocations, which saves 7 MB of memory in each process. It is linked only with libraries that it calls
# directly.
release_flags := -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -s -Xlinker --no-export-dynamic \
	-Xlinker -z -Xlinker pack-relative-relocs -Xlinker --as-needed

# These flags work around missing features and a crash of the thread sanitizer; Tests/Threads explains them. The
# sanitizer needs much memory, so the test of a gate's memory is left out.
threads_flags := --sanitize=thread --scratch-path .build/threads \
	-Xlinker --wrap=__tsan_external_write -Xlinker $(CURDIR)/.build/threads/inout.o

# The number of tests that run at once, a setting of Swift Testing. Without it, all tests start at once and slow each
# other down.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH ?= 16

sources := Sources Tests Benchmarks/Sources Benchmarks/Package.swift Package.swift

# Commands that print the packages of .debian-packages: all packages, or only the packages that the program needs
# without the tests.
all_packages := sed 's/\#.*//' .debian-packages
program_packages := sed '/^\#\# For the tests/,$$d; s/\#.*//' .debian-packages

.PHONY: help demo build release test test-slow test-all soak fuzz threads format lint bench page-weight gallery axe pypdf mailtools api field schemathesis packages program-packages install uninstall clean

help: ## List the targets
	@echo 'EventPass: signed QR tickets, and gate software that verifies them offline.'
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1@\2/p' Makefile | column -t -s @
	@echo
	@echo '  make install uses PREFIX=/usr/local and an empty DESTDIR by default.'

demo: program-packages ## Build the program and run its demonstration
	$(SWIFT) build --product eventpass
	@$$($(SWIFT) build --show-bin-path)/eventpass demo

build: packages ## Build everything for debugging
	$(SWIFT) build

test: packages axe pypdf mailtools ## Run the tests, except for the slow ones
	SWIFT="$(SWIFT)" Tests/run quick

test-slow: packages axe pypdf mailtools ## Run the slow tests: browsers, simulations, transcripts, disaster recovery
	SWIFT="$(SWIFT)" Tests/run slow

test-all: test test-slow ## Run every test

soak: packages axe pypdf mailtools ## Run every test for hours, then fuzz and look for races
	SWIFT="$(SWIFT)" Tests/run soak
	$(MAKE) fuzz api threads

fuzz: packages ## Fuzz every parser of data from outside for SECONDS (60) each
	Tests/Fuzzing/run $(or $(SECONDS),60)

api: packages schemathesis ## Fuzz the API as Docs/openapi.yaml describes it, with EXAMPLES (50) for each operation
	$(SWIFT) build --product eventpass
	Tests/APIFuzzing/run $$($(SWIFT) build --show-bin-path)/eventpass $(or $(EXAMPLES),50)

field: packages ## Add the field NAME (default: area) to ticket types in a clone of the repository, run the tests, and check that the field appears everywhere
	SWIFT="$(SWIFT)" Tests/FieldAddition/run $(or $(NAME),area)

threads: packages ## Run the tests that match FILTER (gate and store by default) under the thread sanitizer
	mkdir -p .build/threads
	clang -c -O -Wall -o .build/threads/inout.o Tests/Threads/inout.c
	clang -shared -fPIC -O -Wall -Wno-ignored-attributes -o .build/threads/mutex.so Tests/Threads/mutex.c -ldl
	$(SWIFT) build --build-tests $(threads_flags)
	LD_PRELOAD=$(CURDIR)/.build/threads/mutex.so $(SWIFT) test --skip-build --disable-xctest $(threads_flags) \
		--filter '$(or $(FILTER),GateTests|StoreTests)' --skip GateMemoryTests

format: ## Format the code
	$(SWIFT) format --in-place --recursive $(sources)

lint: ## Check the format of the code and the rules of the project
	$(SWIFT) format lint --strict --recursive $(sources)
	@! git grep -InE '(/home|/root|/Users|/work)/[a-z]' -- . ':!Makefile' ':!Sources/Store/Store.swift' \
		|| { echo 'lint: a path of one machine'; exit 1; }
	@! git grep -nE 'PQ(request)?[Cc]ancel|PQcancelCreate' -- Sources \
		|| { echo 'lint: PostgreSQL answers a cancelled COMMIT with success; shut the socket down instead'; exit 1; }
	@! git grep -InE 'T[O]DO|F[I]XME|X[X]X' -- . ':!Samples/*.json' ':!Samples/Festival/tokens.txt' \
		|| { echo 'lint: unfinished work'; exit 1; }
	@! git grep -L '^@Suite.*\.slow' -- 'Tests/*/Slow/*.swift' | grep . \
		&& ! git grep -lE '^@Suite.*\.slow\b' -- Tests ':!Tests/*/Slow/*' ':!Tests/BrowserTests' | grep . \
		|| { echo 'lint: a folder named Slow must contain all slow suites, and no other suites'; exit 1; }
	@.ci/database-files
	@.ci/names
	@for file in Sources/CTranslations/po/*.po; do \
		faults=$$(msgfmt --check --output-file=/dev/null $$file 2>&1) || { echo "$$faults"; exit 1; }; \
	done

bench: release ## Compare our speed with that of the bare libraries, and write Docs/Benchmarks.md; RUNS=3 takes the median of three runs
	@cd Benchmarks && $(SWIFT) build -c release >&2
	@program=$$($(SWIFT) build $(release_flags) --show-bin-path)/eventpass; \
	cd Benchmarks && { .build/release/bench $$program $(RUNS) > .build/page; status=$$?; } ; \
	[ $$status -gt 1 ] || cp .build/page ../Docs/Benchmarks.md; exit $$status

page-weight: packages ## Measure public pages in a browser on a slow connection: bytes, first paint, memory
	$(SWIFT) build --build-tests
	EVENTPASS_TESTS=all $(SWIFT) test --skip-build --disable-xctest --filter PageWeightTests

gallery: packages ## Render every layout, export and page for Docs/Gallery.md
	$(SWIFT) build --build-tests
	Docs/Gallery/draw $$($(SWIFT) build --show-bin-path)/eventpass
	EVENTPASS_TESTS=all EVENTPASS_GALLERY=Docs/Gallery $(SWIFT) test --skip-build --disable-xctest --filter GalleryTests

axe: .build/axe/axe.min.js ## Fetch axe-core, the accessibility rules, from PyPI

# Without axe-core, for example because there is no network, its tests print a message and are skipped.
.build/axe/axe.min.js: Tests/BrowserFixture/axe.txt
	@mkdir -p .build/axe
	@python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes -d .build/axe -r $< \
		&& unzip -p .build/axe/axe_playwright_python-*.whl axe_playwright_python/axe.min.js > $@.partial \
		&& mv $@.partial $@ || echo 'no axe-core: its tests are skipped'

pypdf: .build/pypdf/done ## Fetch pypdf, a strict PDF reader, from PyPI

# Without pypdf, for example because there is no network, its test prints a message and is skipped.
.build/pypdf/done: Tests/PrintingTests/pypdf.txt
	@mkdir -p .build/pypdf
	@python3 -m pip download --quiet --disable-pip-version-check --no-deps --require-hashes -d .build/pypdf -r $< \
		&& unzip -qo .build/pypdf/pypdf-*.whl -d .build/pypdf && touch $@ || echo 'no pypdf: its test is skipped'

mailtools: .build/aiosmtpd/done .build/africastalking/done .build/webpush/done ## Fetch a mail server, the client of an SMS provider and a reader of push messages, for tests, from PyPI

# Without aiosmtpd, africastalking or webpush, for example because there is no network, the tests that need it print a
# message and are skipped.
.build/aiosmtpd/done: Tests/MessageTransportTests/aiosmtpd.txt
.build/africastalking/done: Tests/MessageTransportTests/africastalking.txt
.build/webpush/done: Tests/MessageTransportTests/webpush.txt
.build/aiosmtpd/done .build/africastalking/done .build/webpush/done:
	@rm -rf $(@D) && python3 -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
		--target $(@D) -r $< && touch $@ || { rm -rf $(@D); echo 'no $(notdir $(@D)): its tests are skipped'; }

schemathesis: .build/schemathesis/done ## Fetch schemathesis, the API fuzzer, from PyPI

# Without schemathesis, for example because there is no network, a message says that the API is not fuzzed.
.build/schemathesis/done: Tests/APIFuzzing/schemathesis.txt
	@python3 -m venv --clear --without-pip .build/schemathesis \
		&& python3 -m pip --python .build/schemathesis/bin/python install --quiet --disable-pip-version-check \
			--only-binary :all: --require-hashes -r $< \
		&& touch $@ || { rm -rf .build/schemathesis; echo 'schemathesis is not installed, so the API is not fuzzed'; }

packages: listed = $(all_packages)
program-packages: listed = $(program_packages)
packages: ## Install the packages of .debian-packages that this machine lacks
packages program-packages:
	@missing=; \
	for package in $$($(listed)); do \
		dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
		echo "missing:$$missing"; \
		command -v apt-get >/dev/null || { echo 'install these by hand: there is no apt-get here' >&2; exit 1; }; \
		if [ "$$(id -u)" = 0 ]; then as=; \
		elif command -v sudo >/dev/null; then as=sudo; \
		else echo "run as root: apt-get install$$missing" >&2; exit 1; fi; \
		$$as apt-get update -q && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends $$missing; \
	fi
	@command -v $(SWIFT) >/dev/null || { echo 'there is no swift here: install a Swift toolchain, 6.3 or newer' >&2; exit 1; }

release: program-packages
	$(SWIFT) build $(release_flags) --product eventpass

install: release ## Install the program, its sample, completions and man page
	install -d $(bindir) $(samples)/Festival $(samples)/Layouts/Labels $(dir $(bash_completion) $(zsh_completion) $(fish_completion) $(man))
	bin=$$($(SWIFT) build $(release_flags) --show-bin-path)/eventpass && \
	install -m 755 $$bin $(bindir)/eventpass && \
	$$bin --generate-completion-script bash > $(bash_completion) && \
	$$bin --generate-completion-script zsh > $(zsh_completion) && \
	$$bin --generate-completion-script fish > $(fish_completion)
	install -m 644 Samples/Festival/guests.csv $(samples)/Festival
	install -m 644 Samples/Layouts/*.json $(samples)/Layouts
	install -m 644 Samples/Layouts/Labels/*.json $(samples)/Layouts/Labels
	pages=$$(mktemp -d) && \
	$(SWIFT) package --allow-writing-to-directory $$pages generate-manual --output-directory $$pages && \
	install -m 644 $$pages/eventpass.1 $(man) && rm -r $$pages

uninstall: ## Remove the installed files
	rm -f $(bindir)/eventpass $(bash_completion) $(zsh_completion) $(fish_completion) $(man)
	rm -rf $(sharedir)/eventpass

clean: ## Remove the build products
	rm -rf .build Benchmarks/.build
