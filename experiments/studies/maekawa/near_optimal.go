package maekawa

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/bounds/excess"
	"coterie/construct"
	"coterie/experiments"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/maekawa"
)

// nearOptimal holds the parameters of the study near-optimal.
type nearOptimal struct {
	To int `json:"to"` // every number of nodes from 1 to this
	// Orbits are the symmetric systems to search for if no cyclic cover meets the lower bound.
	Orbits []nearOptimalOrbits `json:"orbits"`
	// Plain are numbers of nodes whose lower bound is settled by the complete search, in which a
	// solver decides the cases that arguments leave open.
	Plain []int `json:"plain,omitempty"`
	// Primes are orders of automorphisms that a solver tries if a row is open.
	Primes []nearOptimalPrimes `json:"primes"`
	// Types is the greatest K for which types of excess graphs are examined in open rows.
	Types int `json:"types"`
}

// nearOptimalPrimes asks whether systems on N nodes have automorphisms of prime orders.
type nearOptimalPrimes struct {
	N      int   `json:"n"`
	Orders []int `json:"orders"`
	Fixed  []int `json:"fixed,omitempty"` // with this many fixed nodes; empty: with all numbers
}

// nearOptimalOrbits asks for a system on N nodes with K = the lower bound, in orbits of the given
// length.
type nearOptimalOrbits struct {
	N      int `json:"n"`
	Length int `json:"length"`
}

// nearOptimalRow holds the known values for one number of nodes. K is always the greatest of all
// sizes and all responsibilities, 0 if there is no system.
type nearOptimalRow struct {
	N       int    `csv:"n,nodes" doc:"number of nodes"`
	Lower   int    `csv:"lower,nodes" doc:"no K below this is possible: sets that meet pairwise, sizes and responsibilities at most K"`
	LowerBy string `csv:"lower_by" doc:"the argument"`

	Plane          int    `csv:"plane,nodes,omitzero" doc:"K of the projective plane; empty if n is no q²+q+1 for a prime power q, or 1"`
	DegenerateSize int    `csv:"degenerate_size,nodes,omitzero" doc:"Method 1 (Maekawa 1985, section 7), the default degenerate-fpp: greatest size"`
	DegenerateMost int    `csv:"degenerate_responsibility,sets,omitzero" doc:"its greatest responsibility, which no limit holds"`
	Grid           int    `csv:"grid,nodes,omitzero" doc:"Method 2: greatest size"`
	Billiard       int    `csv:"billiard,nodes,omitzero" doc:"billiard quorums, where n = (q²-1)/2: size"`
	Cyclic         int    `csv:"cyclic,nodes" doc:"size of the smallest difference cover of Z_n"`
	Orbits         int    `csv:"orbits,nodes,omitzero" doc:"K of a system with a permutation of several orbits, looked for where cyclic leaves a gap; empty: not looked for or none"`
	OrbitsAbsent   string `json:",omitempty" csv:"orbits_absent" doc:"what was looked for with such a permutation and proven absent"`
	Upper          int    `csv:"upper,nodes" doc:"the least K known, with i in S_i; the sets are in best-sets.json"`
	UpperBy        string `csv:"upper_by" doc:"what has it"`
	Sets           maekawa.Turned
	Equal          bool `csv:"equal" doc:"every size and every responsibility of these sets is K: (c) and (d)"`
	Unique         bool `csv:"unique" doc:"no two of these sets are equal"`

	Primes []maekawa.PrimeOrder // of an open row: automorphisms of prime order
	Excess excess.Report        // of an open row
}

const nearOptimalFile = "best-sets.json"

