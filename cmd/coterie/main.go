package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

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
	// The first Ctrl-C asks for an orderly end; a second one ends the process.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
