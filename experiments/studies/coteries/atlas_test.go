package coteries

import (
	"encoding/json"
	"fmt"
	"math/big"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/measure/votes"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// sample returns the classes on 1 to n nodes with their figures.
func sample(t *testing.T, n int) []row {
	t.Helper()
	var rows []row
	for k := 1; k <= n; k++ {
		classes := assert.Got(classesOn(t.Context(), k, 1))(t)
		for _, c := range classes {
			r := assert.Got(measureClass(t.Context(), c))(t)
			rows = append(rows, r)
		}
	}
	nameClasses(t.Context(), rows)
	return rows
}

func TestAtlasSmall(t *testing.T) {
	p := atlasParameters{Nodes: 6, Crash: []string{"1/10", "2/5"}, Fronts: []int{5}, Pictured: 4}
	folder := studytest.Small(t, declareAtlas, p, experiments.Decoded(verifyAtlas))
	lines := studytest.Lines(t, folder, "atlas.csv")
	for _, want := range []string{
		"4,wheel:n=4,{1,2} {1,3} {1,4} {2,3,4},4,2,3,2:3 3:1,6,4,false,2,3,false,3/5,0.6,1,0 0 3 4 1,0.028,2 1 1 1,5,load,true",
		"5,majority:n=5,{1,2,3} {1,2,4} {1,2,5} {1,3,4} {1,3,5} {1,4,5} {2,3,4} {2,3,5} {2,4,5} {3,4,5},10,3,3,3:10,120,1,true,6,6,true,3/5,0.6,2,0 0 0 10 5 1,0.00856,1 1 1 1 1,5,load,true",
	} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(strings.ReplaceAll(l, `"`, ""), want) }) {
			t.Errorf("no row with %s", want)
		}
	}
	studytest.WantRows(t, folder, "best.csv",
		"5,false,least load,,5/9,0.555556,1,4,degenerate-fpp:n=5", // Maekawa's five sets
		"5,false,greatest resilience,,2,2,1,7,majority:n=5",
		"4,false,least failure probability,1/10,7/250,0.028,2,2, 3,wheel:n=4; majority:n=3, 1 idle",
		"5,true,fewest quorums,,5,5,2,2, 4,",
	)
	studytest.WantRows(t, folder, "availability.csv",
		"5,false,0 < p < 1/2,1,7,majority:n=5,0 0 0 10 5 1,",
		"5,false,p = 1/2,7,1, 2, 3, 4, 5, 6, 7,",
		"5,false,1/2 < p < 1,1,1,singleton:n=5,0 1 4 6 4 1,",
		"5,true,1/2 < p < 1,1,2,wheel:n=5,",
	)
}

// TestAtlasComplete finds the classes in another way: replacing a quorum of a nondominated coterie
// by its complement gives another one, and all are reached from one in this way (Bioch and Ibaraki
// 1995).
func TestAtlasComplete(t *testing.T) {
	for n := 1; n <= 6; n++ {
		classes := assert.Got(classesOn(t.Context(), n, 1))(t)
		listed := map[enumerate.Function]bool{}
		for _, c := range classes {
			listed[canonicalOf(t, c.N, c.Quorums)] = true
		}
		first := canonicalOf(t, n, []quorum.Set{quorum.SetOf(0)})
		found := map[enumerate.Function]bool{first: true}
		for queue := []enumerate.Function{first}; len(queue) > 0; queue = queue[1:] {
			f := queue[0]
			for _, q := range f.Minimal() {
				if n > 1 {
					if next := flipped(t, f, q); !found[next] {
						found[next] = true
						queue = append(queue, next)
					}
				}
			}
		}
		if len(found) != len(classes) || len(listed) != len(classes) {
			t.Errorf("n = %d: %d classes listed, of which %d differ; %d found", n, len(classes), len(listed), len(found))
		}
		for f := range found {
			if !listed[f] {
				t.Errorf("n = %d: %v is not listed", n, f.Minimal())
			}
		}
	}
}

func canonicalOf(t *testing.T, n int, quorums []quorum.Set) enumerate.Function {
	t.Helper()
	return canonical(n, quorums)
}

