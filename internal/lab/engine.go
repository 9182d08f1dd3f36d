package lab

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"coterie/internal/machine/files"
	"coterie/internal/words/typed"
)

// Built is an engine with the script of Go that runs it. The browser unpacks the program.
type Built struct {
	Program []byte // WebAssembly, packed by brotli or gzip
	Support []byte // wasm_exec.js of the Go release that compiled the program
}

// Small are flags of [Compile] that leave out what a debugger needs.
const Small = "-s -w"

// Engine returns the engine of a release. If the program has none, it compiles one from the source
// in the folder of the process or above it, which takes a minute, and packs it by gzip. The error
// has a hint.
func Engine(ctx context.Context) (*Built, error) {
	if e := released(); e != nil {
		return e, nil
	}
	e, err := Compile(ctx, Small)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(e.Program)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, err
	}
	return &Built{packed.Bytes(), e.Support}, nil
}

// Compile compiles the engine from the source in the folder of the process or above it, with flags
// for the linker. The program is not packed.
func Compile(ctx context.Context, linker string) (*Built, error) {
	const pkg = "coterie/internal/lab/engine"
	source := "run it in a folder of its source, where the Go tool compiles one; a release has one in it"
	if err := exec.CommandContext(ctx, "go", "list", pkg).Run(); err != nil {
		return nil, typed.Hint(errors.New("lab: this program has no engine for a browser in it, and there is no source here to compile one"), source)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("lab: go env: %w", err)
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("lab: the Go release has no script for a browser: %w", err)
	}
	to, err := files.Stage(filepath.Join(os.TempDir(), "engine.wasm"))
	if err != nil {
		return nil, err
	}
	defer to.Discard()
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags="+linker, "-o", to.Path, pkg)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("lab: the engine does not compile: %w: %s", err, said)
	}
	program, err := os.ReadFile(to.Path)
	return &Built{program, support}, err
}
