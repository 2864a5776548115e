# filterlab: every target is a line or two that a person could type.
# A bare `make` prints them.

OUT ?= results
FUZZTIME ?= 20000x
ROUNDS ?= 10
PAIRS ?= 30
# two files are given, or it is said what is wanted
TWO = test -n '$(OLD)' -a -n '$(NEW)' || { echo 'make $@: wants two files of benchmarks, OLD=old.txt NEW=new.txt' >&2; exit 2; }
LINT := go tool -modfile=.ci/tools/go.mod

.DEFAULT_GOAL := help
.PHONY: help build experiments smoke pdf verify report test lint unit race portable fuzz notebooks reproduce readme bench large gobench peers peers-front rivals audit benchstat compare regress clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build ./runexp, stamped with the revision
	go build -buildvcs=auto -o runexp ./cmd/runexp

experiments: build ## measure the standard profile, judge it, write the tables into $(OUT)
	./runexp run --again --out $(OUT)
	./runexp check --out $(OUT)
	./runexp report --out $(OUT) $(if $(filter results,$(OUT)),--readme README.md --reproduce REPRODUCE.md)

smoke: build ## the same in half a minute, small, into results-smoke
	./runexp run --again --profile smoke --out results-smoke
	./runexp check --out results-smoke
	./runexp report --out results-smoke
	./runexp bench --again --profile smoke --out results-smoke --quiet

pdf: ## the figures of $(OUT) as PDF beside them, where rsvg-convert is installed
	.ci/pdf $(OUT)

verify: build ## measure the committed record again and compare it byte for byte
	./runexp verify results

test: lint unit race portable fuzz smoke ## everything that CI runs

lint: ## gofmt, go vet, staticcheck
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo 'gofmt: the files above are not formatted' >&2; exit 1; }
	go vet ./...
	$(LINT) staticcheck ./...
	cd experiments/peers && go vet ./...
	cd experiments/example && go vet ./...
	cd experiments/example && go tool -modfile=../../.ci/tools/go.mod staticcheck ./...

unit: ## all tests, conformance kits and the README's commands among them, and how many passed (into $(COUNTED))
	go test -json ./... | go run .ci/passed.go $(COUNTED)
	cd experiments/peers && go test ./...
	cd experiments/example && go test ./...

race: ## the short tests under the race detector
	go test -short -race ./...

portable: ## without assembly; counts where an int has 32 bits, where multiply-add is fused, on big-endian machines
	GOARCH=386 go vet ./...
	go test -tags purego,noasm -short ./hashes/... ./variants/...
	.ci/portable

fuzz: ## every fuzz target for $(FUZZTIME): a number of inputs, or a time such as 1m
	.ci/fuzz $(FUZZTIME)

notebooks: ## run notebooks/ over the record without a screen, every assert a test (Debian's nbconvert)
	.ci/notebooks

reproduce: ## what REPRODUCE.md says, in a fresh clone: does it measure, and what does it take (some ten minutes alone)
	go run .ci/reproduce.go
	$(MAKE) build
	./runexp report --reproduce REPRODUCE.md

bench: build ## time the filters, interleaved, into $(OUT)/timings/MACHINE (some five minutes; leave the machine alone)
	./runexp bench --again --out $(OUT)
	./runexp bench --again --front --out $(OUT)
	./runexp growth --again --quiet --out $(OUT)

large: build ## time the fastest filters from n = 1e3 to 1e8, far beyond the caches (some two minutes, 2 GB)
	./runexp bench --again --out $(OUT) --name large --variant classic,blocked,splitblock,cuckoo -n 1e3,1e4,1e5,1e6,1e7,1e8 \
		--ops Contains,ContainsBatch --from digest --hits 0,100 --caches warm

gobench: ## the Go benchmarks of every package, in blocks, for profiles and benchstat
	go test -run '^$$' -bench . -count 10 ./... | tee bench.txt

benchstat: ## two files of benchmarks, OLD=... NEW=..., in the Go project's tool
	@$(TWO)
	go tool benchstat $(OLD) $(NEW)

compare: build ## the same in ours, failing on a regression
	@$(TWO)
	./runexp compare $(OLD) $(NEW) --fail-on regression

regress: ## time the working tree against BASE=revision, in turns, ROUNDS=10 each
	.ci/regress '$(BASE)' $(ROUNDS) results-regress $(BENCH)

peers: ## build ./peers: runexp with other people's Go libraries beside our variants
	cd experiments/peers && go build -buildvcs=auto -o ../../peers ./cmd/peers

peers-front: peers ## time each of those libraries beside the nearest of ours, at equal measured FPR, into $(OUT)/timings/MACHINE/peers.* (some four minutes)
	./peers bench --audited --again --out $(OUT)

rivals: peers ## time the pairs that the goals of speed want, into $(OUT)/timings/MACHINE/rivals*.* (some twenty minutes)
	./peers bench --goals --again --benchtime 10ms --rounds $(PAIRS) --out $(OUT)
	cd experiments/peers && go build -buildvcs=auto -tags purego -o ../../peers-portable ./cmd/peers
	rm -f $(OUT)/timings/*/rivals-portable.* $(OUT)/timings/*/rivals-assembly.*
	for round in $$(seq $(ROUNDS)); do \
		./peers-portable bench --goals=portable --rounds 1 --append --quiet --out $(OUT) >/dev/null && \
		./peers bench --goals=assembly --rounds 1 --append --quiet --out $(OUT) >/dev/null || exit; done
	./peers goals --out $(OUT)

audit: peers ## put those libraries through the cells of an audit, each in its own process, into $(OUT)/audit
	cd experiments/peers && go build -buildvcs=auto -race -o ../../peers-race ./cmd/peers
	./peers audit --race ./peers-race $(if $(PROFILE),--profile $(PROFILE),--out $(OUT))

clean: ## remove what building and trying leaves behind
	rm -rf runexp peers peers-portable peers-race filters results-smoke results-full results-regress results-audit bench.txt
