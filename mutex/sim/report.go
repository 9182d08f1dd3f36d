package sim

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/mutex"
	"coterie/quorum"
)

// Report has the results of independent replications of a run. Counts are sums and maxima are taken
// over all replications; the rest are means over everything that was counted. A figure without a
// value is null, and Reasons says why.
type Report struct {
	Algorithm string `json:"algorithm"`
	Flaw      string `json:"flaw,omitempty"` // the step that the algorithm leaves out on purpose
	System    string `json:"system"`
	N         int    `json:"n"`
	mutex.Reading
	Requesters   int    `json:"requesters"`
	Rule         string `json:"rule"`
	Seed         uint64 `json:"seed"`
	Replications int    `json:"replications"`
	Warmup       int    `json:"warmup"` // wishes before those that count, in each replication
	// Unfinished is set if the context ended before the first replication did. The figures are then
	// those of its beginning, and Replications is 0.
	Unfinished bool `json:"unfinished"`

	Requests  int `json:"requests"`
	Entries   int `json:"entries"`
	Unserved  int `json:"unserved"`
	Abandoned int `json:"abandoned"`

	Messages         uint64             `json:"messages"`
	ByType           map[string]uint64  `json:"by_type"`
	MessagesPerEntry *float64           `json:"messages_per_entry"`
	PerEntryByType   map[string]float64 `json:"messages_per_entry_by_type"`
	MinMessages      uint32             `json:"min_messages_of_entry"`
	MaxMessages      uint32             `json:"max_messages_of_entry"`
	LateMessages     uint64             `json:"late_messages"` // charged too late to be in these two

	MaxInCS         int      `json:"max_in_cs"`
	MeanInCS        *float64 `json:"mean_in_cs"`     // over the time that somebody is inside
	SyncDelay       *float64 `json:"sync_delay"`     // mean latencies
	MaxDelay        *float64 `json:"max_sync_delay"` // mean latencies
	Waiting         *Waiting `json:"waiting"`
	Throughput      *float64 `json:"throughput"` // entries in a unit of time
	ContextSwitches int      `json:"context_switches"`
	Overtaken       int      `json:"max_overtaken"` // entries of others during one wait
	Accesses        Accesses `json:"accesses"`
	Fairness        *float64 `json:"fairness"` // Jain's index of the entries of the requesters

	Violations     int           `json:"violations"`
	Stuck          bool          `json:"stuck"`
	StuckProcesses []quorum.Node `json:"stuck_processes"` // of the first replication that is stuck
	// Failed is the first replication, from 1, with a violation or somebody stuck; 0 if there is
	// none.
	Failed int           `json:"failed_replication"`
	Down   []quorum.Node `json:"down"` // arbiters that had crashed at the end of the first replication

	// Intervals are the 95 % confidence intervals of the figures, from the differences between the
	// replications. None goes below 0, as no figure does.
	Intervals map[string]Interval `json:"intervals"`
	Reasons   map[string]string   `json:"reasons,omitempty"`
}

// Waiting summarises the times from a wish to its entry, in units.
type Waiting struct {
	Mean   float64 `json:"mean"`
	Median float64 `json:"p50"`
	P90    float64 `json:"p90"`
	P99    float64 `json:"p99"`
	Max    float64 `json:"max"`
}

// Accesses says how often the nodes are asked.
type Accesses struct {
	Counts []uint64 `json:"counts"` // by node
	// Shares are the accesses of each node per request. Busiest is the greatest of them.
	Shares      []float64        `json:"shares"`
	Busiest     *float64         `json:"busiest"`
	BusiestNode quorum.Node      `json:"busiest_node"`
	OptimalLoad *bounds.Fraction `json:"optimal_load"` // the least that any strategy gives the busiest node
}

// Interval is a confidence interval.
type Interval struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Options are those of Replicate.
type Options struct {
	Replications int // 0 means 1
	Jobs         int // see par.Jobs
	Progress     func(stage string, done, total int)
	// Structure is the structure of the setup, needed for the optimal load. If it is nil, the
	// optimal load is not computed.
	Structure quorum.Structure
}

// Replicate runs c several times, as the streams c.Stream, c.Stream+1, ... of its seed. The report
// does not depend on the number of jobs. Errors are those of Run; when ctx ends, the report is of
// the replications that were done, in their order, and the error its cause. c.Trace and c.After are
// called for the first replication alone, which is then run here, wherever the others run.
func Replicate(ctx context.Context, c Config, o Options) (Report, error) {
	n := max(1, o.Replications)
	if err := c.Check(); err != nil {
		return Report{}, err
	}
	s := newSummary(c)
	add := par.Progress(o.Progress).Count("replications", n)
	failed := replicate(ctx, c, n, o, func(r Result) {
		s.add(r)
		add(1)
	}, func(cut Result) {
		s.add(cut)
		s.Replications, s.Unfinished = 0, true
	})
	return s.report(ctx, o.Structure), failed
}

