package clustering

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
	"coterie/internal/machine/work/cluster"
)

var now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// some is a status that has one of everything. The names of two jobs begin alike.
var some = cluster.Status{
	Jobs: []cluster.JobStatus{
		{Job: "aaaaaaaab2", Kind: "rows", Title: "rows of \x1b[2J", State: cluster.Open, Parts: 400, Done: 120, Open: 279, Parked: 1, Rate: 0.5, Left: 558 * time.Second, Trust: "2 parts computed again here"},
		{Job: "aaaaaaaac3", Kind: "cube", Title: "cubes", State: cluster.Open, Parts: 3, Done: 2, Parked: 1},
		{Job: "dddddddddd", Kind: "cube", Title: "=1+1", State: cluster.Done, Parts: 3, Done: 3, Rate: 3},
	},
	Workers: []cluster.WorkerStatus{
		{Worker: "one", Executable: "0123456789ab", Platform: "linux/amd64", Jobs: 16, Done: 60, Job: "aaaaaaaab2", Since: now.Add(-90 * time.Minute)},
		{Worker: "two", Executable: "0123456789ab", Platform: "linux/amd64", Jobs: 1, Since: now.Add(-3 * time.Second)},
	},
	Refused: []work.Refused{{Worker: "liar", Part: 6, Why: "another\nresult", Job: "aaaaaaaab2"}},
	Stored:  1_200_000, Limit: 20_000_000_000,
}

func TestWriteStatus(t *testing.T) {
	var text strings.Builder
	assert.OK(t, WriteStatus(&text, some, now))
	const want = `3 jobs, 2 workers; 1.2 MB of 20 GB stored

job        state   parts done            a minute  over in  what
aaaaaaaab  open    120 of 400, 1 failed  30        10 min   "rows of \x1b[2J"
aaaaaaaac  parked  2 of 3, 1 failed      -         -        cubes
ddddddddd  done    3 of 3                -         -        =1+1

worker  at once  parts done  here for    platform     program       at work on
one     16       60          1 h 30 min  linux/amd64  0123456789ab  aaaaaaaab
two     1        0           3 s         linux/amd64  0123456789ab  -

refused: worker liar, for part 7 of aaaaaaaab: another result
`
	assert.Equal(t, text.String(), want, "got\n")
	text.Reset()
	if err := WriteStatus(&text, cluster.Status{}, now); err != nil || text.String() != "0 jobs, 0 workers; 0 B stored\n" {
		t.Errorf("%q, %v", text.String(), err)
	}
}

func TestStatusJSON(t *testing.T) {
	got := assert.Got(json.Marshal(JSON(some)))(t)
	for _, want := range []string{`"state":"open","seconds_left":558}`, `"state":"parked","seconds_left":null}`, `"state":"done","seconds_left":null}`, `"refused":[{"worker":"liar","job":"aaaaaaaab2","part":7,`, `"limit_bytes":20000000000`} {
		assert.Contains(t, string(got), want)
	}
	assert.Equal(t, string(assert.Got(json.Marshal(JSON(cluster.Status{})))(t)), `{"jobs":[],"workers":[],"refused":[],"stored_bytes":0,"limit_bytes":null}`)
}

func TestStatusTable(t *testing.T) {
	rows, err := StatusTable(some)
	if err != nil || rows.Len() != 6 {
		t.Fatalf("%v, %v", rows, err)
	}
	var csv strings.Builder
	if err := rows.WriteCSV(&csv); err != nil || !strings.Contains(csv.String(), "job,aaaaaaaab2,open,rows,") || !strings.Contains(csv.String(), "\nrefused,liar,") || strings.Contains(csv.String(), "\x1b") {
		t.Errorf("%v\n%s", err, csv.String())
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0 s", 300 * time.Millisecond: "1 s", 59 * time.Second: "59 s", 61 * time.Second: "2 min", 3 * time.Hour: "3 h 0 min", 47*time.Hour + time.Minute: "47 h 1 min", 60 * time.Hour: "3 days",
	} {
		assert.Equal(t, duration(d), want, "%v", d)
	}
}

// told is a runner that returns the given reports.
type told []work.Report

