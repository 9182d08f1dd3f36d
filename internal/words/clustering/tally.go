package clustering

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"coterie/internal/machine/work"
	"coterie/internal/words/show"
)

// Tally is a runner that keeps the reports of another runner, for the notes at the end of a
// command.
type Tally struct {
	Runner work.Runner

	mu      sync.Mutex
	jobs    int
	parts   int
	known   int
	trusted map[string]int // number of jobs, by how their results were trusted
	workers map[string]int // number of parts, by worker
	refused []string       // names
}

// Run implements [work.Runner].
func (t *Tally) Run(ctx context.Context, job work.Job, task work.Task, take func(i int, result []byte) error) (work.Report, error) {
	report, err := t.Runner.Run(ctx, job, task, take)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.workers == nil {
		t.trusted, t.workers = map[string]int{}, map[string]int{}
	}
	t.jobs++
	t.parts += report.Parts
	t.known += report.Known
	if report.Trusted != "" && err == nil { // a stopped run has no answer to trust
		t.trusted[report.Trusted]++
	}
	for _, share := range report.Workers {
		t.workers[share.Worker] += share.Parts
	}
	for _, r := range report.Refused {
		if name := show.Item(r.Worker); !slices.Contains(t.refused, name) {
			t.refused = append(t.refused, name)
		}
	}
	return report, err
}

// Ran reports whether a job has run.
func (t *Tally) Ran() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.jobs > 0
}

// mostNamed is how many workers a sentence names.
const mostNamed = 8

// Notes returns sentences on the workers that computed parts, how their results were trusted, and
// which workers were refused.
func (t *Tally) Notes() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.jobs == 0 {
		return []string{"nothing of this is computed in parts, so the cluster was not asked"}
	}
	if t.parts == 0 {
		return nil
	}
	words := show.Count(t.parts, "part")
	if t.jobs > 1 {
		words += " of " + show.Count(t.jobs, "job")
	}
	if len(t.workers) > 0 {
		names := slices.SortedFunc(maps.Keys(t.workers), func(a, b string) int {
			return cmp.Or(cmp.Compare(t.workers[b], t.workers[a]), cmp.Compare(a, b))
		})
		var shares []string
		for _, name := range names[:min(len(names), mostNamed)] {
			shares = append(shares, fmt.Sprintf("%s %d", show.Item(name), t.workers[name]))
		}
		if more := len(names) - mostNamed; more > 0 {
			shares = append(shares, show.Count(more, "other"))
		}
		words += ", computed by " + strings.Join(shares, ", ")
	}
	if t.known > 0 {
		words += fmt.Sprintf("; %d of them an earlier run had left", t.known)
	}
	notes := []string{words}
	ways := slices.Sorted(maps.Keys(t.trusted))
	for i, way := range ways {
		if len(ways) > 1 {
			ways[i] += fmt.Sprintf(" (%s)", show.Count(t.trusted[way], "job"))
		}
	}
	if len(ways) > 0 {
		notes = append(notes, "how the results were trusted: "+strings.Join(ways, "; "))
	}
	// A refusal was reported at the time. This note sums up.
	if len(t.refused) > 0 {
		notes = append(notes, show.Count(len(t.refused), "worker")+" gave a wrong result and had no part in the answer: "+strings.Join(t.refused, ", "))
	}
	return notes
}
