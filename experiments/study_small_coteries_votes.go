package experiments

import (
	"context"
	"fmt"
	"math/big"

	"coterie/measure"
	"coterie/search/enumerate"
)

// countProperty counts regular nondominated coteries, or those with votes, by the list of the regular ones.
func countProperty(ctx context.Context, env Env, k smallKind) (*big.Int, string, error) {
	n := k.Query.Nodes
	all := new(big.Int).MulRange(1, int64(n))
	count := new(big.Int)
	half := measure.FractionOf(1, 2)
	for r, err := range enumerate.Regular(ctx, n, enumerate.Options{Jobs: env.Jobs}) {
		if err != nil {
			return nil, "", err
		}
		if k.Query.AllUsed && !usesLast(r) {
			continue
		}
		if k.Property == "votes" {
			load, err := measure.FindLoad(ctx, r.Family(), measure.LoadOptions{})
			if err != nil {
				return nil, "", err
			}
			if load.Value.Cmp(half) <= 0 {
				continue
			}
		}
		if k.Query.Classes {
			count.Add(count, big.NewInt(1))
		} else {
			count.Add(count, new(big.Int).Quo(all, big.NewInt(int64(r.Automorphisms()))))
		}
	}
	if k.Property == "votes" {
		return count, "list of regular coteries, of load above 1/2", nil
	}
	return count, "list of regular coteries", nil
}

// usesLast reports whether the least desirable node is in a quorum; then all are.
func usesLast(r enumerate.RegularCoterie) bool {
	last := 1 << (r.Nodes() - 1)
	for set := range last {
		if r.Live(set) != r.Live(set|last) {
			return true
		}
	}
	return false
}

// tryProperty counts them by trying every class of nondominated coteries.
func tryProperty(ctx context.Context, env Env, k smallKind) (*big.Int, string, error) {
	q := enumerate.Query{Nodes: k.Query.Nodes, Nondominated: true, Classes: true, AllUsed: k.Query.AllUsed}
	count := new(big.Int)
	for item, err := range enumerate.List(ctx, q, enumerate.Options{Jobs: env.Jobs}) {
		if err != nil {
			return nil, "", err
		}
		f := item.Cartels[0]
		holds := enumerate.IsRegular(f)
		// Coteries with votes are regular; on few nodes that is not used.
		if k.Property == "votes" && (holds || q.Nodes <= 7) {
			votes, err := measure.FindVotes(ctx, f.Family(), measure.VotesOptions{MaxCases: 1})
			if err != nil {
				return nil, "", err
			}
			holds = votes.Assignable
		}
		if !holds {
			continue
		}
		if k.Query.Classes {
			count.Add(count, big.NewInt(1))
		} else {
			count.Add(count, big.NewInt(int64(item.Orbit)))
		}
	}
	by := "the definition, tried on every class"
	if k.Property == "votes" {
		by = "votes or a trade for every class"
		if q.Nodes > 7 {
			by = "votes or a trade for every regular class of the list of all"
		}
	}
	return count, by, nil
}

// smallPublished are published numbers, from n = 1.
type smallPublished struct {
	selfDual, classesUsed                       []string
	regularClasses, votesClasses, votesLabelled []string
	sources                                     [3]string
}

func readPublished(env Env) (smallPublished, error) {
	var out smallPublished
	type numbers struct {
		Source string   `json:"source"`
		Counts []string `json:"counts_from_n_1"`
	}
	type whole struct {
		Source string `json:"source"`
		Counts []int  `json:"counts_from_n_1"`
	}
	classes, err := ReadPaper[struct {
		SelfDual numbers `json:"self_dual"`
		Used     whole   `json:"classes_all_used"`
	}](env, "self-dual-classes.json")
	if err != nil {
		return out, err
	}
	out.selfDual, out.sources[0], out.sources[1] = classes.SelfDual.Counts, classes.SelfDual.Source, classes.Used.Source
	for _, c := range classes.Used.Counts {
		out.classesUsed = append(out.classesUsed, fmt.Sprint(c))
	}
	votes, err := ReadPaper[struct {
		Source         string   `json:"source"`
		First          int      `json:"first_n"`
		RegularClasses []string `json:"regular_self_dual_classes"`
		Classes        []string `json:"self_dual_threshold_classes"`
		Monotone       []string `json:"self_dual_threshold_monotone"`
		All            []string `json:"self_dual_threshold_all"`
	}](env, "muroga-threshold.json")
	if err != nil {
		return out, err
	}
	if votes.First != 1 {
		return out, fmt.Errorf("muroga-threshold.json: first_n is %d, want 1", votes.First)
	}
	out.regularClasses, out.votesClasses, out.votesLabelled, out.sources[2] = votes.RegularClasses, votes.Classes, votes.Monotone, votes.Source
	return out, nil
}

// compare notes where the number of a row was published; another number is an error.
func (p smallPublished) compare(r *smallRow) error {
	var list []string
	source := p.sources[2]
	less := int64(0)
	n := r.Query.Nodes
	switch q := r.Query; {
	case r.Property == "regular" && q.Classes && !q.AllUsed:
		list = p.regularClasses
	case r.Property == "votes" && q.Classes && !q.AllUsed:
		list = p.votesClasses
	case r.Property == "votes" && !q.AllUsed:
		list = p.votesLabelled
	case r.Property != "":
	case q.Nondominated && q.Classes && q.AllUsed:
		list, source = p.classesUsed, p.sources[1]
	case q.Nondominated && !q.Classes && !q.AllUsed:
		list, source = p.selfDual, p.sources[0]
	case !q.Nondominated && !q.Classes && !q.AllUsed: // as many as nondominated ones on a node more, less one
		list, source, less, n = p.selfDual, p.sources[0], 1, n+1
	}
	if n > len(list) {
		return nil
	}
	want, ok := new(big.Int).SetString(list[n-1], 10)
	if !ok {
		return fmt.Errorf("%q is no number", list[n-1])
	}
	if want.Sub(want, big.NewInt(less)); want.Cmp(r.Count) != 0 {
		return fmt.Errorf("%s, n = %d: %v, and %v was published (%s)", r.Name, r.Query.Nodes, r.Count, want, source)
	}
	r.Published = source
	if less > 0 {
		r.Published = "one less than nondominated coteries on one node more: " + source
	}
	return nil
}

func smallCoteriesClaims(p smallParameters, rows []smallRow) []Claim { return nil }
