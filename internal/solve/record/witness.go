package record

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/construct"
	"coterie/groups"
	"coterie/internal/words/show"
	"coterie/measure/liars"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/results"
)

// maxN bounds the records that are judged, and most the quorums of a system.
const (
	maxN = 4096
	most = 100_000
	// mostSlots bounds the moduli of pairs of covers.
	mostSlots = 200
)

// named are the specs of witnesses.
var named = regexp.MustCompile(`^(\{[0-9]|threshold:)`)

// witness has the keys of all certificates; a record uses those of its kind.
type witness struct {
	Residues, Elements []int
	Mate               []int // a cover modulo the parameter m
	Fixed, Length      int
	Base               []quorum.Set
	Quorums, System    string // {1,2},{1,3}, or another spec
	Nodes              int
	Cartels            []string // 1-2 3-4
}

// value recomputes the value of a record from its witness, and returns nil if records of the kind
// have none. The error says why it is none.
func value(ctx context.Context, r *results.Record) (*big.Rat, error) {
	var w witness
	err := json.Unmarshal([]byte(cmp.Or(string(r.Witness), "null")), &w)
	none, v, judge := string(r.Witness) == "null" || len(r.Witness) == 0, 0, results.Of(r.What).Witness.Judge
	switch {
	case err != nil:
		return nil, err
	case judge == "" && none:
		return nil, nil
	case judge == "degree" && r.Value == "1" && none:
		v = 1 // the one node is the quorum of every group
	case none:
		return nil, errors.New("it is missing")
	case judge == "residues":
		v, err = Residues(r.N, max(1, whole(r, "lambda")), w.Residues)
	case judge == "mates":
		return Mates(r.N, whole(r, "m"), w.Residues, w.Mate)
	case judge == "elements":
		g, wrong := groups.Parse(string(r.Parameters["group"]))
		if wrong != nil || g.Order() != r.N {
			return nil, fmt.Errorf("there is no group %s of %d elements", show.Value(r.Parameters["group"]), r.N)
		}
		v, err = Cover(r.N, 1, w.Elements, func(a, b int) int { return g.Mul(a, g.Inv(b)) })
	case judge == "sets":
		v, err = maekawa(r.N, w)
	case judge == "degree":
		v, err = Degree(r.N, whole(r, "m"), 0, w.Cartels)
	case judge == "array":
		if v, err = Degree(w.Nodes, r.N, 0, w.Cartels); err == nil && v != whole(r, "k") {
			err = fmt.Errorf("%d symbols are in every column", v)
		}
		v = w.Nodes
	default:
		return load(ctx, r, w)
	}
	return big.NewRat(int64(v), 1), err
}

// whole returns a parameter that is a number, and 0 if there is none.
func whole(r *results.Record, name string) int {
	if v := r.Parameters[name].Rat(); v != nil && v.IsInt() && v.Cmp(big.NewRat(maxN, 1)) <= 0 {
		return int(v.Num().Int64())
	}
	return 0
}

// Cover returns the number of elements of a cover of a group with the elements 0..n-1: each but 0
// is a quotient, or difference, of two of them at least lambda times.
func Cover(n, lambda int, cover []int, quotient func(a, b int) int) (int, error) {
	times := make([]int, n)
	for i, a := range cover {
		if a < 0 || a >= n || slices.Contains(cover[:i], a) {
			return 0, fmt.Errorf("%d is no element, or twice in the cover", a)
		}
		for _, b := range cover[:i] {
			times[quotient(a, b)]++
			times[quotient(b, a)]++
		}
	}
	if d := slices.IndexFunc(times[1:], func(t int) bool { return t < lambda }); d >= 0 {
		return 0, fmt.Errorf("%d is no quotient or difference of the cover as often as %d", d+1, lambda)
	}
	return len(cover), nil
}

// Residues is Cover for the residues modulo n.
func Residues(n, lambda int, cover []int) (int, error) {
	return Cover(n, lambda, cover, func(a, b int) int { return (a - b + n) % n })
}

// Mates returns |A|/m+|B|/n of covers A modulo m and B modulo n that meet in any n slots.
func Mates(n, m int, b, a []int) (*big.Rat, error) {
	if m < 2 || m >= n || n > mostSlots {
		return nil, fmt.Errorf("no pairs of covers modulo %d and %d", m, n)
	}
	one, wrong := Residues(m, 1, a)
	two, err := Residues(n, 1, b)
	if err = cmp.Or(wrong, err); err != nil {
		return nil, err
	}
	for s := range m * n {
		if !slices.ContainsFunc(b, func(x int) bool { return slices.Contains(a, ((x-s%n+n)%n+s/n)%m) }) {
			return nil, fmt.Errorf("the covers do not meet when they are shifted by %d and %d", s/n, s%n)
		}
	}
	return new(big.Rat).Add(big.NewRat(int64(one), int64(m)), big.NewRat(int64(two), int64(n))), nil
}

