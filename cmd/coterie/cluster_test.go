//go:build unix && !small

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/rogpeppe/go-internal/testscript"

	"coterie/internal/check/assert"
	"coterie/internal/command"
	"coterie/internal/machine/work/cluster"
)

// serving starts a server in this process, for the time of a test.
func serving(t testing.TB, token string) *cluster.Server {
	t.Helper()
	server := assert.Got(cluster.Serve(t.Context(), cluster.ServeOptions{Dir: filepath.Join(t.TempDir(), "jobs"), Listen: "127.0.0.1:0", Token: token}))(t)
	t.Cleanup(func() { _ = server.Close() })
	return server
}

// storeless starts a NATS server without storage.
func storeless(t testing.TB) string {
	t.Helper()
	server := assert.Got(natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: natsserver.RANDOM_PORT, NoLog: true, NoSigs: true}))(t)
	go server.Start()
	t.Cleanup(func() { server.Shutdown(); server.WaitForShutdown() })
	assert.MustTrue(t, server.ReadyForConnections(5*time.Minute), "the server does not start")
	return server.ClientURL()
}

// TestClusterScripts compares the verbs of a cluster with transcripts. $AT is a server for this
// script alone, $GUARDED is one that asks for the token in the file token, and $STORELESS has no
// storage.
func TestClusterScripts(t *testing.T) {
	assert.Slow(t, "the packages of the cluster have tests of their own")
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

// started is a running process of the program, with its output.
type started struct {
	*exec.Cmd
	out  *bufio.Reader
	errs *bytes.Buffer
}

func start(t *testing.T, folder string, args ...string) started {
	t.Helper()
	cmd, errs := process(t, args...)
	cmd.Dir = folder
	pipe := assert.Got(cmd.StdoutPipe())(t)
	assert.OK(t, cmd.Start())
	return started{cmd, bufio.NewReader(pipe), errs}
}

// says returns the first line of standard output.
func (s started) says(t *testing.T) string {
	t.Helper()
	line, err := s.out.ReadString('\n')
	if err != nil {
		_ = s.Process.Kill()
		_ = s.Wait()
		t.Fatalf("%v: %v: %s", s.Args, err, s.errs)
	}
	return strings.TrimSpace(line)
}

// interrupted sends the signal of Ctrl-C, and expects the process to end without an error.
func (s started) interrupted(t *testing.T) {
	t.Helper()
	_ = s.Process.Signal(os.Interrupt)
	if state := ends(t, s.Cmd, soon); state.ExitCode() != command.ExitDone {
		t.Errorf("%v: %v: %s", s.Args, state, s.errs)
	}
}

// TestClusterExamples runs the examples of the verbs of a cluster. Only the addresses are replaced,
// and verbs that would run for ever are ended.
func TestClusterExamples(t *testing.T) {
	assert.Slow(t, "commands that the scripts run as well")
	t.Parallel()
	folder := t.TempDir()
	assert.OK(t, os.WriteFile(filepath.Join(folder, "token"), []byte("open sesame\n"), 0o600))
	at := serving(t, "").URL()
	worker := start(t, folder, "cluster", "work", "--at", at)
	ran := map[string]int{}
	for _, verb := range []string{"cluster", "cluster-serve", "cluster-work", "cluster-status", "cluster-cancel"} {
		cmd, _, err := parts().Root().Find(strings.Split(verb, "-"))
		assert.OK(t, err)
		for line := range strings.Lines(cmd.Example) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
				continue
			}
			parses(t, line)
			line = strings.ReplaceAll(line, "nats://127.0.0.1:4222", at)
			what := strings.Join(strings.Fields(line)[1:3], " ")
			ran[what]++
			switch what {
			case "cluster serve":
				line = strings.Replace(line, " --listen 0.0.0.0:4222", "", 1) + " --listen 127.0.0.1:0"
				server := start(t, folder, strings.Fields(line)[1:]...)
				if said := server.says(t); !strings.HasPrefix(said, "nats://127.0.0.1:") {
					t.Errorf("%s: %s", line, said)
				}
				server.interrupted(t)
				continue
			case "cluster work":
				line += " --idle 10ms"
			case "cluster cancel":
				continue // the scripts cancel a job
			}
			if out, err := shell(t, folder, line); err != nil {
				t.Errorf("%s\n%v\n%s", line, err, out)
			}
		}
	}
	worker.interrupted(t)
	if ran["cluster serve"] < 2 || ran["cluster work"] < 2 || ran["cluster status"] < 2 || ran["cluster cancel"] < 1 || ran["enumerate --n"] < 1 {
		t.Errorf("ran %v", ran)
	}
}

// TestServed: a server prints its address as JSON, others connect to it there, and the next server
// can use its folder.
func TestServed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for range 2 {
		server := start(t, folder, "cluster", "serve", "--dir", "jobs", "--listen", "127.0.0.1:0", "--format", "json")
		var said struct{ URL, Dir string }
		if err := json.Unmarshal([]byte(server.says(t)), &said); err != nil || said.Dir != "jobs" {
			t.Errorf("%+v, %v", said, err)
		}
		asked := start(t, folder, "cluster", "status", "--at", said.URL)
		if text := asked.says(t); ends(t, asked.Cmd, soon).ExitCode() != command.ExitDone || !strings.HasPrefix(text, "0 jobs, 0 workers; ") {
			t.Errorf("%s%s", text, asked.errs)
		}
		server.interrupted(t)
	}
}