func (r *told) Run(context.Context, work.Job, work.Task, func(int, []byte) error) (work.Report, error) {
	report := (*r)[0]
	*r = (*r)[1:]
	return report, nil
}

func TestTally(t *testing.T) {
	const sample, word = "one part computed again here", "the word of the workers"
	many := work.Report{Parts: 10, Trusted: sample}
	for i := range 10 {
		many.Workers = append(many.Workers, work.Share{Worker: fmt.Sprintf("w%d", i), Parts: 1})
	}
	for _, c := range []struct {
		reports told
		want    []string
	}{
		{nil, []string{"nothing of this is computed in parts, so the cluster was not asked"}},
		{told{{}}, nil},
		{told{{Parts: 17, Trusted: sample, Workers: []work.Share{{Worker: "a", Parts: 2}, {Worker: "b", Parts: 15}}}}, []string{"17 parts, computed by b 15, a 2", "how the results were trusted: " + sample}},
		{
			told{
				{Parts: 3, Known: 2, Trusted: sample, Workers: []work.Share{{Worker: "a", Parts: 3}}, Refused: []work.Refused{{Worker: "liar"}}},
				{Parts: 1, Trusted: word, Workers: []work.Share{{Worker: "a", Parts: 1}}, Refused: []work.Refused{{Worker: "liar"}}},
				{Parts: 1, Trusted: word, Workers: []work.Share{{Worker: "a", Parts: 1}}},
			},
			[]string{"5 parts of 3 jobs, computed by a 5; 2 of them an earlier run had left", "how the results were trusted: " + sample + " (1 job); " + word + " (2 jobs)", "1 worker gave a wrong result and had no part in the answer: liar"},
		},
		{told{many}, []string{"10 parts, computed by w0 1, w1 1, w2 1, w3 1, w4 1, w5 1, w6 1, w7 1, 2 others", "how the results were trusted: " + sample}},
	} {
		tally := &Tally{Runner: &c.reports}
		for range len(c.reports) {
			assert.Got(tally.Run(t.Context(), work.Job{}, nil, nil))(t)
		}
		assert.Slice(t, tally.Notes(), c.want)
	}
}

// cut is a runner that is stopped.
type cut struct{ report work.Report }

func (c cut) Run(context.Context, work.Job, work.Task, func(int, []byte) error) (work.Report, error) {
	return c.report, context.Canceled
}

// TestTallyOfAStop: if a run was stopped, no note says how its results were trusted.
func TestTallyOfAStop(t *testing.T) {
	tally := &Tally{Runner: cut{work.Report{Parts: 5, Trusted: "one part computed again here", Workers: []work.Share{{Worker: "a", Parts: 5}}}}}
	if _, err := tally.Run(t.Context(), work.Job{}, nil, nil); err == nil {
		t.Fatal("no error")
	}
	assert.Slice(t, tally.Notes(), []string{"5 parts, computed by a 5"})
}

// TestTrouble: every documented error of a cluster has an ending.
func TestTrouble(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Ending
	}{
		{errors.New("else"), NotOurs},
		{&cluster.Error{Reason: cluster.Taken}, BadInput}, {&cluster.Error{Reason: cluster.BadName}, BadInput}, {&cluster.Error{Reason: cluster.UnknownJob}, BadInput},
		{&cluster.Error{Reason: cluster.TurnedAway}, BadInput}, {&cluster.Error{Reason: cluster.CannotOpen}, BadInput}, {&cluster.Error{Reason: cluster.Refused}, Lied},
		{&cluster.Error{Reason: cluster.NoRoom}, CutShort}, {&cluster.Error{Reason: cluster.JobCancelled}, CutShort}, {&cluster.Error{Reason: cluster.PartsParked}, CutShort},
		{&cluster.Error{Reason: cluster.Unguarded}, BadInput}, {&cluster.Error{Reason: cluster.Unauthorized}, BadInput}, {&cluster.Error{Reason: cluster.Unreachable}, BadInput},
		{fmt.Errorf("wrapped: %w", &cluster.Error{Reason: cluster.NoRoom}), CutShort},
	} {
		end, advice := Trouble(c.err)
		if end != c.want || strings.HasPrefix(advice, ";") {
			t.Errorf("%#v: %v, want %v; %q", c.err, end, c.want, advice)
		}
	}
}