// flipped returns f with a quorum dead and its complement alive, in canonical form.
func flipped(t *testing.T, f enumerate.Function, q int) enumerate.Function {
	t.Helper()
	all := 1<<f.Nodes() - 1
	var live []quorum.Set
	for set := range 1 << f.Nodes() {
		if set == all&^q || set != q && f.Has(set) {
			live = append(live, quorum.SetOfMask(set))
		}
	}
	return canonicalOf(t, f.Nodes(), live)
}

// TestAtlasFigures computes the figures of every class on at most six nodes from their definitions.
func TestAtlasFigures(t *testing.T) {
	for _, r := range sample(t, 6) {
		name := fmt.Sprintf("n = %d, class %d", r.N, r.Class)
		isLive := func(set int) bool {
			return slices.ContainsFunc(r.Quorums, func(q quorum.Set) bool {
				return !slices.ContainsFunc(q.Nodes(), func(v int) bool { return set>>v&1 == 0 })
			})
		}
		live := make([]int, r.N+1)
		resilience, regular := r.N, true
		for set := range 1 << r.N {
			if isLive(set) {
				live[bits.OnesCount(uint(set))]++
			} else {
				resilience = min(resilience, r.N-bits.OnesCount(uint(set))-1)
			}
		}
		for i := range r.N {
			for k := range i {
				// Sets in which only i, and in which only k, completes a quorum.
				only := [2]bool{}
				for set := range 1 << r.N {
					if set>>i&1 == 0 && set>>k&1 == 0 {
						a, b := isLive(set|1<<i), isLive(set|1<<k)
						only[0], only[1] = only[0] || a && !b, only[1] || b && !a
					}
				}
				regular = regular && !(only[0] && only[1])
			}
		}
		if !slices.Equal(live, r.Live) || resilience != r.resilience() || regular != r.Regular {
			t.Errorf("%s: live sets %v, resilience %d, regular %t; the atlas has %v, %d, %t", name, live, resilience, regular, r.Live, r.resilience(), r.Regular)
		}
		assigned := r.voted()
		if half := bounds.FractionOf(1, 2); assigned != (r.Votes.Load.Value.Cmp(half) > 0) {
			t.Errorf("%s: votes %v, load %v", name, r.Votes.Weights, r.Votes.Load.Value)
		}
		assert.Equal(t, assigned, r.Regular, "%s: on so few nodes the regular systems are those with votes", name)
		if assigned && !votesFit(r, r.Votes.Weights, r.Votes.Total) {
			t.Errorf("%s: votes %v do not give the quorums", name, r.Votes.Weights)
		}
	}
}

// TestAtlasVotesAlone: on at most seven nodes there are no other votes of the least total, so that
// the table does not depend on how they are found; and no votes of a smaller total. A node with
// more votes than another can stand in for it. So the votes follow the ranks of the nodes, up to
// the order of nodes of one rank, and it suffices to try partitions of the total.
func TestAtlasVotesAlone(t *testing.T) {
	systems := 0
	for n := 1; n <= 7; n++ {
		classes := assert.Got(classesOn(t.Context(), n, 1))(t)
		for _, c := range classes {
			f := assert.Got(quorum.FamilyOfSets(n, c.Quorums))(t)
			votes := assert.Got(votes.Find(t.Context(), f, votes.Options{}))(t)
			if !votes.Assignable {
				continue
			}
			systems++
			r := c
			order := make([]int, n) // the nodes by votes
			for v := range order {
				order[v] = v
			}
			slices.SortFunc(order, func(a, b int) int { return votes.Weights[b] - votes.Weights[a] })
			for i := range n {
				for k := range i {
					swapped := slices.Clone(votes.Weights)
					swapped[i], swapped[k] = swapped[k], swapped[i]
					if votesFit(r, swapped, votes.Total) && swapped[i] != swapped[k] {
						t.Errorf("n = %d, class %d: votes %v, and also %v", n, c.Class, votes.Weights, swapped)
					}
				}
			}
			w := make([]int, n)
			for total := 1; total <= votes.Total; total++ {
				var place func(i, left, most int)
				place = func(i, left, most int) {
					if i == n {
						if left == 0 && votesFit(r, w, total) && !slices.Equal(w, votes.Weights) {
							t.Errorf("n = %d, class %d: votes %v, and also %v", n, c.Class, votes.Weights, w)
						}
						return
					}
					for x := min(left, most); x*(n-i) >= left; x-- {
						w[order[i]] = x
						place(i+1, left-x, x)
					}
				}
				place(0, total, total)
			}
		}
	}
	assert.Equal(t, systems, 1+1+2+3+7+21+135, "systems with votes")
}

