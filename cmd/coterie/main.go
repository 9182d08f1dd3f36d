package main

import (
	"context"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"coterie/internal/command"
	"coterie/internal/machine/files"
	"coterie/internal/machine/progress"
	"coterie/internal/picture/chart"
	"coterie/internal/picture/paper"
	"coterie/internal/words/datapackage"
)

// secondSignal is the time after the first signal in which another one is taken for a copy of it:
// timeout(1) sends two signals, one to the process and one to its group.
const secondSignal = time.Second

// floor is the least memory, in bytes, at which garbage is collected. Most commands keep some
// megabytes, and Go would collect at every few more: simulate takes 40 % less CPU time with it, and
// compare 20 %.
const floor = 64 << 20

func main() {
	// The collector doubles what it finds in use. These bytes are in use, and as nobody touches
	// them they take no memory.
	unused := make([]byte, floor/2)
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	// If the terminal is closed, no external solver may be left running. Under nohup the signal is
	// ignored.
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
		// Every write to it fails.
		out = files.WriterFunc(func([]byte) (int, error) { return 0, os.ErrClosed })
	}
	code := run(ctx, os.Args[1:], os.Stdin, out, os.Stderr)
	stop()
	runtime.KeepAlive(unused)
	os.Exit(code)
}

// run is the program with all its parts.
func run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	return command.Run(ctx, args, in, out, errw, parts())
}

func parts() command.Parts {
	return command.Parts{
		Verbs: verbs, Kinds: kinds, Formats: paper.Formats(), Chart: chart.Write, Watch: progress.Show, Publish: func() (map[string][]byte, error) { return datapackage.Files(command.Version) },
	}
}

func verbs(a *command.App) []*cobra.Command {
	return append(command.Under(command.GroupStudies, experimentCommand(a)), command.Under(command.GroupLearn, labCommand(a))...)
}