// summary adds up replications.
type summary struct {
	Report
	config    Config
	waiting   Sketch
	delay     Sketch
	entriesOf []int
	steady    float64 // in ticks; a Time would overflow for many runs
	inSteady  int
	busy      float64
	inside    float64
	samples   map[string][]share
	charged   bool // a replication had a request that counts
}

func newSummary(c Config) *summary {
	return &summary{
		Report: Report{
			Algorithm: c.Algorithm.Name, Flaw: c.Setup.Flaw.String(), System: c.Setup.Name, N: c.Setup.Nodes, Requesters: len(c.Requesters), Rule: c.Algorithm.RuleOver(c.Setup).String(), Reading: c.Algorithm.ReadingOver(c.Setup),
			Seed: c.Seed, Warmup: c.Warmup,
			ByType: map[string]uint64{}, PerEntryByType: map[string]float64{}, StuckProcesses: []quorum.Node{}, Down: []quorum.Node{},
			Accesses:  Accesses{Counts: make([]uint64, c.Setup.Nodes), Shares: make([]float64, c.Setup.Nodes)},
			Intervals: map[string]Interval{}, Reasons: map[string]string{},
		},
		config:    c,
		entriesOf: make([]int, c.Setup.Processes),
		samples:   map[string][]share{},
	}
}

func (s *summary) add(r Result) {
	if r.Worst.Entry > 0 && (!s.charged || r.MinMessages < s.MinMessages) {
		s.MinMessages, s.charged = r.MinMessages, true
	}
	s.Replications++
	s.Requests += r.Requests
	s.Entries += r.Entries
	s.Unserved += r.Unserved
	s.Abandoned += r.Abandoned
	s.Messages += r.Messages
	for k, n := range r.ByType {
		if n > 0 {
			s.ByType[mutex.Kind(k).String()] += n
		}
	}
	s.MaxMessages = max(s.MaxMessages, r.MaxMessages)
	s.LateMessages += r.Late
	s.MaxInCS = max(s.MaxInCS, r.MaxInCS)
	s.Overtaken = max(s.Overtaken, r.Overtaken)
	s.ContextSwitches += r.ContextSwitches
	s.waiting.Merge(r.Waiting)
	s.delay.Merge(r.SyncDelay)
	for v, n := range r.Accesses {
		s.Accesses.Counts[v] += n
	}
	for p, n := range r.EntriesOf {
		s.entriesOf[p] += n
	}
	s.steady += float64(r.Steady)
	s.inSteady += r.SteadyEntries
	s.busy += float64(r.Busy)
	s.inside += r.Inside
	s.Violations += r.Violations
	s.Stuck = s.Stuck || len(r.Stuck) > 0
	if s.Failed == 0 && (r.Violations > 0 || len(r.Stuck) > 0) {
		s.Failed = s.Replications
	}
	if len(s.StuckProcesses) == 0 {
		s.StuckProcesses = nodes(r.Stuck)
	}
	if s.Replications == 1 {
		s.Down = nodes(r.Down)
	}
	latency := s.config.MeanLatency()
	s.sample("served", float64(r.Entries), float64(r.Requests))
	s.sample("messages_per_entry", float64(r.Messages), float64(r.Entries))
	s.sample("waiting", r.Waiting.Mean()*float64(r.Waiting.Count()), float64(r.Waiting.Count()))
	s.sample("sync_delay", r.SyncDelay.Mean()*float64(r.SyncDelay.Count()), float64(r.SyncDelay.Count())*latency)
	s.sample("throughput", float64(r.SteadyEntries), r.Steady.Units())
	s.sample("mean_in_cs", r.Inside, float64(r.Busy))
}

func nodes(ids []int32) []quorum.Node {
	list := make([]quorum.Node, len(ids))
	for i, v := range ids {
		list[i] = quorum.Node(v)
	}
	return list
}

func (s *summary) sample(figure string, of, over float64) {
	s.samples[figure] = append(s.samples[figure], share{of, over})
}

