package availability

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
// Proof: docs/theorems/read-write-grid.md.
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
