package exercises

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// task is a question with the answer and its judge.
type task struct {
	question string
	system   quorum.Structure
	form     form
	key, why string // a right answer, and the reason
	command  string // shows the reason; SPEC stands for the system
	// fault says why an answer with sets or a number is wrong; it is empty for a right one. A word
	// alone is right if it is the key.
	fault func(answer) string
	run   *Run // where events are asked for; it judges them
}

// kind is a kind of exercises.
type kind struct {
	topic string
	level int    // the lowest level
	words string // of the glossary, separated by commas
	draw  func(*source) task
}

// The kinds of exercises, the easiest first.
var kinds = []kind{
	{"coterie", 1, "coterie,quorum system", isCoterie},
	{"transversal", 1, "transversal", smallestTransversal},
	{"resilience", 1, "resilience,transversal", resilience},
	{"read-write", 1, "quorum system,writes meet", readsMeetWrites},
	{"minimal-transversal", 2, "transversal,dual", minimalTransversal},
	{"nondominated", 2, "dominated,transversal", isNondominated},
	{"load", 2, "load,strategy", leastLoad},
	{"maekawa", 2, "site assignment,equal-effort,equal-responsibility,inclusion", conditions},
	{"plane", 2, "projective plane", missingLines},
	{"degree", 2, "degree,group quorum system", degree},
	{"algorithm", 2, "stuck,critical section,REQUEST", breakAlgorithm},
	{"completion", 3, "dominated,transversal", completion},
	{"availability", 3, "availability,live", evenOdds},
	{"liars", 3, "liar", mostLiars},
}

// given begins a question about the quorums of f.
func given(f quorum.Family) string {
	return fmt.Sprintf("These are quorums on the nodes 1 to %d: %s. ", f.N(), listed(f.Sets()))
}

func listed(sets []quorum.Set) string { return show.Join(sets, ", ", quorum.Set.String) }

func systemOf(f quorum.Family) *quorum.System {
	return must(quorum.NewSystem(f.String(), f, quorum.SystemOptions{}))
}

// spec returns the SPEC of a system: its name, or its file if it has none.
func spec(s quorum.Structure) string {
	var file strings.Builder
	must(0, quorum.Write(&file, s))
	return cmp.Or(s.Name(), strings.ReplaceAll(file.String(), "\n", ""))
}

// judged judges a property of the quorums of a system.
func judged(s quorum.Structure, p quorum.Property) quorum.Judged {
	v, _ := quorum.Check(context.Background(), s, quorum.Options{}).Judged(p)
	return v
}

// shown lists the quorums that show a failure.
func shown(v quorum.Judged) string { return listed(cmp.Or(v.Witness, new(quorum.Witness)).Sets) }

// when returns a sentence on a condition, and nothing without it.
func when(so bool, format string, args ...any) string {
	if so {
		return fmt.Sprintf(format, args...)
	}
	return ""
}

// first returns the first of the sets without a property, or the empty set.
func first(sets []quorum.Set, without func(quorum.Set) bool) quorum.Set {
	return append(slices.DeleteFunc(slices.Clone(sets), without), quorum.Set{})[0]
}

// stranger says that one of the sets is no quorum of f, if that is so.
func stranger(f quorum.Family, sets ...quorum.Set) string {
	q := first(sets, func(q quorum.Set) bool { return slices.ContainsFunc(f.Sets(), q.Equal) })
	return when(!q.Empty(), "%v is not among the quorums.", q)
}

// misses says which quorum of f the set does not meet, if there is one.
func misses(f quorum.Family, t quorum.Set) string {
	q := first(f.Sets(), t.Intersects)
	return when(!q.Empty(), "%v does not meet the quorum %v.", t, q)
}

// contains says which quorum of f is a part of the set, if there is one.
func contains(f quorum.Family, t quorum.Set) string {
	q := first(f.Sets(), func(q quorum.Set) bool { return !q.SubsetOf(t) })
	return when(!q.Empty(), "%v contains the quorum %v.", t, q)
}

// sharing says which two of the sets do not share as many nodes as they should, if there are any.
func sharing(nodes int, sets ...quorum.Set) string {
	for i, q := range sets {
		if r := first(sets[:i], func(r quorum.Set) bool { return q.Intersect(r).Len() == nodes }); !r.Empty() {
			return fmt.Sprintf("%v and %v share %s, not %d.", r, q, show.Count(q.Intersect(r).Len(), "node"), nodes)
		}
	}
	return ""
}

// number returns the task of a question about a number, with the reasons why it is not less and
// not more.
func number(question string, s quorum.Structure, value bounds.Fraction, notLess, notMore, command string) task {
	return task{question, s, aNumber, value.String(), cmp.Or(when(notLess != notMore, "%s %s", notMore, notLess), notMore), command, func(a answer) string {
		return []string{notLess, "", notMore}[1+a.value.Cmp(value)]
	}, nil}
}
