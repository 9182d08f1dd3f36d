package main

import (
	"context"
	"io"
	"strings"
	"syscall/js"
	"time"

	"coterie/internal/command"
	"coterie/internal/picture/canvas"
	"coterie/internal/picture/tikz"
)

// every is the least time between two reports of progress.
const every = 100 * time.Millisecond

func main() {
	js.Global().Set("coterie", js.FuncOf(func(_ js.Value, call []js.Value) any {
		return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, promise []js.Value) any {
			go func() { promise[0].Invoke(run(call)) }()
			return nil
		}))
	}))
	js.Global().Call("ready")
	select {}
}

// run runs one command, and returns its exit status.
func run(call []js.Value) int {
	args := make([]string, call[0].Length())
	for i := range args {
		args[i] = call[0].Index(i).String()
	}
	out, errw := stream{call[2], 1}, stream{call[2], 2}
	return command.Run(context.Background(), args, strings.NewReader(call[1].String()), out, errw, command.Parts{
		Formats: canvas.Formats{canvas.SVG, tikz.TeX},
		Watch: func(io.Writer) (func(string, int, int), func()) {
			var last time.Time
			return func(stage string, done, total int) {
				if now := time.Now(); now.Sub(last) >= every {
					last = now
					call[3].Invoke(stage, done, total)
				}
			}, func() {}
		},
	})
}

// stream is standard output or standard error.
type stream struct {
	write js.Value
	fd    int
}

// Write implements [io.Writer].
func (s stream) Write(p []byte) (int, error) {
	bytes := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(bytes, p)
	s.write.Invoke(s.fd, bytes)
	return len(p), nil
}
