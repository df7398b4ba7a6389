# Names only; what they do stands in scripts/.
.PHONY: demo test check check-all bench capabilities format release deb check-deb

demo:    ; @scripts/demo.sh
test:    ; @scripts/test.sh
check:   ; @scripts/check.sh
check-all: ; @scripts/check-all.sh
bench:   ; @scripts/bench.sh
capabilities: ; @scripts/capabilities.sh
format:  ; @scripts/format.sh
release: ; @scripts/require-swift.sh && scripts/install-packages.sh build && scripts/build-release.sh && scripts/build-release.sh --show
deb:     ; @scripts/require-swift.sh && scripts/install-packages.sh deb && scripts/build-release.sh && scripts/build-deb.sh
check-deb: ; @scripts/require-swift.sh && scripts/install-packages.sh check-deb && scripts/build-release.sh && scripts/check-deb.sh
