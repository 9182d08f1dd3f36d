package extend

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"slices"

	"coterie/internal/machine/memory"
	"coterie/internal/solve/sets"
	"coterie/measure"
	"coterie/quorum"
)

// lazy is a function of the closed form with one node as tie-break, evaluated from the lists of
// quorums: what is left where diagrams grow too large. It cannot be counted, but asked, and its
// minimal sets stream.
type lazy struct {
	n, i     int
	dictator int
	families []quorum.Family // F_1, ..., F_m, or F
	masks    []sets.Matrix
}

// lazyFunctions are the functions of all cartels.
func lazyFunctions(ctx context.Context, families []quorum.Family, dictator int) ([]function, error) {
	n := families[0].N()
	masks, err := masks(ctx, families)
	if err != nil {
		return nil, err
	}
	quorums := 0
	for _, f := range families {
		quorums += f.Len()
	}
	// What minimal asks for, which can tell nobody when it gets less.
	if err := memory.Ask(ctx, "the incidence of nodes and quorums", n, sets.Words(quorums), 8); err != nil {
		return nil, err
	}
	var out []function
	for i := range families {
		out = append(out, lazy{n, i, dictator, families, masks})
	}
	return out, nil
}

// masks returns the quorums of each family as rows of bits.
func masks(ctx context.Context, families []quorum.Family) ([]sets.Matrix, error) {
	var out []sets.Matrix
	for _, f := range families {
		if err := memory.Ask(ctx, "the incidence of quorums and nodes", f.Len(), sets.Words(f.N()), 8); err != nil {
			return nil, err
		}
		out = append(out, sets.MatrixOf(f.Len(), f.N(), f.All()))
	}
	return out, context.Cause(ctx)
}

// contains reports whether x, or its complement, contains a quorum of family j.
func (l lazy) contains(j int, x sets.Bits, complement bool) bool {
	for i := range l.families[j].Len() {
		if q := l.masks[j].Row(i); complement && !q.Meets(x) || !complement && q.SubsetOf(x) {
			return true
		}
	}
	return false
}

// listed reports whether x contains a quorum of the family itself, or quorums of two families;
// holds is the function.
func (l lazy) listed(x sets.Bits) bool {
	if l.contains(l.i, x, false) {
		return true
	}
	count := 0
	for j := range l.families {
		if j != l.i && l.contains(j, x, false) {
			count++
		}
	}
	return count >= 2
}

func (l lazy) holds(x sets.Bits) bool {
	if l.listed(x) {
		return true
	}
	if !x.Has(l.dictator) {
		return false
	}
	for j := range l.families {
		if (j != l.i || len(l.families) == 1) && l.contains(j, x, true) {
			return false
		}
	}
	return true
}

func (l lazy) bits(s quorum.Set) sets.Bits {
	x := sets.New(l.n)
	for v := range s.All() {
		x.Add(v)
	}
	return x
}

func (l lazy) has(s quorum.Set) bool { return l.holds(l.bits(s)) }

func (l lazy) live(context.Context) ([]*big.Int, error) {
	return nil, tooLarge("the extension is known from lists of quorums alone")
}

func (l lazy) count(context.Context) (*big.Int, error) {
	return nil, tooLarge("the extension is known from lists of quorums alone")
}

// isMinimal reports whether the function holds at s, and not without any of its nodes; no set is
// minimal once ctx has ended.
func (l lazy) isMinimal(ctx context.Context, s quorum.Set) bool {
	x := l.bits(s)
	if !l.holds(x) {
		return false
	}
	for v := range s.All() {
		x.Remove(v)
		if ctx.Err() != nil || l.holds(x) {
			return false
		}
		x.Add(v)
	}
	return true
}

// minimal yields the minimal sets at which f = F_i ∨ ∨_{j<l} (F_j ∧ F_l) ∨ (g ∧ ∧_{j≠i} F_j*)
// holds, g being a node x: among them are the quorums of F_i, the unions of quorums of two others,
// and T ∪ {x} for the minimal transversals T of the others (of F itself, where there is one only).
// Each is one of these: a minimal set X at which one of the three functions holds contains one of
// its minimal sets, at which f holds.
func (l lazy) minimal(ctx context.Context) iter.Seq[quorum.Set] {
	return func(yield func(quorum.Set) bool) {
		own := l.families[l.i]
		for k := range own.Len() {
			if q := own.Set(k); l.isMinimal(ctx, q) && !yield(q) || ctx.Err() != nil {
				return
			}
		}
		if !l.unions(ctx, yield) {
			return
		}
		others := own
		if len(l.families) > 1 {
			others = quorum.Concat(slices.Delete(slices.Clone(l.families), l.i, l.i+1)...)
		}
		node := quorum.SetOf(l.dictator)
		for t, err := range others.MinimalTransversals(ctx) {
			if err != nil {
				return
			}
			if x := t.Union(node); !l.listed(l.bits(x)) && l.isMinimal(ctx, x) && !yield(x) {
				return
			}
		}
	}
}

