package clustering

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"

	"coterie/internal/machine/work"
	"coterie/internal/machine/work/cluster"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// shortJob is how many letters of a job's key are shown, unless another key begins with the same
// ones.
const shortJob = 7

// shortNames returns the shortest beginnings by which the keys of jobs can be told apart.
func shortNames(s cluster.Status) map[string]string {
	length := shortJob
	for i, a := range s.Jobs {
		for _, b := range s.Jobs[:i] {
			for a.Job != b.Job && length < len(a.Job) && strings.HasPrefix(b.Job, a.Job[:length]) {
				length++
			}
		}
	}
	names := map[string]string{}
	for _, j := range s.Jobs {
		names[j.Job] = j.Job[:min(length, len(j.Job))]
	}
	return names
}

// WriteStatus writes a status for people. It was taken at the time now.
func WriteStatus(w io.Writer, s cluster.Status, now time.Time) error {
	names := shortNames(s)
	var text strings.Builder
	text.WriteString(show.Count(len(s.Jobs), "job") + ", " + show.Count(len(s.Workers), "worker") + "; " + stored(s) + "\n")
	if len(s.Jobs) > 0 {
		text.WriteString("\n")
		tw := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "job\tstate\tparts done\ta minute\tover in\twhat")
		for _, j := range s.Jobs {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", names[j.Job], state(j), partsOf(j), rate(j), left(j), show.Name(j.Title))
		}
		tw.Flush()
	}
	if len(s.Workers) > 0 {
		text.WriteString("\n")
		tw := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
		fmt.Fprintln(tw, "worker\tat once\tparts done\there for\tplatform\tprogram\tat work on")
		for _, x := range s.Workers {
			on, known := names[x.Job]
			if !known {
				on = "-"
			}
			fmt.Fprintf(tw, "%s\t%d\t%d\t%s\t%s\t%s\t%s\n", show.Name(x.Worker), x.Jobs, x.Done, duration(now.Sub(x.Since)), show.Name(x.Platform), show.Name(x.Executable), on)
		}
		tw.Flush()
	}
	for i, r := range s.Refused {
		if i == 0 {
			text.WriteString("\n")
		}
		on, known := names[r.Job]
		if !known {
			on = r.Job
		}
		fmt.Fprintf(&text, "refused: worker %s, for part %d of %s: %s\n", show.Name(r.Worker), r.Part+1, on, show.Line(r.Why))
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

// stored returns how much of its room the server uses.
func stored(s cluster.Status) string {
	words := humanize.Bytes(uint64(max(s.Stored, 0)))
	if s.Limit > 0 {
		words += " of " + humanize.Bytes(uint64(s.Limit))
	}
	return words + " stored"
}

// state returns the state of a job as one word.
func state(j cluster.JobStatus) string {
	if j.State == cluster.Open && j.Parked > 0 && j.Open == 0 {
		return "parked"
	}
	return j.State
}

func partsOf(j cluster.JobStatus) string {
	words := fmt.Sprintf("%d of %d", j.Done, j.Parts)
	if j.Parked > 0 {
		words += fmt.Sprintf(", %d failed", j.Parked)
	}
	return words
}

// rate returns how many parts are done in a minute.
func rate(j cluster.JobStatus) string {
	if j.State != cluster.Open || j.Rate <= 0 {
		return "-"
	}
	if perMinute := 60 * j.Rate; perMinute >= 100 {
		return fmt.Sprintf("%.0f", perMinute)
	}
	return fmt.Sprintf("%.2g", 60*j.Rate)
}

// left returns how long the open parts take at the rate of the last minute.
func left(j cluster.JobStatus) string {
	if !known(j) {
		return "-"
	}
	return duration(j.Left)
}

// duration prints a time roughly: in seconds, minutes, hours and minutes, or days.
func duration(d time.Duration) string {
	seconds := int64(math.Ceil(max(d, 0).Seconds()))
	switch {
	case seconds < 60:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 3600:
		return fmt.Sprintf("%d min", (seconds+59)/60)
	case seconds < 48*3600:
		return fmt.Sprintf("%d h %d min", seconds/3600, seconds%3600/60)
	}
	return fmt.Sprintf("%d days", (seconds+12*3600)/(24*3600))
}

type jobJSON struct {
	cluster.JobStatus
	State string   `json:"state"`
	Left  *float64 `json:"seconds_left"`
}

// JSON returns the status as its value in JSON, with times in seconds. An unknown time is null, and
// so is a limit if there is none. Parts are numbered from 1.
func JSON(s cluster.Status) any {
	var view struct {
		Jobs    []jobJSON              `json:"jobs"`
		Workers []cluster.WorkerStatus `json:"workers"`
		Refused []work.Refused         `json:"refused"`
		Stored  int64                  `json:"stored_bytes"`
		Limit   *int64                 `json:"limit_bytes"`
	}
	view.Jobs, view.Workers, view.Refused, view.Stored = []jobJSON{}, s.Workers, []work.Refused{}, s.Stored
	for _, j := range s.Jobs {
		job := jobJSON{JobStatus: j, State: state(j)}
		if known(j) {
			job.Left = new(math.Round(j.Left.Seconds()))
		}
		view.Jobs = append(view.Jobs, job)
	}
	if view.Workers == nil {
		view.Workers = []cluster.WorkerStatus{}
	}
	for _, r := range s.Refused {
		r.Part++
		view.Refused = append(view.Refused, r)
	}
	if s.Limit > 0 {
		view.Limit = &s.Limit
	}
	return view
}

// known reports whether there is an estimate of the time that a job still takes.
func known(j cluster.JobStatus) bool {
	return j.State == cluster.Open && j.Rate > 0 && j.Open > 0
}

// StatusTable returns a table with a row for each job, each worker, and each refused worker.
func StatusTable(s cluster.Status) (*table.Table, error) {
	t := table.New(
		table.Texts("row", "", ""), table.Texts("name", "", ""), table.Texts("state", "", ""), table.Texts("kind", "", ""), table.Texts("title", "", ""),
		table.Ints("parts", "", ""), table.Ints("done", "", ""), table.Ints("open", "", ""), table.Ints("parked", "", ""),
		table.Floats("parts_a_second", "", ""), table.Floats("seconds_left", "", ""),
		table.Ints("at_once", "", ""), table.Texts("job", "", ""), table.Texts("trust", "", ""),
		table.Texts("executable", "", ""), table.Texts("platform", "", ""), table.Ints("part", "", ""), table.Texts("why", "", ""),
	)
	none := table.Empty()
	for _, j := range s.Jobs {
		seconds := none
		if known(j) {
			seconds = table.Float(math.Round(j.Left.Seconds()))
		}
		t.Add(table.Text("job"), table.Text(j.Job), table.Text(state(j)), table.Name(j.Kind), table.Name(j.Title),
			table.Int(j.Parts), table.Int(j.Done), table.Int(j.Open), table.Int(j.Parked), table.Float(j.Rate), seconds,
			none, none, table.Name(j.Trust), table.Name(j.Executable), table.Name(j.Platform), none, none)
	}
	for _, x := range s.Workers {
		t.Add(table.Text("worker"), table.Name(x.Worker), none, none, none,
			none, table.Int(x.Done), none, none, none, none,
			table.Int(x.Jobs), table.Name(x.Job), none, table.Name(x.Executable), table.Name(x.Platform), none, none)
	}
	for _, r := range s.Refused {
		t.Add(table.Text("refused"), table.Name(r.Worker), none, none, none,
			none, none, none, none, none, none,
			none, table.Name(r.Job), none, none, none, table.Int(r.Part+1), table.Name(r.Why))
	}
	return t.Filled()
}