// report finds the means.
func (s *summary) report(ctx context.Context, structure quorum.Structure) Report {
	figure := func(name string, known bool, x float64, reason string) *float64 {
		if !known {
			s.Reasons[name] = reason
			return nil
		}
		return &x
	}
	const nobody = "nobody has entered"
	entered := s.Entries > 0
	s.MessagesPerEntry = figure("messages_per_entry", entered, float64(s.Messages)/float64(s.Entries), nobody)
	for k, n := range s.ByType {
		if entered {
			s.PerEntryByType[k] = float64(n) / float64(s.Entries)
		}
	}
	s.MeanInCS = figure("mean_in_cs", s.busy > 0, s.inside/s.busy, "nobody is inside for any time while wishes are made")
	latency := s.config.MeanLatency()
	why := "nobody waits when the last process leaves"
	if latency == 0 {
		why = "messages take no time"
	}
	s.SyncDelay = figure("sync_delay", s.delay.Count() > 0 && latency > 0, s.delay.Mean()/latency, why)
	s.MaxDelay = figure("max_sync_delay", s.delay.Count() > 0 && latency > 0, s.delay.Max()/latency, why)
	if w := s.waiting; entered {
		s.Waiting = &Waiting{Mean: w.Mean(), Median: w.Quantile(.5), P90: w.Quantile(.9), P99: w.Quantile(.99), Max: w.Max()}
	} else {
		s.Reasons["waiting"] = nobody
	}
	s.Throughput = figure("throughput", s.steady > 0, float64(s.inSteady)/(s.steady/float64(Unit)), "all wishes are made at one moment")
	s.Fairness = figure("fairness", entered, s.jain(), nobody)
	s.access(ctx, structure)
	for name, xs := range s.samples {
		if i, ok := interval(xs); ok {
			i.Low = max(0, i.Low)
			if name == "served" { // the one that is a share
				i.High = min(1, i.High)
			}
			s.Intervals[name] = i
		}
	}
	if len(s.Intervals) == 0 {
		s.Reasons["intervals"] = "an interval needs two replications"
	}
	return s.Report
}

func (s *summary) access(ctx context.Context, structure quorum.Structure) {
	a := &s.Accesses
	busiest := 0
	for v, n := range a.Counts {
		if s.Requests > 0 {
			a.Shares[v] = float64(n) / float64(s.Requests)
		}
		if n > a.Counts[busiest] {
			busiest = v
		}
	}
	a.BusiestNode = quorum.Node(busiest)
	if s.Requests > 0 {
		a.Busiest = &a.Shares[busiest]
	}
	switch {
	case s.config.Algorithm.NoQuorums:
		s.Reasons["optimal_load"] = "the algorithm takes no quorums"
	case structure == nil:
		s.Reasons["optimal_load"] = "it was not asked for"
	default:
		load, err := FindLoad(ctx, structure, s.config.Requesters)
		if err != nil {
			s.Reasons["optimal_load"] = err.Error()
			return
		}
		a.OptimalLoad = &load.Value
	}
}

// jain returns (Σx)²/(nΣx²) over the requesters: 1 if all enter equally often, 1/n if one alone
// does.
func (s *summary) jain() float64 {
	sum, squares := 0.0, 0.0
	for _, r := range s.config.Requesters {
		x := float64(s.entriesOf[r.Process])
		sum += x
		squares += x * x
	}
	return sum * sum / (float64(len(s.config.Requesters)) * squares)
}

// share is a replication's part in a figure that is a sum over another: messages over entries.
type share struct{ of, over float64 }

// interval returns the confidence interval for the ratio of two sums, by Student's t distribution
// of the differences of the replications from it (the ratio estimator of survey sampling). If all
// have the same divisor, it is the interval for the mean of their ratios.
func interval(shares []share) (Interval, bool) {
	n, of, over := float64(len(shares)), 0.0, 0.0
	for _, x := range shares {
		of += x.of
		over += x.over
	}
	if n < 2 || over == 0 {
		return Interval{}, false
	}
	ratio, squares := of/over, 0.0
	for _, x := range shares {
		d := x.of - float64(ratio*x.over)
		squares += float64(d * d)
	}
	half := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975) * math.Sqrt(squares/(n-1)/n) / (over / n)
	return Interval{Mean: ratio, Low: ratio - half, High: ratio + half}, true
}

// MeanLatency is the mean time of a message, in units: with a matrix, over all ordered pairs of
// places.
func (c *Config) MeanLatency() float64 {
	if c.Matrix == nil {
		return c.Latency.Mean()
	}
	sum, pairs := 0.0, 0.0
	for i, row := range c.Matrix {
		for j, x := range row {
			if i != j {
				sum += x
				pairs++
			}
		}
	}
	return sum / max(1, pairs)
}
