package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/samples"
	"coterie/internal/command"
)

// This file checks the JSON that `coterie measure` prints against the JSON that `coterie build`
// prints, from the definitions alone: by sums of fractions, and up to checkedNodes nodes by trying
// all node sets. It uses nothing of packages measure, quorum and construct.

// checkedNodes is the greatest n for which all node sets are tried.
const checkedNodes = 16

// certificateSpecs returns the systems whose printed proofs are checked: the small samples of every
// family, and expressions.
func certificateSpecs() []string {
	specs := slices.DeleteFunc(samples.Small(), func(spec string) bool {
		// These have more than 200 nodes: they are slower than planes of order 13, and test nothing
		// else.
		return spec == "fpp:order=16,plane=hall" || spec == "billiard:q=21"
	})
	return append(specs, "expr:a*b + c*d", "expr:choose(2,a,b,c,d,e)", "expr:a*b + a*c*d + e", "expr:a*(b+c) + d*e*f")
}

// ran runs the program, which must end with the status, and returns its output.
func ran(t testing.TB, status int, args ...string) (out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	got := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
	assert.MustEqual(t, got, status, "status of %q: %s%s", args, &stdout, &stderr)
	return stdout.String(), stderr.String()
}

// printed runs the program and decodes its JSON.
func printed[T any](t *testing.T, args ...string) T {
	t.Helper()
	out, _ := ran(t, command.ExitDone, append(args, "--format", "json")...)
	var v T
	assert.OK(t, json.Unmarshal([]byte(out), &v), "%v", args)
	return v
}

func TestPrintedCertificates(t *testing.T) {
	assert.Slow(t, "arithmetic of one goroutine")
	t.Parallel()
	checked := map[string]int{}
	specs := certificateSpecs()
	for i, text := range []string{
		`{"threshold":2,"validators":["alice","bob"],"innerQuorumSets":[{"threshold":2,"validators":["x","y","z"]}]}`,
		`{"threshold":2,"innerQuorumSets":[{"threshold":2,"validators":["A","B"]},{"threshold":2,"validators":["A","C"]},{"threshold":1,"validators":["D"]}]}`,
		`{"format":"coterie/1","kind":"k-coterie","k":2,"n":5,"quorums":[[1,2],[2,3],[3,4],[4,5],[1,5],[1,3],[2,4],[3,5],[1,4],[2,5]]}`,
	} {
		path := filepath.Join(t.TempDir(), fmt.Sprint(i, ".json"))
		assert.OK(t, os.WriteFile(path, []byte(text), 0o600))
		specs = append(specs, path)
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) { checkCertificates(t, spec, checked) })
	}
	for _, what := range []string{"load", "resilience by search", "resilience", "live sets", "live sets by trying all", "nondominated", "dominated", "degree", "mix"} {
		if checked[what] < 3 {
			t.Errorf("%s was checked %d times only: this test tests nothing", what, checked[what])
		}
	}
	t.Logf("checked: %v", checked)
}

func checkCertificates(t *testing.T, spec string, checked map[string]int) {
	system := printed[printedSystem](t, "build", spec)
	args := []string{"measure", spec, "--samples", "1000", "--states", "50000"} // no estimate is checked
	if system.N > 50 && len(system.families()) == 1 && strings.HasPrefix(spec, "fpp") {
		// Planes of order 7 and more have too many live sets to count, and it takes seconds to find
		// that out.
		args = append(args, "--only", "load,resilience,domination")
	}
	report := printed[printedReport](t, args...)
	if report.Kind != system.Kind || report.N != system.N || strings.Join(report.Names, " ") != strings.Join(system.Names, " ") {
		t.Errorf("measure speaks of %s, n = %d, names %v; build of %s, n = %d, names %v", report.Kind, report.N, report.Names, system.Kind, system.N, system.Names)
	}
	families := system.families()
	figures := report.Cartels
	if system.Kind == "quorum-system" || system.Kind == "k-coterie" {
		figures = []printedFigures{report.printedFigures}
	}
	assert.MustEqual(t, len(figures), len(families), "families measured")
	degree, uniform := math.MaxInt, true
	for i, f := range figures {
		c := certificateCheck{t, fmt.Sprintf("family %d", i+1), system.N, families[i], checked}
		c.all(f)
		if f.Degree != nil {
			degree, uniform = min(degree, *f.Degree), uniform && *f.Degree == *figures[0].Degree
		}
	}
	if system.Kind == "group-quorum-system" {
		checkMix(t, system, report, checked)
		if report.Degree == nil || *report.Degree != degree || report.Uniform == nil || *report.Uniform != uniform {
			t.Errorf("degree %v, uniform %v; the cartels have %d, %v", report.Degree, report.Uniform, degree, uniform)
		}
	}
	if system.Kind == "quorum-system" || system.Kind == "group-quorum-system" {
		checkDomination(t, system, report, checked)
	}
}

