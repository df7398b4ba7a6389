# Names only; what they do stands in scripts/.
.PHONY: demo test check bench format release deb check-deb

demo:    ; @scripts/demo.sh
test:    ; @scripts/test.sh
check:   ; @scripts/check.sh
bench:   ; @scripts/bench.sh
format:  ; @scripts/format.sh
release: ; @scripts/require-swift.sh && scripts/install-packages.sh build && scripts/build-release.sh && scripts/build-release.sh --show
deb:     ; @scripts/require-swift.sh && scripts/install-packages.sh package && scripts/build-release.sh && scripts/build-deb.sh
check-deb: ; @scripts/require-swift.sh && scripts/install-packages.sh check-package && scripts/build-release.sh && scripts/check-deb.sh