// votesFit reports whether every quorum has more than half of the votes.
func votesFit(r row, w []int, total int) bool {
	return !slices.ContainsFunc(r.Quorums, func(q quorum.Set) bool {
		sum := 0
		for v := range q.All() {
			sum += w[v]
		}
		return 2*sum <= total
	})
}

// TestAtlasAvailability compares the ranges with the availability at many p.
func TestAtlasAvailability(t *testing.T) {
	rows := sample(t, 6)
	parts := availabilityOf(rows)
	for _, part := range parts {
		for _, k := range []int64{1, 9, 20, 33, 49, 50, 51, 70, 99} {
			if name := map[bool]string{true: below, false: "1/2 < p < 1"}[k < 50]; k != 50 && name != part.Range || k == 50 && part.Range != "p = 1/2" {
				continue
			}
			p := big.NewRat(k, 100)
			best := part.winners(criterion{value: func(r row) *big.Rat { return r.failure(p) }})
			assert.Equal(t, best.places(), part.places(), "n = %d, all used %t, p = %v", part.n, part.allUsed, p)
		}
	}
	// Two classes are not decided if neither has more live sets of every size.
	a, b := row{Live: []int{0, 0, 0, 3, 12, 6, 1}}, row{Live: []int{0, 0, 0, 3, 13, 5, 1}}
	assert.Refused((scope{n: 6, rows: []row{a, b}}).mostAvailable(below))(t, "", "undecided, and decided")
}

// TestAtlasFront: exactly the classes that none beats are on the front.
func TestAtlasFront(t *testing.T) {
	of := func(place int, load int64, resilience int) row {
		r := row{N: 6, Class: place, Responsible: make([]int, 6), Transversal: quorum.FullSet(resilience + 1)}
		r.Votes.Load.Value = bounds.FractionOf(load, 10)
		return r
	}
	rows := []row{of(1, 5, 2), of(2, 5, 2), of(3, 6, 3), of(4, 6, 2), of(5, 7, 3), of(6, 4, 1), of(7, 5, 1)}
	var places []int
	for _, r := range fronts(t.Context(), rows, []int{6}, nil) {
		places = append(places, r.Class)
	}
	assert.Slice(t, places, []int{6, 1, 2, 3})
	if list := fronts(t.Context(), rows, []int{5}, nil); len(list) > 0 {
		t.Errorf("a front for no n: %v", list)
	}
}