// maekawa makes S_1, ..., S_n of the base sets, and returns the greatest size and responsibility.
func maekawa(n int, w witness) (int, error) {
	if w.Length < 1 || w.Fixed < 0 || w.Fixed > n || (n-w.Fixed)%w.Length != 0 || len(w.Base) != w.Fixed+(n-w.Fixed)/w.Length {
		return 0, fmt.Errorf("%d base sets for %d fixed nodes and runs of %d, of %d nodes", len(w.Base), w.Fixed, w.Length, n)
	}
	var sets []quorum.Set
	k, in := 0, make([]int, n)
	for site := range n {
		base, by := min(site, w.Fixed), 0
		if site >= w.Fixed {
			base, by = w.Fixed+(site-w.Fixed)/w.Length, (site-w.Fixed)%w.Length
		}
		var nodes []int
		for v := range w.Base[base].All() {
			if v >= n {
				return 0, fmt.Errorf("node %d of %d", v+1, n)
			}
			if place := (v - w.Fixed) % w.Length; v >= w.Fixed {
				v += (place+by)%w.Length - place
			}
			nodes = append(nodes, v)
			in[v]++
		}
		if !slices.Contains(nodes, site) {
			return 0, fmt.Errorf("site %d is not in its own set", site+1)
		}
		sets, k = append(sets, quorum.SetOf(nodes...)), max(k, len(nodes))
	}
	return max(k, slices.Max(in)), meet(sets, sets)
}

// meet says which of two sets do not meet.
func meet(a, b []quorum.Set) error {
	for _, q := range a {
		if i := slices.IndexFunc(b, func(r quorum.Set) bool { return !q.Intersects(r) }); i >= 0 {
			return fmt.Errorf("%v and %v do not meet", q, b[i])
		}
	}
	return nil
}

// Degree returns the least number of quorums of the first m of the cartels on n nodes. Each has
// disjoint quorums, as "1-2 3-4". No node is in more than so many quorums; 0 is no limit.
func Degree(n, m, responsibility int, cartels []string) (least int, err error) {
	if m < 1 || len(cartels) < m {
		return 0, fmt.Errorf("%d cartels for %d groups", len(cartels), m)
	}
	var all []quorum.Set
	for g, text := range cartels[:m] {
		var sets []quorum.Set
		if err := json.Unmarshal([]byte("[["+strings.NewReplacer("-", ",", " ", "],[").Replace(text)+"]]"), &sets); err != nil {
			return 0, err
		}
		if err := meet(sets, all); err != nil {
			return 0, err
		}
		if all = append(all, sets...); g == 0 || len(sets) < least {
			least = len(sets)
		}
		if f, err := quorum.FamilyOfSets(n, sets); err != nil || slices.Max(f.Responsibilities()) > 1 {
			return 0, fmt.Errorf("cartel %d: %w", g+1, cmp.Or(err, errors.New("its quorums are not disjoint")))
		}
	}
	if f, err := quorum.FamilyOfSets(n, all); err != nil || responsibility > 0 && slices.Max(f.Responsibilities()) > responsibility {
		return 0, cmp.Or(err, fmt.Errorf("a node is in more than %d quorums", responsibility))
	}
	return least, nil
}

// load finds the load of a system, of which with the parameter kind b nodes may lie.
func load(ctx context.Context, r *results.Record, w witness) (*big.Rat, error) {
	spec := cmp.Or(w.Quorums, w.System)
	if !named.MatchString(spec) { // no file
		return nil, fmt.Errorf("%s is neither a list of quorums nor a threshold", show.Brief(spec))
	}
	known, err := construct.Open(ctx, spec, nil)
	if err == nil {
		known, err = known.Listed(ctx, most)
	}
	if err != nil {
		return nil, err
	}
	system, ok := known.Structure.(*quorum.System)
	if !ok || system.N() > r.N {
		return nil, fmt.Errorf("it is no list of at most %d quorums on %d nodes", most, r.N)
	}
	judged, kind := []quorum.Judged{quorum.JudgeIntersection(ctx, system.Family(), quorum.Options{})}, quorum.Intersection
	if r.Parameters["kind"] != "" {
		judged, kind = liars.Judge(ctx, []quorum.Family{system.Family()}, liars.Faulty{Any: whole(r, "b")}, 1), quorum.Property(r.Parameters["kind"])
	}
	if !slices.ContainsFunc(judged, func(j quorum.Judged) bool { return j.Property == kind && j.Holds == quorum.Holds }) {
		return nil, fmt.Errorf("%s does not hold of it", kind)
	}
	found, err := loads.Find(ctx, system.Family(), loads.Options{})
	return found.Value.Rat(), err
}

// arithmetic returns the bound on the value from the other side that package bounds proves, with
// its name, and nil if it proves none.
func arithmetic(r *results.Record) (*big.Rat, string) {
	k, lambda, b, judge := int64(whole(r, "k")), int64(whole(r, "lambda")), whole(r, "b"), results.Of(r.What).Witness.Judge
	switch {
	case judge == "residues" && lambda > 1:
		need, size := lambda*int64(r.N-1), int64(1)
		for size*(size-1) < need {
			size++
		}
		return big.NewRat(size, 1), "counting, K(K-1) >= L(n-1)"
	case judge == "residues" || judge == "elements" || judge == "sets":
		return big.NewRat(int64(bounds.PlaneSize(r.N)), 1), "bounds.PlaneSize, docs/theorems/plane-size.md"
	case judge == "load" && b == 0:
		return bounds.LoadFromWholeSizes(r.N), "bounds.LoadFromWholeSizes, docs/theorems/whole-size-load.md"
	case judge == "degree":
		return big.NewRat(int64(bounds.Degree(r.N, whole(r, "m"))), 1), "bounds.Degree, docs/theorems/degree.md"
	case judge == "array":
		return big.NewRat(k*k, 1), "every two columns have k² pairs"
	case judge == "load" && b > 0 && r.Parameters["kind"] != "opaque":
		if b++; r.Parameters["kind"] == "masking" {
			b += b - 1
		}
		share := func(int) *big.Rat { return big.NewRat(int64(b), 1) }
		return bounds.LoadFromSharing(r.N, b+whole(r, "b"), share), "bounds.LoadFromSharing, docs/theorems/whole-size-load.md"
	}
	return nil, ""
}
