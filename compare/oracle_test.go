package compare

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure"
	"coterie/measure/loads"
	"coterie/quorum"
)

// masksOf lists the cartels of a small system as bit masks.
func masksOf(t *testing.T, spec string) (s quorum.Structure, cartels [][]uint) {
	t.Helper()
	s = assert.Got(construct.Build(t.Context(), spec))(t).Structure
	families := []quorum.Family{}
	switch s := s.(type) {
	case *quorum.System:
		families = append(families, s.Family())
	case *quorum.KCoterie:
		families = append(families, s.Family())
	case *quorum.GroupSystem:
		families = s.Cartels()
	}
	for _, f := range families {
		var masks []uint
		for _, q := range f.All() {
			mask := uint(0)
			for _, v := range q {
				mask |= 1 << v
			}
			masks = append(masks, mask)
		}
		cartels = append(cartels, masks)
	}
	return s, cartels
}

func live(set uint, quorums []uint) bool {
	return slices.ContainsFunc(quorums, func(q uint) bool { return set&q == q })
}

// failureByDefinition adds the probability of every set without a quorum, of the worst cartel.
func failureByDefinition(n int, cartels [][]uint, p *big.Rat) *big.Rat {
	alive := new(big.Rat).Sub(big.NewRat(1, 1), p)
	greatest := new(big.Rat)
	for _, quorums := range cartels {
		sum := new(big.Rat)
		for set := range uint(1) << n {
			if live(set, quorums) {
				continue
			}
			term := big.NewRat(1, 1)
			for v := range n {
				if set>>v&1 == 1 {
					term.Mul(term, alive)
				} else {
					term.Mul(term, p)
				}
			}
			sum.Add(sum, term)
		}
		if sum.Cmp(greatest) > 0 {
			greatest = sum
		}
	}
	return greatest
}

// resilienceByDefinition returns one less than the fewest nodes whose crash leaves a cartel no
// quorum.
func resilienceByDefinition(n int, cartels [][]uint) int {
	least := n
	for crashed := range uint(1) << n {
		for _, quorums := range cartels {
			if !live(^crashed, quorums) {
				least = min(least, bits.OnesCount(crashed))
			}
		}
	}
	return least - 1
}

// degreeByDefinition tries every choice of disjoint quorums, cartel by cartel.
func degreeByDefinition(cartels [][]uint) int {
	var most func(used uint, quorums []uint) int
	most = func(used uint, quorums []uint) int {
		best := 0
		for i, q := range quorums {
			if q&used == 0 {
				best = max(best, 1+most(used|q, quorums[i+1:]))
			}
		}
		return best
	}
	least := math.MaxInt
	for _, quorums := range cartels {
		least = min(least, most(0, quorums))
	}
	return least
}

// nondominatedByDefinition looks for a set that meets all quorums of the other cartels (of the only
// one) and contains none of its own.
func nondominatedByDefinition(n int, cartels [][]uint) bool {
	for set := range uint(1) << n {
		for i, own := range cartels {
			meets := true
			for j, others := range cartels {
				if j != i || len(cartels) == 1 {
					meets = meets && !slices.ContainsFunc(others, func(q uint) bool { return q&set == 0 })
				}
			}
			if meets && !live(set, own) {
				return false
			}
		}
	}
	return true
}

// loadByPlay lets quorums and nodes play against each other (Brown 1951): every cartel chooses the
// quorum that has been least busy so far, and the adversary the busiest node. The average plays are
// a strategy and node weights, so that the load is between the returned numbers.
func loadByPlay(n int, cartels [][]uint, rounds int) (low, high float64) {
	busy, weight := make([]float64, n), make([]float64, n)
	weight[0] = 1
	for range rounds {
		for _, quorums := range cartels {
			best, least := uint(0), -1.0
			for _, q := range quorums {
				sum := 0.0
				for v := range n {
					if q>>v&1 == 1 {
						sum += weight[v]
					}
				}
				if least < 0 || sum < least {
					best, least = q, sum
				}
			}
			for v := range n {
				if best>>v&1 == 1 {
					busy[v] += 1 / float64(len(cartels))
				}
			}
		}
		most := 0
		for v := range n {
			if busy[v] > busy[most] {
				most = v
			}
		}
		weight[most]++
	}
	for _, b := range busy {
		high = max(high, b/float64(rounds))
	}
	total := 0.0
	for _, w := range weight {
		total += w
	}
	for _, quorums := range cartels {
		least := -1.0
		for _, q := range quorums {
			sum := 0.0
			for v := range n {
				if q>>v&1 == 1 {
					sum += weight[v] / total
				}
			}
			if least < 0 || sum < least {
				least = sum
			}
		}
		low += least / float64(len(cartels))
	}
	return low, high
}