type certificateCheck struct {
	t       *testing.T
	where   string
	n       int
	quorums [][]int
	checked map[string]int
}

func (c certificateCheck) errorf(format string, args ...any) {
	c.t.Helper()
	c.t.Errorf(c.where+": "+format, args...)
}

func (c certificateCheck) all(f printedFigures) {
	least, greatest := math.MaxInt, 0
	for _, q := range c.quorums {
		least, greatest = min(least, len(q)), max(greatest, len(q))
	}
	if f.MinQuorum == nil || *f.MinQuorum != least || *f.MaxQuorum != greatest || f.Quorums.String() != fmt.Sprint(len(c.quorums)) {
		// With a site assignment the sizes are those of the S_i, which are among the quorums.
		if f.MinQuorum == nil || *f.MinQuorum < least || *f.MaxQuorum > greatest {
			c.errorf("%v quorums of %v..%v nodes; there are %d of %d..%d", f.Quorums, f.MinQuorum, f.MaxQuorum, len(c.quorums), least, greatest)
		}
	}
	if f.Load != nil {
		c.load(f)
	}
	if f.Resilience != nil {
		c.resilience(f)
	}
	if f.LiveSets != nil {
		c.live(f)
	}
	if f.Degree != nil {
		c.degree(f)
	}
}

func rat(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	assert.MustTrue(t, ok, "%q is no fraction", text)
	return r
}

// strategy checks that choices are a probability distribution on quorums, and returns how often
// each node is asked.
func strategy(t *testing.T, n int, quorums [][]int, choices []printedChoice) []*big.Rat {
	t.Helper()
	asked := make([]*big.Rat, n+1)
	for v := range asked {
		asked[v] = new(big.Rat)
	}
	isQuorum := map[string]bool{}
	for _, q := range quorums {
		isQuorum[fmt.Sprint(q)] = true
	}
	sum := new(big.Rat)
	for _, choice := range choices {
		w := rat(t, choice.Weight)
		if w.Sign() <= 0 || !isQuorum[fmt.Sprint(choice.Nodes)] {
			t.Errorf("the strategy gives %v the weight %v", choice.Nodes, w)
		}
		if choice.Quorum != nil && fmt.Sprint(quorums[*choice.Quorum-1]) != fmt.Sprint(choice.Nodes) {
			t.Errorf("quorum %d is not %v", *choice.Quorum, choice.Nodes)
		}
		sum.Add(sum, w)
		for _, v := range choice.Nodes {
			asked[v].Add(asked[v], w)
		}
	}
	assert.SameNumber(t, sum, big.NewRat(1, 1), "the strategy has weight")
	return asked
}

// nodeWeights checks that texts are weights of sum 1, and returns them from node 1 on.
func nodeWeights(t *testing.T, n int, texts []string) []*big.Rat {
	t.Helper()
	assert.MustEqual(t, len(texts), n, "node weights")
	weights, sum := make([]*big.Rat, n+1), new(big.Rat)
	for v, text := range texts {
		weights[v+1] = rat(t, text)
		if weights[v+1].Sign() < 0 {
			t.Errorf("node %d weighs %s", v+1, text)
		}
		sum.Add(sum, weights[v+1])
	}
	assert.SameNumber(t, sum, big.NewRat(1, 1), "the node weights sum to")
	return weights
}

