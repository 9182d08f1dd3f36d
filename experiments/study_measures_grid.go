package experiments

import (
	"math/big"
	"strconv"

	"coterie/bounds"
	"coterie/construct"
	"coterie/measure"
	"coterie/quorum"
)

const byReadWriteGrid = "closed form of the read-write grid"

// measureReadWriteGrid fills in the figures of a read-write grid whose quorums are not listed.
//
// # The read-write grid in closed form
//
// Let R >= 1 be the rows and C >= 1 the columns; n = RC. With x for a live node the live sets are counted by
//
//	reads   ((1+x)^R - 1)^C                                 every column has a live node
//	writes  ((1+x)^R - 1)^C - ((1+x)^R - 1 - x^R)^C         and one of them is whole
//
// The loads are C/n and (R+C-1)/n, and that of both together, equally active, is the mean of the two; the smallest
// transversals have R and min(R, C) nodes; the degrees are R and 1. The system is nondominated if and only if C = 1.
//
// Proof. A set is live for the reads iff every column has a node of it, and for the writes iff moreover some column
// is within it. Permuting columns, and rows within each column, takes each node to each other and keeps both
// cartels, so the mean of a strategy over all these permutations has no greater load, and it asks all nodes alike:
// with probability quorum size over n, as all quorums of a cartel have one size. A set meets every read iff it holds
// a column; it meets every write iff it holds a column, or a node of each, which leaves no column whole. For the
// degrees and domination see construct.ReadWriteGrid. ∎
func (s *measuredSystem) measureReadWriteGrid(i *construct.Instance) error {
	rows, err := strconv.Atoi(i.Param("rows"))
	if err != nil {
		return err
	}
	columns, err := strconv.Atoi(i.Param("columns"))
	if err != nil {
		return err
	}
	reads, writes := readWriteGridLive(rows, columns)
	power := func(exponent int) *big.Int {
		return new(big.Int).Exp(big.NewInt(int64(rows)), big.NewInt(int64(exponent)), nil)
	}
	cartel := func(quorums, responsibility *big.Int, size, transversal, degree int, live measure.LiveSets) measuredFamily {
		load := bounds.FractionOf(int64(size), int64(rows*columns))
		m := measuredFamily{
			Quorums: quorums, MinQuorum: size, MaxQuorum: size, MinResp: responsibility, MaxResp: responsibility,
			Load: &load, LoadBy: byReadWriteGrid, Resilience: transversal - 1, ResilienceBy: byReadWriteGrid, Degree: degree,
		}
		m.exactFailures(live)
		return m
	}
	number, responsibility := big.NewInt(1), big.NewInt(1) // of the writes, for one row
	if rows > 1 {
		// C·R^(C-1) writes; R^(C-1) with the node's column whole, and (C-1)·R^(C-2) with another.
		number.Mul(power(columns-1), big.NewInt(int64(columns)))
		responsibility = power(columns - 1)
		if columns > 1 {
			responsibility.Add(responsibility, new(big.Int).Mul(power(columns-2), big.NewInt(int64(columns-1))))
		}
	}
	size := rows + columns - 1
	s.Cartels = []measuredFamily{
		cartel(power(columns), power(columns-1), columns, rows, rows, reads),
		cartel(number, responsibility, size, min(rows, columns), 1, writes),
	}
	s.combine()
	both := new(big.Int).Add(s.Cartels[0].MinResp, s.Cartels[1].MinResp)
	s.Own.MinResp, s.Own.MaxResp = both, both
	mix := bounds.FractionOf(int64(columns+size), int64(2*rows*columns))
	s.Own.Load, s.Own.LoadBy = &mix, byReadWriteGrid
	s.Nondominated, s.DominationBy = quorum.Fails, byReadWriteGrid
	if columns == 1 {
		s.Nondominated = quorum.Holds
	}
	return nil
}

// readWriteGridLive counts the live sets of reads and of writes.
func readWriteGridLive(rows, columns int) (reads, writes measure.LiveSets) {
	hit, broken := make([]*big.Int, rows+1), make([]*big.Int, rows+1)
	for s := range hit {
		hit[s] = new(big.Int).Binomial(int64(rows), int64(s))
		broken[s] = new(big.Int).Set(hit[s])
	}
	hit[0].SetInt64(0)
	broken[0].SetInt64(0)
	broken[rows].SetInt64(0)
	r, b := powerOf(hit, columns), powerOf(broken, columns)
	w := make([]*big.Int, len(r))
	for s := range w {
		w[s] = new(big.Int).Sub(r[s], b[s])
	}
	return measure.LiveSets{Counts: r, Method: byReadWriteGrid}, measure.LiveSets{Counts: w, Method: byReadWriteGrid}
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