// NearOptimal returns the study near-optimal.
func NearOptimal() experiments.Study {
	return experiments.NewStudy(experiments.Spec[nearOptimal]{
		Name:  "near-optimal",
		Title: "The least K for every number of nodes: what to use where there is no plane",
		Doc: "For every number of nodes the best K known (sets that meet pairwise, i in S_i, sizes and responsibilities at most K), the lower bound " +
			"and its argument, beside the K of single methods: the projective plane, Maekawa's Method 1 and Method 2, billiard quorums, the " +
			"smallest difference cover of Z_n, decided by exhaustive search, and symmetric systems that SAT finds where that cover leaves a gap; for 30 nodes SAT refutes what arguments leave. " +
			"A row is optimal where both bounds meet, else open: nobody claims that the lower bound cannot be reached. Of an open row the study says " +
			"which structure systems would have, and which prime orders their automorphisms; what others have proved of it is cited. The sets of every row are " +
			"in best-sets.json, as base sets and a permutation; a check expands them and judges them by the definitions.",
		Default: nearOptimal{To: 100, Types: 8, Orbits: []nearOptimalOrbits{{40, 20}}, Plain: []int{30}, Primes: nearOptimalAsked()},
		Full: &nearOptimal{To: 100, Orbits: []nearOptimalOrbits{{40, 20}}, Plain: []int{30}, Primes: append(nearOptimalAsked(),
			nearOptimalPrimes{38, []int{19}, nil}, nearOptimalPrimes{38, []int{5}, []int{13}},
			nearOptimalPrimes{52, []int{5}, []int{2}}, nearOptimalPrimes{54, []int{5}, []int{9, 14}})},
		Declare: declareNearOptimal,
		Verify:  experiments.Decoded(verifyNearOptimal),
	})
}

// nearOptimalAsked returns questions that take at most a second each.
func nearOptimalAsked() []nearOptimalPrimes {
	var asked []nearOptimalPrimes
	for _, n := range []int{38, 52, 53, 54} {
		asked = append(asked, nearOptimalPrimes{N: n, Orders: []int{7}})
	}
	for _, n := range []int{53, 67, 71, 83, 89} {
		asked = append(asked, nearOptimalPrimes{N: n, Orders: []int{n}})
	}
	return asked
}

func declareNearOptimal(out *experiments.Output, p nearOptimal) {
	rows := experiments.Compute(out, "nodes", experiments.Numbers(1, p.To), func(ctx context.Context, n int) (nearOptimalRow, error) {
		return nearOptimalAt(ctx, p, n)
	})
	tabulateNearOptimal(out, p, rows)
	foundNearOptimal(out, p, rows)
	var certificate experiments.Systems[maekawa.Turned]
	for _, r := range rows {
		certificate.Systems = append(certificate.Systems, r.Sets)
	}
	out.Certificate(nearOptimalFile, certificate)
	claimNearOptimal(out, p, rows)
}

// nearOptimalAt computes one row.
func nearOptimalAt(ctx context.Context, p nearOptimal, n int) (nearOptimalRow, error) {
	row := nearOptimalRow{N: n}
	options := search.Options{Jobs: 1}
	cyclic := experiments.Must(maekawa.Least(ctx, n, maekawa.Options{Options: options, Symmetry: maekawa.Translates()}))
	if cyclic.StoppedBy != "" || cyclic.Verdict != search.Found {
		return row, errors.Join(experiments.ContextError(ctx), fmt.Errorf("n = %d: no decision about covers: %s", n, cyclic.StoppedBy))
	}
	row.Lower, _ = cyclic.Lower.Int()
	row.LowerBy = cyclic.LowerBy
	if slices.Contains(p.Plain, n) {
		plain := experiments.Must(maekawa.Least(ctx, n, maekawa.Options{Options: options}))
		if !plain.Optimal {
			return row, errors.Join(experiments.ContextError(ctx), fmt.Errorf("n = %d: no decision: %s", n, plain.StoppedBy))
		}
		row.Lower, _ = plain.Lower.Int()
		row.LowerBy = plain.LowerBy
	}
	row.Cyclic, _ = cyclic.Value.Int()
	row.Upper, row.UpperBy = row.Cyclic, "difference cover of Z_n"
	best := cyclic.System.Structure.(*quorum.System)
	row.Sets = maekawa.Turned{N: n, K: row.Cyclic, Length: n}
	for _, ask := range p.Orbits {
		if ask.N != n || row.Upper == row.Lower {
			continue
		}
		found := experiments.Must(maekawa.Pair(ctx, n, row.Lower, row.Lower, maekawa.Options{Options: options, Symmetry: maekawa.Orbits(ask.Length)}))
		switch found.Verdict {
		case search.Unknown:
			return row, errors.Join(experiments.ContextError(ctx), fmt.Errorf("n = %d: no decision about orbits of length %d: %s", n, ask.Length, found.StoppedBy))
		case search.ProvenAbsent:
			row.OrbitsAbsent = fmt.Sprintf("K = %d, orbits of length %d", row.Lower, ask.Length)
		default:
			row.Orbits = row.Lower
			row.Upper, row.UpperBy = row.Lower, fmt.Sprintf("orbits of length %d, by SAT", ask.Length)
			best = found.System.Structure.(*quorum.System)
			row.Sets = maekawa.Turned{N: n, K: row.Lower, Fixed: n % ask.Length, Length: ask.Length}
		}
	}
	for _, i := range row.Sets.First() {
		row.Sets.Base = append(row.Sets.Base, best.Family().Set(best.Sites()[i]))
	}
	row.Primes = experiments.Must(p.primesAt(ctx, row))
	if row.Upper > row.Lower && row.Lower <= p.Types {
		row.Excess = experiments.Must(excess.Decide(ctx, n, row.Lower))
	}
	experiments.Ensure(row.methods())
	row.Equal, row.Unique = experiments.Must2(judgeTurned(row.Sets))
	return row, nil
}