func lightest(quorums [][]int, weights []*big.Rat) *big.Rat {
	var least *big.Rat
	for _, q := range quorums {
		sum := new(big.Rat)
		for _, v := range q {
			sum.Add(sum, weights[v])
		}
		if least == nil || sum.Cmp(least) < 0 {
			least = sum
		}
	}
	return least
}

func (c certificateCheck) load(f printedFigures) {
	c.t.Helper()
	c.checked["load"]++
	load := rat(c.t, *f.Load)
	for v, asked := range strategy(c.t, c.n, c.quorums, f.Strategy) {
		if asked.Cmp(load) > 0 {
			c.errorf("node %d is asked with probability %v, more than the load %v", v, asked, load)
		}
	}
	if least := lightest(c.quorums, nodeWeights(c.t, c.n, f.NodeWeights)); least.Cmp(load) < 0 {
		c.errorf("a quorum weighs %v, less than the load %v", least, load)
	}
	if f.Capacity == nil || new(big.Rat).Mul(rat(c.t, *f.Capacity), load).Cmp(big.NewRat(1, 1)) != 0 {
		c.errorf("capacity %v is not 1/%v", f.Capacity, load)
	}
}

func meets(q []int, in map[int]bool) bool {
	for _, v := range q {
		if in[v] {
			return true
		}
	}
	return false
}

func setOf(nodes []int) map[int]bool {
	in := map[int]bool{}
	for _, v := range nodes {
		in[v] = true
	}
	return in
}

func (c certificateCheck) resilience(f printedFigures) {
	c.t.Helper()
	c.checked["resilience"]++
	size := *f.Resilience + 1
	in := setOf(f.SmallestTransversal)
	if len(in) != size || len(f.SmallestTransversal) != size {
		c.errorf("resilience %d with the transversal %v", *f.Resilience, f.SmallestTransversal)
	}
	for _, q := range c.quorums {
		if !meets(q, in) {
			c.errorf("the transversal %v misses %v", f.SmallestTransversal, q)
		}
	}
	if f.ResilienceProof == nil || f.ResilienceProof.AtLeast != size {
		c.errorf("resilience %d is not proved: %+v", *f.Resilience, f.ResilienceProof)
		return
	}
	used := map[int]bool{}
	for _, i := range f.ResilienceProof.Disjoint {
		for _, v := range c.quorums[i-1] {
			if used[v] {
				c.errorf("node %d is in two of the disjoint quorums %v", v, f.ResilienceProof.Disjoint)
			}
			used[v] = true
		}
	}
	if len(f.ResilienceProof.Disjoint) >= size {
		return
	}
	// A plain search whose only bound is the size: a smaller transversal must contain a node of the
	// first quorum that is not met.
	const mostSteps = 300_000
	steps := 0
	met := make([]int, len(c.quorums)) // for each quorum, how many chosen nodes it contains
	through := make([][]int, c.n+1)
	for i, q := range c.quorums {
		for _, v := range q {
			through[v] = append(through[v], i)
		}
	}
	var smaller func(from, left int) bool
	smaller = func(from, left int) bool {
		if steps++; steps > mostSteps {
			return false
		}
		for from < len(met) && met[from] > 0 {
			from++
		}
		if from == len(met) || left == 0 {
			return from == len(met)
		}
		for _, v := range c.quorums[from] {
			for _, i := range through[v] {
				met[i]++
			}
			if smaller(from+1, left-1) {
				return true
			}
			for _, i := range through[v] {
				met[i]--
			}
		}
		return false
	}
	if smaller(0, size-1) {
		c.errorf("there is a transversal of %d nodes, and the resilience is said to be %d", size-1, *f.Resilience)
	}
	if steps <= mostSteps {
		c.checked["resilience by search"]++
	}
}

