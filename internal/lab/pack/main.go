package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/andybalholm/brotli"

	"coterie/internal/lab"
	"coterie/internal/machine/files"
)

// most is the greatest size of a packed engine, in bytes: the page has to be small on a slow line.
const most = 6_000_000

func main() {
	log.SetFlags(0)
	if err := pack(); err != nil {
		log.Fatal(err)
	}
}

func pack() error {
	e, err := lab.Compile(context.Background(), lab.Small)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	w := brotli.NewWriterOptions(&packed, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	if _, err := w.Write(e.Program); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if packed.Len() > most {
		return fmt.Errorf("the engine has %d bytes, packed %d: more than %d", len(e.Program), packed.Len(), most)
	}
	if err := os.MkdirAll("built", 0o777); err != nil {
		return err
	}
	for path, data := range map[string][]byte{"built/engine.wasm.br": packed.Bytes(), "built/wasm_exec.js": e.Support} {
		err := files.Write(context.Background(), path, func(w io.Writer) error { _, err := w.Write(data); return err })
		if err != nil {
			return err
		}
	}
	fmt.Printf("the engine has %d bytes, packed %d\n", len(e.Program), packed.Len())
	return nil
}
