# Names only; what they do stands in scripts/.
.PHONY: demo test check bench format release

demo:    ; @scripts/demo.sh
test:    ; @scripts/test.sh
check:   ; @scripts/check.sh
bench:   ; @scripts/bench.sh
format:  ; @scripts/format.sh
release: ; @scripts/require-swift.sh && scripts/install-packages.sh build && scripts/build-release.sh && scripts/build-release.sh --show