// masks returns the quorums as bit masks, for n <= 64.
func masks(quorums [][]int) []uint64 {
	list := make([]uint64, len(quorums))
	for i, q := range quorums {
		for _, v := range q {
			list[i] |= 1 << (v - 1)
		}
	}
	return list
}

func liveIn(set uint64, quorums []uint64) bool {
	for _, q := range quorums {
		if q&^set == 0 {
			return true
		}
	}
	return false
}

func (c certificateCheck) live(f printedFigures) {
	c.t.Helper()
	c.checked["live sets"]++
	counts := make([]*big.Int, len(f.LiveSets))
	for s, text := range f.LiveSets {
		counts[s], _ = new(big.Int).SetString(text, 10)
		if all := new(big.Int).Binomial(int64(c.n), int64(s)); counts[s] == nil || counts[s].Sign() < 0 || counts[s].Cmp(all) > 0 {
			c.errorf("%s live sets of %d nodes, of %v", text, s, all)
		}
	}
	if len(counts) != c.n+1 || counts[c.n].Sign() == 0 {
		c.errorf("live sets %v for %d nodes", f.LiveSets, c.n)
	}
	if c.n <= checkedNodes {
		c.checked["live sets by trying all"]++
		tried := make([]int64, c.n+1)
		quorums := masks(c.quorums)
		for set := range uint64(1) << c.n {
			if liveIn(set, quorums) {
				tried[bits.OnesCount64(set)]++
			}
		}
		for s, k := range tried {
			if counts[s].Cmp(big.NewInt(k)) != 0 {
				c.errorf("%v live sets of %d nodes; there are %d", counts[s], s, k)
			}
		}
	}
	for _, a := range f.Availability {
		if !a.Exact {
			c.errorf("live sets are counted and availability is an estimate")
		}
		p := rat(c.t, fmt.Sprint(a.P))
		up := new(big.Rat).Sub(big.NewRat(1, 1), p)
		value := new(big.Rat)
		for s, k := range counts {
			term := new(big.Rat).SetInt(k)
			for range s {
				term.Mul(term, up)
			}
			for range c.n - s {
				term.Mul(term, p)
			}
			value.Add(value, term)
		}
		want, _ := value.Float64()
		failure, _ := new(big.Rat).Sub(big.NewRat(1, 1), value).Float64()
		if math.Abs(a.Value-want) > 1e-12*want || math.Abs(a.Failure-failure) > 1e-9*failure {
			c.errorf("availability at p = %v: %v (failure %v), from the counts %v (%v)", a.P, a.Value, a.Failure, want, failure)
		}
		if a.Floor != nil && *a.Floor > a.Failure*(1+1e-9) {
			c.errorf("failure %v at p = %v is below the floor %v", a.Failure, a.P, *a.Floor)
		}
	}
}

func (c certificateCheck) degree(f printedFigures) {
	c.t.Helper()
	c.checked["degree"]++
	used := map[int]bool{}
	for _, i := range f.Disjoint {
		for _, v := range c.quorums[i-1] {
			if used[v] {
				c.errorf("node %d is in two of the disjoint quorums %v", v, f.Disjoint)
			}
			used[v] = true
		}
	}
	if len(f.Disjoint) != *f.Degree || f.DegreeProof == nil || f.DegreeProof.AtMost != *f.Degree {
		c.errorf("degree %d, disjoint quorums %v, proof %+v", *f.Degree, f.Disjoint, f.DegreeProof)
		return
	}
	if in := setOf(f.DegreeProof.Transversal); len(in) > 0 {
		for _, q := range c.quorums {
			if len(in) != *f.Degree || !meets(q, in) {
				c.errorf("the transversal %v does not show that the degree is %d", f.DegreeProof.Transversal, *f.Degree)
				break
			}
		}
	}
}
