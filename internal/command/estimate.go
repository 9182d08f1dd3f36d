package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/machine/costs"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/internal/words/typed"
)

// The CPU time of the pilots of an estimate, and that of the command itself after them.
const pilotsTime, wholeTime = 5 * time.Second, time.Second

// shortest is the CPU time, in seconds, below which a pilot says nothing of the growth, and
// longestStart is the most that a start is taken to cost.
const shortest, longestStart = 0.005, 0.02

// fewestPoints is the number of pilots that a forecast needs.
const fewestPoints = 3

// erratic is the factor between the ends of an interval from which on nothing is foretold.
const erratic = 30

// estimate is the report of --estimate.
type estimate struct {
	Command string          `json:"command"`
	Verdict string          `json:"verdict"` // measured, foretold or unknown
	Size    string          `json:"size"`    // the number that the pilots vary; "" if there is none
	Asked   int             `json:"asked"`
	CPU     *costs.Forecast `json:"cpu_seconds"`
	Memory  *costs.Forecast `json:"memory_bytes"`
	Pilots  []pilot         `json:"pilots"`
	Reason  string          `json:"reason,omitempty"`
}

// pilot is a run of the same command at some size.
type pilot struct {
	Size   int     `json:"size"`
	CPU    float64 `json:"cpu_seconds"`
	Memory float64 `json:"memory_bytes"`
	Whole  bool    `json:"whole"` // false if the run was stopped
}

// withEstimates gives the verbs below root that may take long the flag --estimate.
func (a *App) withEstimates(root *cobra.Command) {
	for _, cmd := range root.Commands() {
		if root.Name() == "search" || slices.Contains([]string{"measure", compareName, enumerateName, "explore", "simulate", "extend", "plan"}, cmd.CommandPath()[len("coterie "):]) {
			a.estimable(cmd)
		}
		a.withEstimates(cmd)
	}
}

// estimable gives a verb the flag --estimate.
func (a *App) estimable(cmd *cobra.Command) {
	run := cmd.RunE
	asked := cmd.Flags().Bool("estimate", false, "say which CPU time and memory it needs, from runs at smaller sizes, and do not run it")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !*asked {
			return run(cmd, args)
		}
		return a.estimate(cmd, args)
	}
}

// notOfPilots are the flags that pilots leave out: those of the output and of files beside it.
var notOfPilots = []string{"estimate", "output", "format", "timeout", "quiet", "trace", "html", "promela", "dimacs", "system", "plot", "write-fleet", "no-title", "column", "require-exact"}

// variant is a command with some of its flags or its arguments replaced.
type variant struct {
	args []string
	set  map[string]string
}

// words returns the command line of a variant of cmd.
func (v variant) words(cmd *cobra.Command) []string {
	line := append(strings.Fields(cmd.CommandPath())[1:], "--quiet")
	cmd.Flags().Visit(func(f *pflag.Flag) {
		_, replaced := v.set[f.Name]
		if slices.Contains(notOfPilots, f.Name) || replaced {
			return
		}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			for _, value := range list.GetSlice() {
				line = append(line, "--"+f.Name+"="+value)
			}
			return
		}
		line = append(line, "--"+f.Name+"="+f.Value.String())
	})
	for name, value := range v.set {
		line = append(line, "--"+name+"="+value)
	}
	return append(append(line, "--"), v.args...)
}