// TestAtlasCertificate: every kind of damage is seen.
func TestAtlasCertificate(t *testing.T) {
	p := atlasParameters{Nodes: 6}
	rows := sample(t, 6)
	good := assert.Got(experiments.PrettyJSON(newCertificate(6, rows)))(t)
	verify := func(data []byte) error {
		return experiments.Decoded(verifyAtlas)(t.Context(), p, "atlas-n6.json", data)
	}
	voted := slices.IndexFunc(rows, func(r row) bool { return r.N == 6 && r.used() == 6 && r.voted() }) - 14
	traded := slices.IndexFunc(rows, func(r row) bool { return r.N == 6 && r.Votes.Trade != nil }) - 14
	one := bounds.Integer(1)
	refused := studytest.Damaged(t, verify, good, map[string]func(c *certificate){
		"n":           func(c *certificate) { c.N = 5 },
		"missing":     func(c *certificate) { c.Classes = c.Classes[:29] },
		"place":       func(c *certificate) { c.Classes[1].Class = 3 },
		"repeated":    func(c *certificate) { c.Classes[2] = c.Classes[1]; c.Classes[2].Class = 3 },
		"quorum":      func(c *certificate) { c.Classes[3].Quorums[0] = quorum.FullSet(6) },
		"dominated":   func(c *certificate) { c.Classes[29].Quorums = c.Classes[29].Quorums[1:] },
		"load":        func(c *certificate) { c.Classes[3].Load = one },
		"strategy":    func(c *certificate) { c.Classes[3].Strategy[0] = one },
		"short":       func(c *certificate) { c.Classes[3].Strategy = c.Classes[3].Strategy[1:] },
		"weights":     func(c *certificate) { c.Classes[3].NodeWeights[0] = one },
		"transversal": func(c *certificate) { c.Classes[3].Transversal[0] = quorum.SetOf(0) },
		"large":       func(c *certificate) { c.Classes[3].Transversal[0] = quorum.FullSet(6) },
		"none":        func(c *certificate) { c.Classes[3].Transversal = nil },
		"live": func(c *certificate) {
			c.Classes[3].Live[3], c.Classes[3].Live[4] = c.Classes[3].Live[4], c.Classes[3].Live[3]
		},
		"votes":    func(c *certificate) { c.Classes[voted].Votes[0] = bounds.Integer(50) },
		"no votes": func(c *certificate) { c.Classes[voted].Votes = nil },
		"fraction": func(c *certificate) { c.Classes[voted].Votes[0] = bounds.FractionOf(1, 2) },
		"total": func(c *certificate) {
			for i, w := range c.Classes[voted].Votes {
				c.Classes[voted].Votes[i] = bounds.NewFraction(new(big.Rat).Mul(w.Rat(), big.NewRat(3, 1)))
			}
		},
		"trade":    func(c *certificate) { c.Classes[traded].Trade[0] = bounds.Integer(1000) },
		"no trade": func(c *certificate) { c.Classes[traded].Trade = nil },
	})
	for name, want := range assert.Pairs("repeated", "renaming", "dominated", "dominated", "missing", "labelled", "live", "by size", "large", "smallest") {
		assert.Fails(t, refused[name], want, "damage %q", name)
	}
	for _, text := range []string{"1/0", "x", "1//2", "-1"} {
		assert.Fails(t, new(numbers).UnmarshalText([]byte(text)), "", "%q is read as a fraction", text)
	}
	assert.Fails(t, experiments.Decoded(verifyAtlas)(t.Context(), p, "atlas-n5.json", good), "", "six nodes in the file of five")
}

// TestAtlasNames: a family with the same quorums is named, on the nodes in use.
func TestAtlasNames(t *testing.T) {
	var rows []row
	for n := 3; n <= 7; n++ {
		classes := assert.Got(classesOn(t.Context(), n, 1))(t)
		for _, c := range classes {
			r := c
			r.Responsible = make([]int, n)
			for _, q := range c.Quorums {
				for v := range q.All() {
					r.Responsible[v]++
				}
			}
			rows = append(rows, r)
		}
	}
	nameClasses(t.Context(), rows)
	named := map[string]int{}
	for _, r := range rows {
		if r.used() == r.N {
			for _, spec := range r.Names {
				named[spec] = r.Class
			}
		}
	}
	for _, spec := range []string{"majority:n=7", "fpp:order=2", "cyclic:order=2", "wheel:n=7", "tree:height=2", "triangle-lattice:rows=3", "triangle:rows=3"} {
		if named[spec] == 0 {
			t.Errorf("%s has no class", spec)
		}
	}
	for _, spec := range []string{"majority:n=6", "grid:n=4", "billiard:q=3"} { // dominated
		assert.Equal(t, named[spec], 0, "%s is dominated, and has class", spec)
	}
	for _, r := range rows {
		if want := []string{"singleton:n=1"}; r.used() == 1 && !slices.Equal(slices.DeleteFunc(slices.Clone(r.Names), func(spec string) bool { return !strings.HasPrefix(spec, "singleton:") }), want) {
			t.Errorf("n = %d, one node in use: %v", r.N, r.Names)
		}
	}
	assert.Equal(t, named["fpp:order=2"], named["cyclic:order=2"], "the Fano plane has two classes")
}

// TestAtlasFiveNodes: other sets than those printed are not of the least load.
func TestAtlasFiveNodes(t *testing.T) {
	rows := sample(t, 5)
	data := assert.Got(os.ReadFile(filepath.FromSlash("../../papers/maekawa-n5.json")))(t)
	var printed small.FiveNodes
	assert.OK(t, json.Unmarshal(data, &printed))
	assert.Equal(t, fiveNodes(rows, printed).Verdict(), experiments.HoldsOn)
	printed.Sets[1].Nodes = quorum.SetOf(1, 2, 3)
	assert.Equal(t, fiveNodes(rows, printed).Verdict(), experiments.Fails, "dominated sets")
}
