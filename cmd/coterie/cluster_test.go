//go:build unix

package main

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"coterie/internal/work/cluster"
)

// serving starts a server in this process, for the time of a test.
func serving(t testing.TB, token string) *cluster.Server {
	t.Helper()
	server, err := cluster.Serve(t.Context(), cluster.ServeOptions{Dir: filepath.Join(t.TempDir(), "jobs"), Listen: "127.0.0.1:0", Token: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

// soonThere skips a test of what is not there yet.
func soonThere(t testing.TB) {
	t.Helper()
	c, err := cluster.Connect(t.Context(), cluster.Access{URL: serving(t, "").URL()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Status(t.Context()); err != nil && strings.Contains(err.Error(), "not there yet") {
		t.Skip(err)
	}
}

// storeless starts a NATS server that keeps nothing.
func storeless(t testing.TB) string {
	t.Helper()
	server, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	go server.Start()
	t.Cleanup(func() { server.Shutdown(); server.WaitForShutdown() })
	if !server.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return server.ClientURL()
}

// TestClusterScripts compares the verbs of a cluster with transcripts. $AT is a server of the
// script's own, $GUARDED one that asks for the token in the file token, $STORELESS one that keeps
// nothing.
func TestClusterScripts(t *testing.T) {
	soonThere(t)
	t.Parallel()
	guarded, bare := serving(t, "open sesame"), storeless(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/cluster",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			server, err := cluster.Serve(t.Context(), cluster.ServeOptions{Dir: filepath.Join(e.WorkDir, ".server"), Listen: "127.0.0.1:0"})
			if err != nil {
				return err
			}
			e.Defer(func() { _ = server.Close() })
			e.Setenv("AT", server.URL())
			e.Setenv("GUARDED", guarded.URL())
			e.Setenv("STORELESS", bare)
			return os.WriteFile(filepath.Join(e.WorkDir, "token"), []byte("open sesame\n"), 0o600)
		},
	})
}

// TestClusterExamples runs the examples of the verbs of a cluster as they stand, but for the
// address, and with an end where a verb would go on for ever.
func TestClusterExamples(t *testing.T) {
	if testing.Short() {
		t.Skip("commands that the scripts run as well")
	}
	soonThere(t)
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "token"), []byte("open sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	server := serving(t, "")
	ran := map[string]int{}
	for _, verb := range []string{"cluster", "cluster serve", "cluster work", "cluster status", "cluster cancel"} {
		text, err := helpTexts.ReadFile("help/" + strings.ReplaceAll(verb, " ", "-") + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		_, examples, _ := strings.Cut(string(text), exampleLine)
		for line := range strings.Lines(examples) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
				continue
			}
			parses(t, line)
			what := strings.Fields(line)[2]
			switch what {
			case "serve":
				line = strings.Replace(line, " --listen 0.0.0.0:4222", "", 1) + " --listen 127.0.0.1:0 --timeout 1ms"
			case "work":
				line += " --timeout 300ms"
			case "status":
			default:
				continue // the scripts have a job to cancel, and a worker who computes
			}
			ran[what]++
			line = strings.ReplaceAll(line, "nats://127.0.0.1:4222", server.URL())
			if out, err := shell(t, folder, line); err != nil {
				t.Errorf("%s\n%v\n%s", line, err, out)
			}
		}
	}
	if ran["serve"] == 0 || ran["work"] == 0 || ran["status"] == 0 {
		t.Errorf("ran %v", ran)
	}
}

// TestServeAndWork starts a server, a worker and a command as processes, as a person does, and ends
// them by signals.
func TestServeAndWork(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts run the same verbs")
	}
	soonThere(t)
	t.Parallel()
	folder := t.TempDir()
	start := func(args ...string) (cmd *exec.Cmd, out *bufio.Reader, errs *bytes.Buffer) {
		cmd, errs = process(t, args...)
		cmd.Dir = folder
		pipe, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd, bufio.NewReader(pipe), errs
	}
	server, out, said := start("cluster", "serve", "--dir", "jobs", "--listen", "127.0.0.1:0")
	at, err := out.ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	at = strings.TrimSpace(at)
	worker, _, heard := start("cluster", "work", "--at", at, "--name", "one")
	want, err := exec.CommandContext(t.Context(), "coterie", "enumerate", "--n", "6", "--nondominated", "--count").Output()
	if err != nil {
		t.Fatal(err)
	}
	asking, asked := process(t, "enumerate", "--n", "6", "--nondominated", "--count", "--at", at)
	got, err := asking.Output()
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v\n%s%s\nwant %s", err, got, asked, want)
	}
	for _, c := range []struct {
		cmd  *exec.Cmd
		errs *bytes.Buffer
	}{{worker, heard}, {server, said}} {
		_ = c.cmd.Process.Signal(os.Interrupt)
		if state := ends(t, c.cmd, soon); state.ExitCode() != exitDone {
			t.Errorf("%v: %v: %s", c.cmd.Args, state, c.errs)
		}
	}
}
