package judge

import (
	"cmp"
	"fmt"
	"slices"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// Report has the answers of all judges about a configuration, or about several. Where an answer is
// nil, Reasons has the reason under its key.
type Report struct {
	Algorithm string `json:"algorithm"`
	Flaw      string `json:"flaw,omitempty"` // the step that the algorithm leaves out on purpose
	System    string `json:"system"`
	N         int    `json:"n"`
	mutex.Reading
	Rule       string         `json:"rule"`
	Requesters []quorum.Index `json:"requesters"`
	StandsFor  int            `json:"stands_for"` // sets of requesters whose graphs are the same
	Entries    *int           `json:"entries"`    // of each; nil: without end
	FIFO       bool           `json:"fifo"`
	Reduction  string         `json:"reduction"`

	// States and Transitions are exact if Complete. Otherwise they count the visited part, which
	// includes all states at fewer than Depth steps.
	States      uint64 `json:"states"`
	Transitions uint64 `json:"transitions"`
	Depth       int    `json:"depth"`
	Terminal    uint64 `json:"terminal"` // states in which nothing can happen
	Complete    bool   `json:"complete"`
	StoppedBy   string `json:"stopped_by"` // "" if Complete

	MutualExclusion    *bool       `json:"mutual_exclusion"` // the rule holds
	Violations         uint64      `json:"violations"`       // states in which it is broken
	Stuck              *uint64     `json:"stuck"`            // states
	Lockout            *bool       `json:"lockout"`          // somebody can be locked out
	Blocked            bool        `json:"blocked"`          // so that nothing can let it in any more
	ConcurrentEntering *bool       `json:"concurrent_entering"`
	Together           int         `json:"together"` // the most requesters that were asked to be inside at once
	Invariants         []Invariant `json:"invariants"`
	MaxMessages        *uint64     `json:"max_messages_per_entry"`
	Costliest          *Entry      `json:"costliest_entry"`       // with this cost in some run
	MaxTotal           *uint64     `json:"max_messages_of_a_run"` // those of all entries together

	Reasons map[string]string `json:"reasons"` // by key

	// Open names a judgement that a limit prevented. Without this judgement nobody knows whether
	// everything holds.
	Open string `json:"-"`

	Costly *Run  `json:"-"` // the run with the costliest entry, nil if that is not known
	Runs   []Run `json:"-"` // the runs that show failures, the gravest first

	memory bool // that of the machine cut a search off
}

// Invariant is an assertion of the paper, and whether it holds in every reachable state.
type Invariant struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Holds  *bool  `json:"holds"`
	Broken uint64 `json:"broken"` // states in which it does not hold
}

// Entry is a wish of a process, by its number from 1.
type Entry struct {
	Process quorum.Index `json:"process"`
	Entry   int          `json:"entry"`
}

// Run is a run that shows something.
type Run struct {
	Of       string          // the key of the judgement that it shows
	Process  int32           // the process that is locked out
	Config   *explore.Config `json:"-"`
	Schedule []trace.Choice
	Shortest bool // no run that shows it has fewer steps
	// Cycle is the number of the last choices that repeat for ever, 0 for a run that ends.
	Cycle int

	Text      string // what the run does; Says fills in the process
	Sort      explore.Sort
	Outside   []int32 // the processes that do not come in
	Invariant int     // index of Algorithm.Invariants
}

// Says describes what the run does, as in "breaks the rule". The function process names a process.
func (r *Run) Says(process func(p int32) string) string {
	if r.Of == "lockout" {
		return fmt.Sprintf(r.Text, process(r.Process))
	}
	return r.Text
}

// Fails reports whether any judgement is negative.
func (r *Report) Fails() bool {
	if len(r.Runs) > 0 || r.Violations > 0 || r.Stuck != nil && *r.Stuck > 0 || is(r.Lockout, true) || is(r.MutualExclusion, false) || is(r.ConcurrentEntering, false) {
		return true
	}
	return slices.ContainsFunc(r.Invariants, func(i Invariant) bool { return is(i.Holds, false) })
}

func is(answer *bool, value bool) bool { return answer != nil && *answer == value }