// unions yields the minimal sets among the unions of quorums of two other families; it reports
// whether to go on.
func (l lazy) unions(ctx context.Context, yield func(quorum.Set) bool) bool {
	seen := map[string]bool{}
	for j, f := range l.families {
		for k, g := range l.families[:j] {
			if j == l.i || k == l.i {
				continue // within it is a quorum of family i
			}
			for a := range f.Len() {
				q := f.Set(a)
				for b := range g.Len() {
					if ctx.Err() != nil {
						return false
					}
					x := q.Union(g.Set(b))
					if l.contains(l.i, l.bits(x), false) || !l.isMinimal(ctx, x) {
						continue
					}
					if key := x.String(); !seen[key] {
						seen[key] = true
						if !yield(x) {
							return false
						}
					}
				}
			}
		}
	}
	return true
}

// samples is how many random sets the functions of lazy are tried on.
const samples = 1000

// lazyWork bounds the comparisons of checking that every given quorum is kept, some seconds.
const lazyWork = 2e9

// lazy evaluates the closed form from lists. Its proof is that of the closed form, whose
// hypothesis, that the quorums meet, is judged from the lists; the equations are tried on random
// sets besides.
func (p *problem) lazy(ctx context.Context, dictator int) (*solution, error) {
	quorums, entries := 0, 0
	bases := make([]quorum.Family, len(p.base))
	for _, f := range p.base {
		quorums, entries = quorums+f.Len(), entries+f.Incidences()
	}
	if float64(quorums)*float64(entries) > lazyWork {
		return nil, tooLarge("%d quorums of %d nodes in all are too many to be gone through for each of them", quorums, entries)
	}
	for i, f := range p.base {
		minimal, err := f.Minimize(ctx)
		if err != nil {
			return nil, err
		}
		bases[i] = minimal
	}
	if err := p.meet(ctx, bases); err != nil {
		return nil, err
	}
	functions, err := lazyFunctions(ctx, bases, dictator)
	if err != nil {
		return nil, err
	}
	s := &solution{tie: dictatorial(dictator), functions: functions}
	rng := rand.New(rand.NewPCG(p.opts.Seed, uint64(p.n)))
	full := quorum.FullSet(p.n)
	for range samples {
		var nodes []int
		for v := range p.n {
			if rng.IntN(2) == 0 {
				nodes = append(nodes, v)
			}
		}
		x := quorum.SetOf(nodes...)
		y := full.Minus(x)
		for i, f := range s.functions {
			none := true
			for j, g := range s.functions {
				if (j != i || !p.group()) && g.has(y) {
					none = false
				}
			}
			if f.has(x) != none {
				return nil, quorum.Internal("the system made of %q is not nondominated: %v", p.s.Name(), x)
			}
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	d, err := measure.JudgeDomination(ctx, p.given, measure.DominationOptions{Seed: p.opts.Seed})
	s.unchanged = err == nil && !d.Dominated()
	if err != nil {
		p.note("whether the given system is nondominated itself was not decided: %v", err)
	}
	s.proof = fmt.Sprintf("the closed form f = F ∨ (F* ∧ x) (of cartels: f_i = F_i ∨ ∨_{j<l} (F_j ∧ F_l) ∨ (x ∧ ∧_{j≠i} F_j*)), whose one hypothesis, that the quorums and "+
		"the sets added for containment meet, was judged pair by pair; its equations were tried on %d random sets", samples)
	return s, nil
}

// meet judges that the quorums of the base meet as they must.
func (p *problem) meet(ctx context.Context, bases []quorum.Family) error {
	var s quorum.Structure
	var err error
	property := quorum.Intersection
	if p.group() {
		s, err = quorum.NewGroupSystem("", bases, nil)
		property = quorum.CrossIntersection
	} else {
		s, err = quorum.NewSystem("", bases[0], quorum.SystemOptions{})
	}
	if err != nil {
		return quorum.Internal("%w", err)
	}
	v, _ := quorum.Check(ctx, s, quorum.Options{Jobs: p.opts.Jobs}).Judged(property)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case v.Holds != quorum.Holds:
		return quorum.Internal("the sets added for containment do not meet: %s", v.Reason)
	}
	return nil
}
