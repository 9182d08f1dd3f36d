package availability

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/transversal"
	"coterie/quorum"
)

const (
	// replications is the number of independent means that an interval rests on.
	replications = 64
	// pilotSamples are drawn before the number of samples that count is chosen.
	pilotSamples = 1 << 12
	// pilotWork bounds those of a guide times the incidences.
	pilotWork = 1 << 25
	// fewCarriers is the least number of samples that must carry a mean. So none of them carries
	// more than 1/sqrt(400), which is 5 percent.
	fewCarriers = 400
	// guidedWork bounds the samples times the incidences.
	guidedWork = 1 << 30
	// guidePower and guideScale shape the guess of the guide. They were found by trial on planes,
	// and decide how many samples it takes.
	guideScale, guidePower = 0.8, 0.75
)

// guideTilts are the crash probabilities for which a guide may guess.
var guideTilts = []float64{0.1, 0.2}

// A guide draws transversals of a family with a known probability each, by importance sampling
// node after node. The node is one of an unmet quorum with the fewest open nodes, in the most unmet
// quorums. It crashes with a chance that rests on a guess of the failure probability after either
// choice; it must crash where a quorum would be left without one. When all quorums are met, the
// other nodes are free.
type guide struct {
	f       quorum.Family
	through transversal.Lists
	crashes []crashes
	tilt    float64 // the crash probability of the guess
	cost    []float64
	scale   float64 // of the power of the sum of the costs
	least   int     // the fewest crashes that count
	proper  bool    // transversals that hold a quorum do not count
}

// crashes are independent, of probability p. tail[a][j] is p^-j times the probability that j or
// more of a nodes crash.
type crashes struct {
	p    float64
	tail [][]float64
}

// newGuide returns a guide for crashes of each of some probabilities, of least nodes or more, that
// guesses for crashes of probability tilt. The draws rest on the guess alone, so one draw has a
// weight for each probability. It needs 8·n·least bytes for each.
func newGuide(ctx context.Context, f quorum.Family, through transversal.Lists, chances []float64, tilt float64, least int, proper bool) (*guide, error) {
	g := &guide{f: f, through: through, tilt: tilt, least: least, proper: proper}
	if err := memory.Ask(ctx, "the tails of the numbers of crashes", len(chances)*(f.N()+1)*(least+1), 8); err != nil {
		return nil, err
	}
	for _, p := range chances {
		tail := make([][]float64, f.N()+1)
		for a := range tail {
			tail[a] = make([]float64, least+1)
			tail[a][0] = 1
			for j := 1; j <= min(a, least); j++ {
				tail[a][j] = tail[a-1][j-1] + (1-p)*tail[a-1][j]
			}
		}
		g.crashes = append(g.crashes, crashes{p, tail})
	}
	_, largest := f.Sizes()
	g.cost = make([]float64, largest+1)
	for a := range g.cost { // infinite at 0, where such a choice is not made
		g.cost[a] = -guideScale * math.Log1p(-math.Pow(1-g.tilt, float64(a)))
	}
	g.scale = math.Pow(g.whole()/2, 1-guidePower)
	return g, nil
}

// whole returns the cost where every quorum is unmet and has all of its nodes open.
func (g *guide) whole() (sum float64) {
	for _, q := range g.f.All() {
		sum += g.cost[len(q)]
	}
	return sum
}

// A walk is the state of one draw of a guide.
type walk struct {
	*guide
	source *rand.Rand
	state  []uint8   // of the nodes
	left   []int32   // the open nodes of unmet quorums; 0 for those that are met
	unmet  []int32   // the unmet quorums of each node
	even   []float64 // random numbers, of the free nodes
	weight []float64 // of the draw, for each probability
}

// The bits of a node's state. An open node may be drawn as alive, and stays open for the next draw.
const (
	crashedNode = iota
	openNode
	aliveNode
)

// draw sets the weights of a transversal: with them, the expected value is the probability of the
// transversals that count, divided by p^least.
func (w *walk) draw() {
	clear(w.weight)
	for v := range w.state {
		w.state[v] = openNode
	}
	for i, q := range w.f.All() {
		w.left[i] = int32(len(q))
	}
	for v := range w.unmet {
		w.unmet[v] = int32(len(w.through.Of(v)))
	}
	crashed, alive, log := 0, 0, 0.0
	for cost, tightest := w.whole(), w.tightest(); tightest >= 0; {
		v := w.busiest(tightest)
		gain, loss := 0.0, 0.0 // of the cost where v crashes, or lives
		for _, i := range w.through.Of(v) {
			if l := w.left[i]; l > 0 {
				gain += w.cost[l]
				loss += w.cost[l-1] - w.cost[l]
			}
		}
		crash := 1.0
		if w.left[tightest] > 1 {
			// The powers are of exponent guidePower.
			rise := w.scale * (threeQuarters(cost+loss) - threeQuarters(max(cost-gain, 0)))
			crash = 1 / (1 + (1-w.tilt)/w.tilt*math.Exp(-rise))
		}
		if w.source.Float64() < crash {
			w.state[v], cost, crashed = crashedNode, cost-gain, crashed+1
			log -= math.Log(crash)
			for _, i := range w.through.Of(v) {
				if w.left[i] > 0 {
					w.left[i] = 0
					for _, u := range w.f.Quorum(int(i)) {
						w.unmet[u]--
					}
				}
			}
			tightest = w.tightest()
			continue
		}
		w.state[v], cost = aliveNode, cost+loss
		alive++
		log -= math.Log1p(-crash)
		for _, i := range w.through.Of(v) {
			if w.left[i] > 0 {
				w.left[i]--
				// No quorum without v is as tight: v was one of the open nodes of the tightest.
				if l := w.left[tightest]; w.left[i] < l || w.left[i] == l && int(i) < tightest {
					tightest = int(i)
				}
			}
		}
	}
	free := w.f.N() - crashed - alive
	need := max(0, w.least-crashed)
	if need > free {
		return
	}
	if w.even = w.even[:0]; w.proper {
		for range free {
			w.even = append(w.even, w.source.Float64())
		}
	}
	for k, c := range w.crashes {
		if w.proper && w.holdsQuorum(c, need) {
			continue
		}
		log := log + (float64(crashed+need-w.least)*math.Log(c.p) + float64(alive)*math.Log1p(-c.p))
		w.weight[k] = math.Exp(log) * c.tail[free][need]
	}
}