// alike returns the number of sets of requesters with the report's numbers of visited states. With
// a reduction, images have the same stuck states, but may have more or fewer others.
func (r *Report) alike() uint64 {
	if r.Reduction != explore.None.String() {
		return 1
	}
	return uint64(r.StandsFor)
}

// Combined merges the reports of one algorithm and system into one. A property holds if it holds in
// all of them. Counts are sums over all sets that the reports stand for; with a reduction the
// counts, except that of the stuck states, cover only the sets that were explored. There must be at
// least one report.
func Combined(list []Report) Report {
	all := list[0]
	if len(list) == 1 {
		return all
	}
	all.StandsFor, all.Requesters, all.Runs, all.Invariants, all.Reasons = 0, nil, nil, []Invariant{}, map[string]string{}
	all.States, all.Transitions, all.Depth, all.Terminal, all.Violations, all.Complete, all.StoppedBy, all.Open = 0, 0, 0, 0, 0, true, "", ""
	stuck := uint64(0)
	all.Stuck = &stuck
	for i := range list {
		r := &list[i]
		times := uint64(r.StandsFor)
		all.StandsFor += r.StandsFor
		all.States += r.States * r.alike()
		all.Transitions += r.Transitions * r.alike()
		all.Blocked = all.Blocked || r.Blocked
		all.Together = max(all.Together, r.Together)
		all.Depth = max(all.Depth, r.Depth)
		all.Terminal += r.Terminal * times
		all.Violations += r.Violations * r.alike()
		if all.Complete && !r.Complete {
			all.Complete, all.StoppedBy = false, r.StoppedBy
		}
		if r.Stuck != nil {
			stuck += *r.Stuck * times
		}
		switch {
		case r.MaxMessages == nil || all.MaxMessages == nil:
			all.MaxMessages, all.MaxTotal, all.Costliest, all.Costly = nil, nil, nil, nil
		case *r.MaxMessages > *all.MaxMessages:
			all.MaxMessages, all.Costliest, all.Costly = r.MaxMessages, r.Costliest, r.Costly
		}
		if all.MaxTotal != nil && *r.MaxTotal > *all.MaxTotal {
			all.MaxTotal = r.MaxTotal
		}
		if len(r.Requesters) > len(all.Requesters) {
			all.Requesters = r.Requesters
		}
		for key, why := range r.Reasons {
			all.Reasons[key] = cmp.Or(all.Reasons[key], why)
		}
		if len(all.Runs) == 0 {
			all.Runs = r.Runs
		}
		all.Open = cmp.Or(all.Open, r.Open)
	}
	if stuck == 0 && all.Reasons["stuck"] != "" {
		all.Stuck = nil
	}
	all.MutualExclusion = every(list, func(r *Report) *bool { return r.MutualExclusion }, true)
	all.Lockout = every(list, func(r *Report) *bool { return r.Lockout }, false)
	all.ConcurrentEntering = every(list, func(r *Report) *bool { return r.ConcurrentEntering }, true)
	for k, i := range list[0].Invariants {
		i.Holds, i.Broken = every(list, func(r *Report) *bool { return r.Invariants[k].Holds }, true), 0
		for j := range list {
			i.Broken += list[j].Invariants[k].Broken * list[j].alike()
		}
		all.Invariants = append(all.Invariants, i)
	}
	for key, known := range map[string]bool{
		"mutual_exclusion": all.MutualExclusion != nil, "lockout": all.Lockout != nil, "concurrent_entering": all.ConcurrentEntering != nil,
		"stuck": all.Stuck != nil, "max_messages_per_entry": all.MaxMessages != nil,
	} {
		if known {
			delete(all.Reasons, key)
		}
	}
	return all
}

// every combines the answers of all reports: the bad one if any gives it, the good one if all do,
// and otherwise nil.
func every(list []Report, of func(r *Report) *bool, good bool) *bool {
	answer := &good
	for i := range list {
		a := of(&list[i])
		if a != nil && *a != good {
			return a
		}
		if a == nil {
			answer = nil
		}
	}
	return answer
}