// estimate says which CPU time and memory a command needs, by runs of it at smaller sizes.
func (a *App) estimate(cmd *cobra.Command, args []string) error {
	for _, name := range []string{"at", "proof", "resume"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--estimate --%s: an estimate is of a run from its beginning, on this machine", name)
		}
	}
	if slices.Contains(args, "-") {
		return typed.Hint(errors.New("--estimate: standard input can be read only once"), "name the file in place of -")
	}
	ladder, err := a.sizesOf(cmd, args)
	if err != nil {
		return err
	}
	e := estimate{Command: strings.Join(a.args, " "), Size: ladder.name, Asked: ladder.asked, Pilots: []pilot{}}
	done := a.spin("pilots of " + cmd.CommandPath())
	e.climb(ladder, func(v variant, limit time.Duration) (costs.Cost, int, string) { return a.try(cmd, v, limit) })
	if len(e.Pilots) == 0 || e.Pilots[len(e.Pilots)-1].Size != ladder.asked || ladder.asked == 0 {
		itself := variant{args: args}
		if ladder.at != nil {
			itself, _ = ladder.at(ladder.asked)
		}
		cost, status, said := a.try(cmd, itself, wholeTime)
		if status == ExitUsage || status == ExitInternal {
			done()
			_, err := io.WriteString(a.err, said)
			return errors.Join(err, Fail(status, ""))
		}
		e.Pilots = append(e.Pilots, pilot{ladder.asked, cost.CPU, cost.Memory, !cost.Over})
	}
	done()
	if err := cutShort(a.context()); err != nil {
		return err
	}
	e.judge()
	return a.Render(false, e.text, e, e.table, FailIf(e.Verdict == "unknown", ExitLimit, ""))
}

// try runs a variant of cmd without its output, and returns its cost, its exit status and the text
// of its standard error.
func (a *App) try(cmd *cobra.Command, v variant, limit time.Duration) (cost costs.Cost, status int, said string) {
	var errs bytes.Buffer
	cost = costs.Of(a.context(), limit, func(ctx context.Context) {
		status = Run(ctx, v.words(cmd), strings.NewReader(""), io.Discard, &errs, Parts{Kinds: a.Kinds, Formats: a.Formats, Chart: a.Chart})
	})
	return cost, status, errs.String()
}

// climb runs pilots from small sizes up, each some two or three times as long as the one before,
// until the time of pilots is over. No step is longer than half the way to the size asked for, so
// that the last pilots are close to it.
func (e *estimate) climb(l ladder, try func(variant, time.Duration) (costs.Cost, int, string)) {
	left := pilotsTime
	for size := max(1, l.asked>>10); size <= l.asked && left > 0 && l.at != nil; {
		v, exists := l.at(size)
		if !exists {
			size++
			continue
		}
		if len(e.Pilots) == 0 {
			try(v, left) // the first run of all reads what later ones find in memory
		}
		cost, status, _ := try(v, left)
		left -= time.Duration(cost.CPU * float64(time.Second))
		if status != ExitUsage {
			e.Pilots = append(e.Pilots, pilot{size, cost.CPU, cost.Memory, !cost.Over})
		}
		next := e.next(size)
		if half := (size + l.asked + 1) / 2; half > size {
			next = min(next, half)
		}
		size = next
	}
}

// next returns the size after a pilot: half as large again or, where the cost grows faster than
// that, the size at which it is some 2.5 times as great.
func (e *estimate) next(size int) int {
	next := float64(size) * 1.5
	if k := len(e.Pilots); k >= 2 && e.Pilots[k-2].CPU > shortest/3 {
		p, q := e.Pilots[k-2], e.Pilots[k-1]
		exponent := math.Log(q.CPU/p.CPU) / math.Log(float64(q.Size)/float64(p.Size))
		next = min(next, float64(size)*math.Pow(2.5, 1/max(exponent, 0.1)))
	}
	return max(size+1, int(next))
}