// primesAt lists the prime orders that automorphisms of systems with the lower bound could have, if
// a row is open and has enough nodes that all sizes are K.
func (p nearOptimal) primesAt(ctx context.Context, row nearOptimalRow) ([]maekawa.PrimeOrder, error) {
	if row.Lower == row.Upper || !row.regular() {
		return nil, nil
	}
	list := experiments.Must(maekawa.PrimeOrders(ctx, row.N, row.Lower, func(order, fixed int) bool {
		return slices.ContainsFunc(p.Primes, func(q nearOptimalPrimes) bool {
			return q.N == row.N && slices.Contains(q.Orders, order) && (q.Fixed == nil || slices.Contains(q.Fixed, fixed))
		})
	}, search.Options{Jobs: 1}))
	for _, o := range list {
		if o.Verdict == search.Found {
			return nil, fmt.Errorf("n = %d: automorphisms of order %d with %d fixed nodes: a better system than the study has", row.N, o.Order, o.Fixed)
		}
	}
	return list, nil
}

// methods fills in the K of each construction.
func (r *nearOptimalRow) methods() error {
	for family, set := range map[string]func(s construct.Shape){
		"fpp": func(s construct.Shape) { r.Plane = s.MaxQuorum },
		"degenerate-fpp": func(s construct.Shape) {
			r.DegenerateSize, r.DegenerateMost = s.MaxQuorum, int(s.MaxResponsibility.Int64())
		},
		"grid":     func(s construct.Shape) { r.Grid = s.MaxQuorum },
		"billiard": func(s construct.Shape) { r.Billiard = s.MaxQuorum },
	} {
		f, ok := construct.Lookup(family)
		if !ok {
			return fmt.Errorf("no family %s", family)
		}
		instance, err := f.ForN(r.N, 0)
		var none *construct.NoSystemError
		var bad *construct.ParamError
		switch {
		case errors.As(err, &none), errors.As(err, &bad): // none for this n
			continue
		case err != nil:
			return err
		}
		shape := experiments.Must(instance.Shape(context.Background()))
		set(shape)
	}
	return nil
}

// judgeTurned tries the sets by the definitions. The error says which of (a), (b) and the limit K
// fails.
func judgeTurned(s maekawa.Turned) (equal, unique bool, err error) {
	system := experiments.Must(siteSystem(fmt.Sprintf("n = %d", s.N), experiments.Must(s.Expand())))
	got, family := judgeSites(system), system.SiteFamily()
	_, size := family.Sizes()
	if most := max(size, slices.Max(family.Responsibilities())); !got.Intersection || !got.Inclusion || most > s.K {
		return false, false, fmt.Errorf("n = %d, K = %d: sizes and responsibilities up to %d; %v", s.N, s.K, most, got)
	}
	return got.hold(s.K), quorum.JudgeUniqueness(context.Background(), system).Holds == quorum.Holds, nil
}

// verifyNearOptimal judges the certificate: sets for every number of nodes.
func verifyNearOptimal(_ context.Context, p nearOptimal, _ string, c experiments.Systems[maekawa.Turned]) error {
	if len(c.Systems) != p.To {
		return fmt.Errorf("%d systems, want one for each n up to %d", len(c.Systems), p.To)
	}
	for i, s := range c.Systems {
		if s.N != i+1 {
			return fmt.Errorf("system %d has %d nodes", i+1, s.N)
		}
		experiments.Must2(judgeTurned(s))
	}
	return nil
}
