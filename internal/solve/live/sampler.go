package live

import (
	"math"
	"math/big"
	"math/rand/v2"
)

// Sampler draws sets of crashed nodes that leave no quorum of a family, every one of a given size
// with the same probability, up to the rounding of float64.
type Sampler struct {
	d      *Diagram
	unused []int32
	// ways has, for a level, a row for each place: for each r the number of sets of r nodes from
	// the level on whose crash leaves no quorum. The constants have the first two rows.
	ways   [][]float64
	choose [][]float64 // binomial coefficients
}

// SamplerCells returns the number of float64 values that a sampler keeps.
func (d *Diagram) SamplerCells() int { return (d.states + 2*len(d.Order) + 2) * (len(d.Order) + 1) }

// MaxSampledNodes is the greatest number of nodes of a sampler. Beyond it the numbers are too large
// for a float64.
const MaxSampledNodes = 1000

// NewSampler returns a sampler of a diagram over some of n nodes.
func (d *Diagram) NewSampler(n int) *Sampler {
	if n > MaxSampledNodes {
		panic("live: NewSampler: too many nodes")
	}
	s := &Sampler{d: d, choose: pascal(n)}
	used := make([]bool, n)
	for _, v := range d.Order {
		used[v] = true
	}
	for v, u := range used {
		if !u {
			s.unused = append(s.unused, int32(v))
		}
	}
	u := len(d.Order)
	s.ways = make([][]float64, u+1)
	for t := u; t >= 0; t-- {
		width, states := u-t+1, 0
		if t < u {
			states = len(d.levels[t]) / 2
		}
		here := make([]float64, (firstPlace+states)*width)
		copy(here[placeDead*width:][:width], s.choose[u-t])
		for x := range states {
			dead, alive := int(d.levels[t][2*x]), int(d.levels[t][2*x+1])
			below, row := s.ways[t+1], here[(firstPlace+x)*width:][:width]
			for r := range width - 1 {
				row[r] += below[alive*(width-1)+r]
				row[r+1] += below[dead*(width-1)+r]
			}
		}
		s.ways[t] = here
	}
	return s
}

// pascal returns the binomial coefficients up to n.
func pascal(n int) [][]float64 {
	rows := make([][]float64, n+1)
	for m := range rows {
		rows[m] = make([]float64, m+1)
		rows[m][0], rows[m][m] = 1, 1
		for k := 1; k < m; k++ {
			rows[m][k] = rows[m-1][k-1] + rows[m-1][k]
		}
	}
	return rows
}

// Draw draws a set of this many crashed nodes and calls crash with each of its nodes. There must be
// such a set.
func (s *Sampler) Draw(source *rand.Rand, crashes int, crash func(v int)) {
	u := len(s.d.Order)
	root := s.ways[0][int(s.d.root)*(u+1):][:u+1]
	least, most := max(0, crashes-len(s.unused)), min(crashes, u)
	total := 0.0
	for r := least; r <= most; r++ {
		total += root[r] * s.choose[len(s.unused)][crashes-r]
	}
	if total == 0 || math.IsInf(total, 1) {
		panic("live: Draw: no set of that size")
	}
	at := source.Float64() * total
	inside := most
	for r := least; r <= most; r++ {
		weight := root[r] * s.choose[len(s.unused)][crashes-r]
		if weight == 0 {
			continue
		}
		inside = r
		if at -= weight; at < 0 {
			break
		}
	}
	s.drawInside(source, inside, crash)
	left := crashes - inside
	for i, v := range s.unused { // each set of that size is equally likely
		if left > 0 && source.IntN(len(s.unused)-i) < left {
			crash(int(v))
			left--
		}
	}
}

// drawInside draws the crashes among the nodes of the diagram.
func (s *Sampler) drawInside(source *rand.Rand, left int, crash func(v int)) {
	u := len(s.d.Order)
	place := int(s.d.root)
	for t := range u {
		if left == 0 {
			return
		}
		dead, alive := placeDead, placeDead // whatever crashes, no quorum lives
		if place >= firstPlace {
			x := place - firstPlace
			dead, alive = int(s.d.levels[t][2*x]), int(s.d.levels[t][2*x+1])
		}
		below, width := s.ways[t+1], u-t
		up := 0.0
		if left < width {
			up = below[alive*width+left]
		}
		down := below[dead*width+left-1]
		if source.Float64()*(up+down) < down {
			crash(s.d.Order[t])
			place = dead
			left--
		} else {
			place = alive
		}
	}
}

// Failing turns the counts of live sets of n nodes into those of the sets of crashed nodes, by
// size, that leave no quorum.
func Failing(live []*big.Int) []*big.Int {
	n := len(live) - 1
	out := make([]*big.Int, n+1)
	for f := range out {
		out[f] = new(big.Int).Binomial(int64(n), int64(f))
		out[f].Sub(out[f], live[n-f])
	}
	return out
}