// judge foretells the costs from the pilots, or says why it cannot.
func (e *estimate) judge() {
	last := e.Pilots[len(e.Pilots)-1]
	if last.Whole { // the command itself
		e.Verdict = "measured"
		e.CPU = &costs.Forecast{Likely: last.CPU, Low: last.CPU, High: last.CPU, Growth: "measured"}
		e.Memory = &costs.Forecast{Likely: last.Memory, Low: last.Memory, High: last.Memory, Growth: "measured"}
		return
	}
	e.Verdict = "unknown"
	var sizes, cpu, memory []float64
	start := min(longestStart, e.Pilots[0].CPU)
	for _, p := range e.Pilots {
		if p.Whole && p.CPU-start >= shortest {
			sizes, cpu, memory = append(sizes, float64(p.Size)), append(cpu, p.CPU-start), append(memory, max(p.Memory, 1<<20))
		}
	}
	switch {
	case e.Size == "":
		e.Reason = "it has no size that could be made smaller"
		return
	case len(sizes) < fewestPoints:
		e.Reason = fmt.Sprintf("only %s took between %g and %v CPU seconds, and a forecast needs %d", show.Count(len(sizes), "smaller size"), shortest, pilotsTime.Seconds(), fewestPoints)
		return
	}
	f, m := costs.Foretell(sizes, cpu, float64(e.Asked)), costs.Foretell(sizes, memory, float64(e.Asked))
	slowest := slices.MaxFunc(e.Pilots, func(p, q pilot) int { return cmp.Compare(p.CPU, q.CPU) })
	refuted := slowest.CPU > f.High // a smaller size has taken longer
	f.Likely, f.Low, f.High = max(f.Likely, last.CPU), max(f.Low, last.CPU), max(f.High, last.CPU)
	e.CPU, e.Memory = &f, &m
	if refuted || f.High > erratic*f.Low {
		e.Reason = "the pilots fit no law: the growth is erratic, or the size is too far from theirs"
		return
	}
	e.Verdict = "foretold"
}

// text writes the estimate for a person.
func (e estimate) text(w io.Writer) error {
	last := e.Pilots[len(e.Pilots)-1]
	switch {
	case e.Verdict == "measured" && last.CPU < 1:
		fmt.Fprintf(w, "takes under a second: %s CPU s, %s\n", digits(last.CPU), humanize.Bytes(uint64(last.Memory)))
	case e.Verdict == "measured":
		fmt.Fprintf(w, "takes %s CPU s, %s: it ended within the time of the pilots\n", digits(last.CPU), humanize.Bytes(uint64(last.Memory)))
	case e.Verdict == "foretold":
		fmt.Fprintf(w, "needs about %s CPU s (%s to %s) and %s (%s to %s)\n", digits(e.CPU.Likely), digits(e.CPU.Low), digits(e.CPU.High),
			humanize.Bytes(whole(e.Memory.Likely)), humanize.Bytes(whole(e.Memory.Low)), humanize.Bytes(whole(e.Memory.High)))
		fmt.Fprintf(w, "growth with n = %s: CPU time %s, memory %s\n", e.Size, e.CPU.Growth, e.Memory.Growth)
	default:
		fmt.Fprintf(w, "unknown: %s\nit did not end within %s CPU s, and took %s until then\n", e.Reason, digits(last.CPU), humanize.Bytes(uint64(last.Memory)))
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tw, "\n%s\tCPU s\tmemory\t\t\n", cmp.Or(e.Size, "-"))
	for _, p := range e.Pilots {
		fmt.Fprintf(tw, "%d\t%s\t%s\t%s\t\n", p.Size, digits(p.CPU), humanize.Bytes(uint64(p.Memory)), p.kind())
	}
	return tw.Flush()
}

// kind says whether a pilot came to its end.
func (p pilot) kind() string {
	if p.Whole {
		return "pilot"
	}
	return "stopped"
}

// table returns the pilots as rows, the forecast last.
func (e estimate) table() (*table.Table, error) {
	t := table.New(table.Ints("size", "", "number that the pilots vary"), table.Floats("cpu_seconds", "s", "CPU time, of all workers"), table.Floats("memory_bytes", "bytes", "greatest heap"), table.Texts("kind", "", "pilot, stopped or foretold"))
	for _, p := range e.Pilots {
		t.Add(table.Int(p.Size), table.Float(p.CPU), table.Float(p.Memory), table.Text(p.kind()))
	}
	if e.Verdict == "foretold" {
		t.Add(table.Int(e.Asked), table.Float(e.CPU.Likely), table.Float(e.Memory.Likely), table.Text("foretold"))
	}
	return t, nil
}

// digits shows a number of seconds with two digits.
func digits(x float64) string {
	if x >= 10 {
		return humanize.Comma(int64(min(x, 1e15)))
	}
	return fmt.Sprintf("%.2g", x)
}

// whole is a number of bytes, within those that a machine can name.
func whole(bytes float64) uint64 { return uint64(min(bytes, 1e18)) }
