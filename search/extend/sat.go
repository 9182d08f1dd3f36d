package extend

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// modelWords names the tie-break where a solver decided between complementary sets.
const modelWords = "a model of the formula"

// The theorems behind the formula, and behind the clauses that ask for a smaller load.
var (
	encodedBy    = session.Theorems{"self-dual-functions", "nondominated-groups", "containment"}
	encodedBelow = session.Theorems{"self-dual-functions", "nondominated-groups", "containment", "least-load-search"}
)

// formula is the formula whose models are the nondominated systems that dominate the given one (and
// contain it, if that is asked for): a literal for each cartel and set.
type formula struct {
	cnf  *sat.CNF
	n    int
	live [][]int // of each cartel: the literal of "set X is live"
}

// newFormula writes the formula. A model gives monotone functions f_i: "X live implies X ∪ {v}
// live"; they are nondominated by f(V∖X) = not f(X), for one function by construction, or by
// f_i(V∖X) if and only if no f_j(X), j ≠ i, as clauses; each given Q is live, and no Q∖{x} if
// containment is asked for: then Q is a minimal live set. Conversely the functions of such a system
// are a model.
func newFormula(ctx context.Context, given []quorum.Family, contain bool) *formula {
	n := given[0].N()
	full := 1<<n - 1
	f := &formula{cnf: sat.NewCNF(ctx), n: n}
	f.cnf.Comment("a nondominated system that dominates the given one; variables say which sets contain a quorum")
	name := func(v, i, x int) {
		text := fmt.Sprintf("%v is live", quorum.SetOfMask(x))
		if len(given) > 1 {
			text = fmt.Sprintf("%v is live in cartel %v", quorum.SetOfMask(x), quorum.Index(i))
		}
		f.cnf.Name(v, text)
	}
	for i := range given {
		live := make([]int, full+1)
		for x := full; x >= 0; x-- {
			if y := full ^ x; len(given) == 1 && live[y] != 0 {
				live[x] = -live[y]
				continue
			}
			live[x] = f.cnf.NewVar()
			name(live[x], i, x)
		}
		f.live = append(f.live, live)
	}
	for i, live := range f.live {
		for x := range live {
			for v := range n {
				if x>>v&1 == 0 {
					f.cnf.AddClause(-live[x], live[x|1<<v])
				}
			}
			if len(given) == 1 {
				continue
			}
			some := []int{live[full^x]}
			for j := range f.live {
				if j != i {
					f.cnf.AddClause(-live[full^x], -f.live[j][x])
					some = append(some, f.live[j][x])
				}
			}
			f.cnf.AddClause(some...)
		}
	}
	for i, c := range given {
		for _, q := range c.All() {
			x := int(sets.Mask(q))
			f.cnf.AddClause(f.live[i][x])
			for _, v := range q {
				if contain {
					f.cnf.AddClause(-f.live[i][x&^(1<<v)])
				}
			}
		}
	}
	return f
}

// minimal adds a variable for each cartel and set that a minimal live set makes true, and returns
// them.
func (f *formula) minimal() []int {
	var out []int
	for _, live := range f.live {
		for x := range live {
			m := f.cnf.NewVar()
			clause := []int{m, -live[x]}
			for v := range f.n {
				if x>>v&1 == 1 {
					clause = append(clause, live[x&^(1<<v)])
				}
			}
			f.cnf.AddClause(clause...)
			out = append(out, m)
		}
	}
	return out
}

// tables returns the functions of a model.
func (f *formula) tables(model []bool) []table {
	var out []table
	for _, live := range f.live {
		t := table{sets.NewTable(f.n)}
		for x, lit := range live {
			if lit > 0 && model[lit] || lit < 0 && !model[-lit] {
				t.Add(x)
			}
		}
		out = append(out, t)
	}
	return out
}

// solution checks the functions of a model.
func (p *problem) solution(ctx context.Context, fs []table) (*solution, error) {
	a := tables{ctx, p.n}
	s := &solution{unchanged: true, tie: tie{words: modelWords}}
	for i, f := range fs {
		given := a.Up(p.given[i])
		if covered := a.equal(a.Or(f, given), f); !covered && ctx.Err() == nil {
			return nil, quorum.Internal("a model of the formula does not dominate the given system")
		}
		s.functions, s.given = append(s.functions, f), append(s.given, given)
		s.unchanged = s.unchanged && a.equal(f, given)
	}
	proved := a.proved(fs)
	if err := a.err(); err != nil {
		return nil, err
	}
	if !proved {
		return nil, quorum.Internal("a model of the formula is not nondominated")
	}
	s.proof = p.equations("each of the %d sets of nodes was looked at", 1<<p.n)
	return s, nil
}