func threeQuarters(x float64) float64 { return math.Sqrt(x * math.Sqrt(x)) }

// tightest returns the first unmet quorum with the fewest open nodes, -1 where all are met.
func (w *walk) tightest() int {
	best, least := -1, int32(math.MaxInt32)
	for i, l := range w.left {
		// As an unsigned number, 0 less one is the greatest.
		if uint32(l-1) < uint32(least-1) {
			if best, least = i, l; l == 1 {
				break
			}
		}
	}
	return best
}

// busiest returns the open node of the quorum that is in the most unmet quorums.
func (w *walk) busiest(quorum int) int {
	best, most := -1, int32(0)
	for _, v := range w.f.Quorum(quorum) {
		if w.state[v] == openNode && w.unmet[v] > most {
			best, most = int(v), w.unmet[v]
		}
	}
	return best
}

// holdsQuorum draws the open nodes as crashes that are independent, given that at least need of
// them crash, and reports whether a whole quorum crashes. The nodes stay open for the next draw.
func (w *walk) holdsQuorum(c crashes, need int) bool {
	free := len(w.even)
	for v, state := range w.state {
		if state&openNode == 0 {
			continue
		}
		crash := c.p
		if need > 0 {
			crash = c.tail[free-1][need-1] / c.tail[free][need]
		}
		w.state[v] = openNode | aliveNode
		if w.even[len(w.even)-free] < crash {
			w.state[v] = openNode
			need = max(0, need-1)
		}
		free--
	}
	for _, q := range w.f.All() {
		if !slices.ContainsFunc(q, func(v int32) bool { return w.state[v]&aliveNode != 0 }) {
			return true
		}
	}
	return false
}

// A guided is a mean of weights: in low..high with confidence failureConfidence, approximately.
type guided struct {
	mean, low, high float64
	// carriers is the square of the sum of the weights over the sum of their squares (Kish 1965).
	carriers      float64
	samples, hits int
}

// relative returns the standard deviation of a weight over the mean.
func (g guided) relative() float64 {
	return math.Sqrt(max(float64(g.samples)/max(g.carriers, 1e-9)-1, 0))
}

// run draws at least so many samples, in replications with the same number each, and returns the
// mean for each probability. The interval is that of Student (1908) for the mean of the
// replications, which are independent and equally distributed. It is not to be relied on below
// fewCarriers. The error is the cause if ctx ends first.
func (g *guide) run(ctx context.Context, samples int, seed, stream uint64, jobs int) ([]guided, error) {
	each := (samples-1)/replications + 1
	sums := make([]struct{ means, squares, hits [replications]float64 }, len(g.crashes))
	err := par.For(ctx, par.Jobs(jobs), replications, func(ctx context.Context, _, b int) error {
		w := walk{
			guide: g, source: rand.New(rand.NewPCG(seed, stream+uint64(b))), weight: make([]float64, len(g.crashes)),
			state: make([]uint8, g.f.N()), left: make([]int32, g.f.Len()), unmet: make([]int32, g.f.N()),
		}
		for range each {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			w.draw()
			for k, weight := range w.weight {
				sums[k].means[b] += weight / float64(each)
				sums[k].squares[b] += weight * weight
				if weight > 0 {
					sums[k].hits[b]++
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var list []guided
	for _, s := range sums {
		out := guided{samples: each * replications, hits: int(floats.Sum(s.hits[:]))}
		mean, deviation := stat.MeanStdDev(s.means[:], nil)
		half := distuv.StudentsT{Sigma: 1, Nu: replications - 1}.Quantile((1+failureConfidence)/2) * deviation / math.Sqrt(replications)
		out.mean, out.low, out.high = mean, max(0, mean-half), mean+half
		if total := floats.Sum(s.means[:]) * float64(each); total > 0 {
			out.carriers = total * total / floats.Sum(s.squares[:])
		}
		list = append(list, out)
	}
	return list, nil
}
