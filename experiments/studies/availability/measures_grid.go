package availability

import (
	"context"
	"math/big"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/measure/availability"
	"coterie/quorum"
)

const byReadWriteGrid = "closed form of the read-write grid"

// measureReadWriteGrid fills in the figures of a read-write grid whose quorums are not listed.
//
// Proof: docs/theorems/read-write-grid.md.
func (s *measuredSystem) measureReadWriteGrid(i *construct.Instance) {
	shape := experiments.Must(i.Shape(context.Background()))
	columns := shape.MinQuorum // a read has a node of each
	rows, size := s.N/columns, shape.MaxQuorum
	cartel := func(quorums *big.Int, size, transversal, degree int, live availability.LiveSets) measuredFamily {
		load := bounds.FractionOf(int64(size), int64(s.N))
		// All nodes are in equally many quorums.
		responsibility := new(big.Int).Mul(quorums, big.NewInt(int64(size)))
		responsibility.Quo(responsibility, big.NewInt(int64(s.N)))
		m := measuredFamily{
			Quorums: quorums, MinQuorum: size, MaxQuorum: size, MinResp: responsibility, MaxResp: responsibility,
			Load: &load, LoadBy: byReadWriteGrid, Resilience: transversal - 1, ResilienceBy: byReadWriteGrid, Degree: degree,
			Counted: true, FailuresBy: live.Method,
		}
		for _, p := range crashProbabilities() {
			m.Failures = append(m.Failures, measuredFailure{By: byExact, Value: experiments.FloatRat(live.Failure(p))})
		}
		return m
	}
	writes := big.NewInt(1)
	if rows > 1 {
		writes.Mul(power(big.NewInt(int64(rows)), columns-1), big.NewInt(int64(columns)))
	}
	readLive, writeLive := readWriteGridLive(rows, columns)
	s.Cartels = []measuredFamily{
		cartel(power(big.NewInt(int64(rows)), columns), columns, rows, rows, readLive),
		cartel(writes, size, min(rows, columns), 1, writeLive),
	}
	s.combine(measuredFamily{
		Quorums: shape.Quorums, MinQuorum: columns, MaxQuorum: size, MinResp: shape.MinResponsibility, MaxResp: shape.MaxResponsibility,
	})
	mix := bounds.FractionOf(int64(columns+size), int64(2*s.N))
	s.Own.Load, s.Own.LoadBy = &mix, byReadWriteGrid
	s.Nondominated, s.DominationBy = quorum.Fails, byReadWriteGrid
	if columns == 1 {
		s.Nondominated = quorum.Holds
	}
}

// readWriteGridLive counts the live sets of reads and of writes.
func readWriteGridLive(rows, columns int) (reads, writes availability.LiveSets) {
	hit, broken := make([]*big.Int, rows+1), make([]*big.Int, rows+1) // a column, and a column that is not whole
	for s := range hit {
		hit[s] = new(big.Int).Binomial(int64(rows), int64(s))
		broken[s] = hit[s]
	}
	hit[0] = new(big.Int)
	broken[0], broken[rows] = hit[0], hit[0]
	r, b := powerOf(hit, columns), powerOf(broken, columns)
	w := make([]*big.Int, len(r))
	for s := range w {
		w[s] = new(big.Int).Sub(r[s], b[s])
	}
	return availability.LiveSets{Counts: r, Method: byReadWriteGrid}, availability.LiveSets{Counts: w, Method: byReadWriteGrid}
}

// powerOf returns the coefficients of p(x)^exponent.
func powerOf(p []*big.Int, exponent int) []*big.Int {
	product := []*big.Int{big.NewInt(1)}
	term := new(big.Int)
	for range exponent {
		next := make([]*big.Int, len(product)+len(p)-1)
		for k := range next {
			next[k] = new(big.Int)
		}
		for i, a := range product {
			for j, c := range p {
				next[i+j].Add(next[i+j], term.Mul(a, c))
			}
		}
		product = next
	}
	return product
}
