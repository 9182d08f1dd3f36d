package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"coterie/internal/machine/files"
)

// secondSignal is how long after the first signal others are taken for the same one: timeout(1)
// sends two, one to the process and one to its group.
const secondSignal = time.Second

func main() {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	// A terminal that is closed must not leave an external solver behind. Under nohup it means
	// nothing.
	for _, s := range hangup() {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	// The first Ctrl-C asks for an orderly end; a later one ends the process at once.
	context.AfterFunc(ctx, func() { time.AfterFunc(secondSignal, stop) })
	// A write that fails is an error with a path, not the end of the process.
	for _, s := range files.FailedWrites() {
		signal.Notify(make(chan os.Signal, 1), s)
	}
	var out io.Writer = os.Stdout
	if files.OutputClosed() {
		out = closed{}
	}
	code := run(ctx, os.Args[1:], os.Stdin, out, os.Stderr)
	stop()
	os.Exit(code)
}

// closed is a standard output that nothing can be written to.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }
