package cluster

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// roleVariable holds, as JSON, the role that the test program plays instead of running tests.
const roleVariable = "COTERIE_CLUSTER_ROLE"

// TestMain lets the test program play the processes of a cluster: a process that is killed has to
// be one of its own.
func TestMain(m *testing.M) {
	text := os.Getenv(roleVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var r role
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		panic(err)
	}
	ctx, end := context.WithCancelCause(context.Background())
	go func() { // the process that started this one holds the other end
		_, _ = io.Copy(io.Discard, os.Stdin)
		end(errors.New("the test is over"))
		time.Sleep(10 * time.Second)
		os.Exit(3)
	}()
	if err := r.play(ctx); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// role is the role of a process in a test.
type role struct {
	Play    string // server, worker, coordinator
	URL     string
	Dir     string // of a server
	Store   int64  // likewise
	Name    string
	Jobs    int
	Lease   time.Duration
	Delay   time.Duration // of each part
	Done    string        // the file to which a line is added for each part that is computed
	Lies    bool          // a worker whose results are wrong
	Job     testJob
	InOrder bool
	Sample  int  // how many parts are computed again
	Check   bool // whether every result is judged
	Nobody  time.Duration
	Out     string
}

// testJob holds everything on which the results depend.
type testJob struct {
	Parts, Size int
	Seed        uint64
}

// bytes are the result of a part: noise of its own, and a checksum in the end.
func (j testJob) bytes(part int) []byte {
	random := rand.New(rand.NewPCG(j.Seed, uint64(part)))
	out := make([]byte, j.Size+8)
	var sum uint64
	for i := range j.Size {
		out[i] = byte(random.Uint32())
		sum = sum*31 + uint64(out[i])
	}
	binary.BigEndian.PutUint64(out[j.Size:], sum)
	return out
}

// judge is the certificate check of such a result.
func (j testJob) judge(_ context.Context, part int, result []byte) error {
	var sum uint64
	if len(result) != j.Size+8 {
		return fmt.Errorf("%d bytes, of %d", len(result), j.Size+8)
	}
	for _, b := range result[:j.Size] {
		sum = sum*31 + uint64(b)
	}
	if binary.BigEndian.Uint64(result[j.Size:]) != sum {
		return errors.New("the checksum is wrong")
	}
	return nil
}

func (j testJob) work() work.Job {
	params, err := json.Marshal(j)
	if err != nil {
		panic(err)
	}
	return work.Job{Kind: "test", Title: "a test", Params: params, Parts: j.Parts}
}

// task computes parts as the role says.
func (r role) task(j testJob) work.Task {
	return work.TaskFunc(func(ctx context.Context, p work.Part) ([]byte, error) {
		select {
		case <-time.After(r.Delay):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
		out := j.bytes(p.Index)
		if r.Lies {
			out[0]++
		}
		return out, r.count(p.Index)
	})
}

// count notes that a part was computed. The notes outlive the process.
func (r role) count(part int) error {
	if r.Done == "" {
		return nil
	}
	f, err := os.OpenFile(r.Done, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintf(f, "%d %s %s\n", part, r.Name, time.Now().Format("05.000"))
	return err
}

// kind is how a worker opens a test job.
func (r role) kind() work.Kind {
	return work.Kind{Name: "test", Open: func(_ context.Context, params []byte, _ work.Host) (work.Task, error) {
		var j testJob
		if err := json.Unmarshal(params, &j); err != nil {
			return nil, err
		}
		return r.task(j), nil
	}}
}

func (r role) play(ctx context.Context) error {
	if r.Play == "server" {
		s, err := Serve(ctx, ServeOptions{Dir: r.Dir, Listen: strings.TrimPrefix(r.URL, "nats://"), Store: r.Store, Log: func(line string) { fmt.Println("log:", line) }})
		if err != nil {
			return err
		}
		fmt.Println("ready", s.URL())
		<-s.Done()
		return nil
	}
	c, err := r.connect(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	fmt.Println("ready")
	if r.Play == "worker" {
		return r.work(ctx, c)
	}
	return r.coordinate(ctx, c)
}

// connect waits for the server, as a user does who starts a worker again and again.
func (r role) connect(ctx context.Context) (*Cluster, error) {
	for {
		c, err := Connect(ctx, Access{URL: r.URL, Name: r.Name, Note: func(line string) { fmt.Println("note:", line) }})
		var e *Error
		if err == nil || !errors.As(err, &e) || e.Reason != Unreachable {
			return c, err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// outcome is the result of a coordinator's process.
type outcome struct {
	Report work.Report
	Bytes  []byte
	Memory uint64 // of the process
}

// process is one that a test has started.
type process struct {
	t    *testing.T
	role role
	cmd  *exec.Cmd
	gone chan struct{}
	mu   sync.Mutex
	said []string
	news chan struct{} // closed and renewed with each line
}

// begin starts a process that plays a role.
func begin(t *testing.T, program string, r role) *process {
	t.Helper()
	text := assert.Got(json.Marshal(r))(t)
	p := &process{t: t, role: r, cmd: exec.Command(program), gone: make(chan struct{}), news: make(chan struct{})}
	// Tests judge the memory of a process with the collector as users have it.
	p.cmd.Env = append(os.Environ(), "GOGC=100", roleVariable+"="+string(text))
	if _, err := p.cmd.StdinPipe(); err != nil { // it ends when this program does
		t.Fatal(err)
	}
	out, writer := io.Pipe()
	p.cmd.Stdout, p.cmd.Stderr = writer, writer
	assert.OK(t, p.cmd.Start())
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			p.mu.Lock()
			p.said = append(p.said, lines.Text())
			close(p.news)
			p.news = make(chan struct{})
			p.mu.Unlock()
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	go func() {
		_ = p.cmd.Wait()
		writer.Close()
		<-read
		close(p.gone)
	}()
	t.Cleanup(p.kill)
	return p
}

// kill ends the process as nothing could prevent, and waits until it is gone.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.gone
}

// says waits until the process prints a line with these words in it.
func (p *process) says(words string, within time.Duration) string {
	p.t.Helper()
	late := time.After(within)
	gone := p.gone
	for seen := 0; ; {
		p.mu.Lock()
		lines, news := p.said, p.news
		p.mu.Unlock()
		for ; seen < len(lines); seen++ {
			if strings.Contains(lines[seen], words) {
				return lines[seen]
			}
		}
		select {
		case <-news:
		case <-gone:
			if p.mu.Lock(); len(p.said) == seen {
				p.mu.Unlock()
				p.t.Fatalf("%s %s ended without the words %q; it said\n%s", p.role.Play, p.role.Name, words, p.text())
			}
			p.mu.Unlock()
		case <-late:
			p.t.Fatalf("%s %s did not say %q within %v; it said\n%s", p.role.Play, p.role.Name, words, within, p.text())
		}
	}
}

// text returns the output of the process so far.
func (p *process) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return strings.Join(p.said, "\n")
}

// freeAddress finds a port that a server can have again and again.
func freeAddress(t *testing.T) string {
	t.Helper()
	l := assert.Got(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return "nats://" + l.Addr().String()
}

// stage is a server and a job for the processes of one test.
type stage struct {
	t       *testing.T
	server  *process
	job     testJob
	lease   time.Duration
	delay   time.Duration
	url     string // for workers and coordinators
	done    string
	audit   string // likewise, of the coordinators
	out     string
	started int
}

// newStage starts a server.
func newStage(t *testing.T, job testJob) *stage {
	t.Helper()
	assert.Long(t, "processes of a program that looks for races are slow")
	dir := t.TempDir()
	s := &stage{t: t, job: job, lease: 1500 * time.Millisecond, done: filepath.Join(dir, "done"), audit: filepath.Join(dir, "audit"), out: filepath.Join(dir, "out"), url: freeAddress(t)}
	s.serve(role{Dir: filepath.Join(dir, "store")})
	return s
}

// serve starts the server of a role, in the place of the one before.
func (s *stage) serve(r role) {
	s.t.Helper()
	if r.Dir == "" {
		r = s.server.role
	}
	r.Play, r.URL = "server", s.url
	s.server = begin(s.t, os.Args[0], r)
	s.server.says("ready", enough)
}

// worker starts one with a name of its own.
func (s *stage) worker(change func(*role)) *process {
	s.t.Helper()
	s.started++
	r := role{Play: "worker", URL: s.url, Name: fmt.Sprintf("w%d", s.started), Jobs: 1, Lease: s.lease, Delay: s.delay, Done: s.done}
	if change != nil {
		change(&r)
	}
	return begin(s.t, os.Args[0], r)
}

// coordinator starts one that leaves its outcome.
func (s *stage) coordinator(change func(*role)) *process {
	s.t.Helper()
	r := role{Play: "coordinator", URL: s.url, Lease: s.lease, Done: s.audit, Job: s.job, Out: s.out}
	if change != nil {
		change(&r)
	}
	return begin(s.t, os.Args[0], r)
}

// ends waits for a coordinator, and judges its outcome against one machine.
func (s *stage) ends(p *process, within time.Duration) outcome {
	s.t.Helper()
	select {
	case <-p.gone:
	case <-time.After(within):
		s.t.Fatalf("the coordinator goes on after %v: %d parts of %d computed; it said\n%s", within, len(s.computed()), s.job.Parts, p.text())
	}
	text, err := os.ReadFile(p.role.Out)
	if err != nil {
		s.t.Fatalf("no outcome: %v; the coordinator said\n%s\nand the server\n%s", err, p.text(), s.server.text())
	}
	var o outcome
	if err := json.Unmarshal(text, &o); err != nil {
		s.t.Fatal(err)
	}
	if want := s.here(); !bytes.Equal(o.Bytes, want) {
		s.t.Errorf("%d bytes, other than the %d of one machine", len(o.Bytes), len(want))
	}
	if o.Report.Parts != s.job.Parts {
		s.t.Errorf("%+v", o.Report)
	}
	return o
}

// here are the bytes of one machine.
func (s *stage) here() []byte {
	s.t.Helper()
	job := s.job.work()
	job.InOrder = true
	var all []byte
	_, err := work.Here{Jobs: 2}.Run(s.t.Context(), job, role{}.task(s.job), func(_ int, result []byte) error {
		all = append(all, result...)
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

// computed are the parts that workers have computed, in the order of time: number, worker, second.
func (s *stage) computed() []string {
	text, _ := os.ReadFile(s.done)
	return slices.Collect(strings.Lines(string(text)))
}

// atLeast waits until so many parts were computed.
func (s *stage) atLeast(parts int, p *process, within time.Duration) {
	s.t.Helper()
	for end := time.Now().Add(within); len(s.computed()) < parts; time.Sleep(2 * time.Millisecond) {
		select {
		case <-p.gone:
			return
		default:
		}
		if time.Now().After(end) {
			s.t.Fatalf("%d parts of %d computed within %v; the coordinator said\n%s", len(s.computed()), parts, within, p.text())
		}
	}
}

// noMoreThan checks that nothing was computed in vain except the parts of the lost leases.
func (s *stage) noMoreThan(lost int) {
	s.t.Helper()
	done := s.computed()
	n := len(done)
	s.t.Logf("%d parts were computed for %d; %d more are allowed", n, s.job.Parts, lost)
	if n <= s.job.Parts+lost {
		return
	}
	s.t.Errorf("%d parts were computed for %d, and %d leases were lost; part, worker and second:\n%s",
		n, s.job.Parts, lost, strings.Join(done, ""))
}

// again returns the workers of each part that was computed more than once.
func (s *stage) again() map[string][]string {
	by := map[string][]string{}
	for _, line := range s.computed() {
		words := strings.Fields(line)
		by[words[0]] = append(by[words[0]], words[1])
	}
	maps.DeleteFunc(by, func(_ string, workers []string) bool { return len(workers) == 1 })
	return by
}