// fewestQuorums asks for fewer quorums until there is no model.
func (p *problem) fewestQuorums(ctx context.Context, best *solution, value *big.Rat) (*solution, error) {
	f := newFormula(ctx, p.given, p.demands != nil)
	minimal := f.minimal()
	most := int(value.Num().Int64())
	total := sat.NewTotalizer(f.cnf, minimal, most)
	lower, _ := p.ext.Lower.Int()
	for most > lower {
		words := fmt.Sprintf("%s with at most %d quorums", sought(p.s), most-1)
		cnf := f.cnf.Clone()
		cnf.Comment(fmt.Sprintf("at most %d of the sets are minimal live sets", most-1))
		cnf.AddClause(-total.AtLeast(most))
		answer, err := p.session.Ask(ctx, session.Question{Words: words, CNF: cnf, Theorems: encodedBy})
		if err != nil {
			return best, err
		}
		if answer.Verdict == sat.Unknown {
			return best, nil
		}
		if answer.Verdict == sat.Unsat {
			p.ext.Lower, p.ext.LowerBy = new(bounds.Integer(most)), fmt.Sprintf("no model of: %s (%s)", words, answer.By)
			p.ext.Optimal = true
			p.session.Tell()
			return best, nil
		}
		next, err := p.solution(ctx, f.tables(answer.Model))
		if err != nil {
			return best, err
		}
		v, err := p.countAll(ctx, next)
		if err != nil {
			return best, err
		}
		if v.Cmp(big.NewRat(int64(most), 1)) >= 0 {
			return best, quorum.Internal("a model of %q has %s quorums", words, v.RatString())
		}
		best, most = next, int(v.Num().Int64())
		p.found(v, best)
	}
	return best, nil
}

// leastLoad adds clauses that exclude what is no better, until there is no model.
func (p *problem) leastLoad(ctx context.Context, best *solution, value *big.Rat) (*solution, error) {
	f := newFormula(ctx, p.given, p.demands != nil)
	current := best
	for {
		load, weights, err := p.loadOfAll(ctx, current.functions)
		if err != nil {
			return best, err
		}
		if load.Cmp(value) < 0 {
			value, best = load, current
			p.found(value, best)
			if p.ext.Optimal {
				return best, nil
			}
		}
		// The weights prove load >= value for the current system: its live sets weigh no less.
		w := make([]*big.Rat, p.n)
		for v := range w {
			w[v] = weights[v].Rat()
		}
		f.lighter(w, value)
		words := fmt.Sprintf("%s with a load below %s", sought(p.s), value.RatString())
		answer, err := p.session.Ask(ctx, session.Question{Words: words, CNF: f.cnf.Clone(), Theorems: encodedBelow})
		if err != nil {
			return best, err
		}
		switch answer.Verdict {
		case sat.Unknown:
			return best, nil
		case sat.Unsat:
			p.ext.Lower, p.ext.LowerBy = new(bounds.NewFraction(value)), fmt.Sprintf("no model of: %s (%s)", words, answer.By)
			p.ext.Upper, p.ext.Optimal = p.ext.Value, true
			p.session.Tell()
			return best, nil
		}
		if current, err = p.solution(ctx, f.tables(answer.Model)); err != nil {
			return best, err
		}
	}
}

// lighter adds clauses that say: sets X_1, ..., X_m are live, X_i in cartel i, with (w(X_1) + ... +
// w(X_m))/m < value. A model of them is no worse than value under the weights w, and any system
// with a smaller load is a model. For one cartel that is one clause, in which the maximal sets
// lighter than value suffice. For more, each tuple of thresholds t_1, ..., t_m with a sum below
// m·value, the last one as great as it may be, has a variable that implies that in each cartel i a
// maximal one of the sets of weight t_i at most is live.
func (f *formula) lighter(weights []*big.Rat, value *big.Rat) {
	weight := make([]*big.Rat, 1<<f.n)
	for x := range weight {
		weight[x] = new(big.Rat)
		for v := range f.n {
			if x>>v&1 == 1 {
				weight[x].Add(weight[x], weights[v])
			}
		}
	}
	// within lists the maximal sets with a weight that is no more than most, or below it.
	within := func(i int, most *big.Rat, below bool) (lits []int) {
		fits := func(x int) bool {
			c := weight[x].Cmp(most)
			return c < 0 || c == 0 && !below
		}
		for x := range weight {
			maximal := fits(x)
			for v := range f.n {
				maximal = maximal && (x>>v&1 == 1 || !fits(x|1<<v))
			}
			if maximal {
				lits = append(lits, f.live[i][x])
			}
		}
		return lits
	}
	if len(f.live) == 1 {
		f.cnf.AddClause(within(0, value, true)...)
		return
	}
	thresholds := slices.Clone(weight)
	slices.SortFunc(thresholds, (*big.Rat).Cmp)
	thresholds = slices.CompactFunc(thresholds, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
	reached := make([][]int, len(f.live)) // variables: some set of at most that weight is live in the cartel
	for i := range f.live {
		for _, t := range thresholds {
			y := f.cnf.NewVar()
			f.cnf.AddClause(append(within(i, t, false), -y)...)
			reached[i] = append(reached[i], y)
		}
	}
	total := new(big.Rat).Mul(value, big.NewRat(int64(len(f.live)), 1))
	var some []int
	var choose func(i int, chosen []int, left *big.Rat)
	choose = func(i int, chosen []int, left *big.Rat) {
		if i == len(f.live)-1 {
			last := -1
			for t := range thresholds {
				if thresholds[t].Cmp(left) < 0 {
					last = t
				}
			}
			if last < 0 {
				return
			}
			tuple := f.cnf.NewVar()
			for j, t := range append(slices.Clone(chosen), last) {
				f.cnf.AddClause(-tuple, reached[j][t])
			}
			some = append(some, tuple)
			return
		}
		for t := range thresholds {
			if thresholds[t].Cmp(left) < 0 {
				choose(i+1, append(chosen, t), new(big.Rat).Sub(left, thresholds[t]))
			}
		}
	}
	choose(0, nil, total)
	f.cnf.AddClause(some...)
}
