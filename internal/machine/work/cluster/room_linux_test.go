package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"coterie/internal/check/assert"
)

// TestDiskFull: a disk without room under the store is a clear line for the user; workers wait, a
// job can be cancelled, and the same command goes on as soon as there is room, with the same
// server. A limit on the size of its files stands for the disk where nobody can make a small one.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(t *testing.T, s *stage) (room func(bool) error){
		"files": func(_ *testing.T, s *stage) func(bool) error {
			return func(room bool) error {
				limit := unix.Rlimit{Cur: 1 << 20, Max: unix.RLIM_INFINITY}
				if room {
					limit.Cur = limit.Max
				}
				return unix.Prlimit(s.server.cmd.Process.Pid, unix.RLIMIT_FSIZE, &limit, nil)
			}
		},
		"disk": func(t *testing.T, s *stage) func(bool) error {
			s.server.kill()
			dir := filepath.Join(t.TempDir(), "disk")
			mount := func(options ...string) error {
				out, err := exec.Command("mount", append(append([]string{"-t", "tmpfs", "-o"}, options...), "none", dir)...).CombinedOutput()
				if err != nil {
					t.Skipf("%s", out)
				}
				return nil
			}
			assert.OK(t, os.Mkdir(dir, 0o777))
			_ = mount("size=4m")
			t.Cleanup(func() {
				s.server.kill()
				if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
					t.Errorf("%s", out)
				}
			})
			s.serve(role{Dir: filepath.Join(dir, "store"), Store: 1 << 30})
			return func(room bool) error {
				if !room {
					return nil
				}
				return mount("remount,size=64m")
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t, testJob{Parts: 5, Size: 1000, Seed: 14})
			room := make(t, s)
			w := s.worker(nil)
			s.ends(s.coordinator(nil), enough)
			before := s.job.work().Key()
			s.job = testJob{Parts: 40, Size: 100 << 10, Seed: 15}
			if err := room(false); err != nil {
				t.Skip(err)
			}
			c := s.coordinator(nil)
			select {
			case <-c.gone:
			case <-time.After(enough):
			}
			if !strings.Contains(c.text(), "error: the server has no room left") {
				t.Fatalf("a full disk: the coordinator says\n%s\nand the server\n%s", c.text(), s.server.text())
			}
			w.says("the results wait here", enough)
			if status, err := connected(t, Access{URL: s.url}).Status(bounded(t)); err != nil || status.Limit == 0 || status.Limit > 4<<20 {
				t.Errorf("a full disk: status %+v, %v", status, err)
			}
			assert.Equal(t, assert.Got(connected(t, Access{URL: s.url}).Cancel(bounded(t), before))(t), before)
			assert.OK(t, room(true))
			s.server.says("there is room", enough)
			if o := s.ends(s.coordinator(nil), enough); o.Report.Known == 0 {
				t.Errorf("it began anew: %+v", o.Report)
			}
		})
	}
}