// sizesByDefinition counts sizes and responsibilities. If there are S_i it takes theirs, and counts
// their messages as well.
func sizesByDefinition(s quorum.Structure, n int, cartels [][]uint) (k, resp [2]int64, messages *big.Rat) {
	var sets []uint
	if s, ok := s.(*quorum.System); ok && s.HasSites() {
		messages = new(big.Rat)
		for site, i := range s.Sites() {
			sets = append(sets, cartels[0][i])
			messages.Add(messages, big.NewRat(3*int64(bits.OnesCount(cartels[0][i]&^(1<<site))), int64(n)))
		}
	} else {
		sets = slices.Concat(cartels...)
	}
	counts := make([]int64, n)
	k = [2]int64{int64(n), 0}
	for _, q := range sets {
		size := bits.OnesCount(q)
		k = [2]int64{min(k[0], int64(size)), max(k[1], int64(size))}
		for v := range n {
			counts[v] += int64(q >> v & 1)
		}
	}
	return k, [2]int64{slices.Min(counts), slices.Max(counts)}, messages
}

// TestFiguresByDefinition compares every figure of every row of small n with its definition, set by
// set.
func TestFiguresByDefinition(t *testing.T) {
	t.Parallel()
	p := bounds.FractionOf(1, 10)
	for _, c := range []struct{ from, to, m int }{{1, 10, 0}, {4, 4, 2}, {6, 6, 2}, {9, 9, 2}, {9, 9, 3}, {9, 9, 4}, {12, 12, 3}} {
		for n := c.from; n <= c.to; n++ {
			table := assert.Got(Compare(t.Context(), []int{n}, c.m, nil, Options{P: p}))(t)
			for _, r := range table.Rows {
				t.Run(r.Spec, func(t *testing.T) {
					t.Parallel()
					s, cartels := masksOf(t, r.Spec)
					k, resp, want := sizesByDefinition(s, n, cartels)
					if r.K.Min.Int64() != k[0] || r.K.Max.Int64() != k[1] || r.Responsibility.Min.Int64() != resp[0] || r.Responsibility.Max.Int64() != resp[1] {
						t.Errorf("K %v, responsibility %v, want %v, %v", r.K, r.Responsibility, k, resp)
					}
					assert.SameNumber(t, r.Failure.Exact, failureByDefinition(n, cartels, p.Rat()), "failure")
					if want := degreeByDefinition(cartels); c.m > 0 && *r.Degree != want || c.m == 0 && r.Degree != nil {
						t.Errorf("degree %v, want %d", r.Degree, want)
					}
					assert.Equal(t, *r.Resilience, resilienceByDefinition(n, cartels), "resilience")
					if want := nondominatedByDefinition(n, cartels); (r.Nondominated == quorum.Holds) != want || r.Nondominated == quorum.Unknown {
						t.Errorf("nondominated %v, want %t", r.Nondominated, want)
					}
					load, _ := r.Load.Exact.Float64()
					if low, high := loadByPlay(n, cartels, 4000); load < low-1e-9 || load > high+1e-9 || high-low > 0.05 {
						t.Errorf("load %v is not in %v..%v", load, low, high)
					}
					if want == nil {
						want = messagesOfStrategy(t, s)
					}
					assert.SameNumber(t, r.Messages.Exact, want, "messages")
				})
			}
		}
	}
}

// messagesOfStrategy adds up the messages of every node to others under the strategy of the load.
func messagesOfStrategy(t *testing.T, s quorum.Structure) *big.Rat {
	known := quorum.KnownOf(s)
	report := assert.Got(measure.Measure(t.Context(), known, measure.Options{Only: []measure.Figure{measure.LoadFigure}}))(t)
	var strategies [][]loads.Chosen
	if report.GroupFigures != nil {
		strategies = report.MixStrategies
	} else {
		strategies = append(strategies, report.Strategy)
	}
	messages := new(big.Rat)
	for _, strategy := range strategies {
		for _, c := range strategy {
			others := 0
			for node := range s.N() {
				others += c.Nodes.Len()
				if c.Nodes.Has(node) {
					others--
				}
			}
			cost := big.NewRat(3*int64(others), int64(s.N()*len(strategies)))
			messages.Add(messages, cost.Mul(cost, c.Weight.Rat()))
		}
	}
	return messages
}
