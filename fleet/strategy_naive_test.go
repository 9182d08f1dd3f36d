package fleet

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"coterie/quorum"
)

// naiveProgram is minimise c·x, rows <= or =, x >= 0, solved by Bland's rule on a tableau of
// fractions: slow, short, and nothing of internal/solve/lp.
type naiveProgram struct {
	cost  []*big.Rat
	rows  [][]*big.Rat // of each row, its coefficients and its right side
	equal []bool
}

// solve returns the optimum, or false if there is none.
func (p *naiveProgram) solve() (*big.Rat, bool) {
	n, m := len(p.cost), len(p.rows)
	width := n + 2*m // slacks, then artificial variables
	tab := make([][]*big.Rat, m)
	basis := make([]int, m)
	for i, row := range p.rows {
		tab[i] = make([]*big.Rat, width+1)
		for j := range tab[i] {
			tab[i][j] = new(big.Rat)
		}
		sign := big.NewRat(1, 1)
		if row[n].Sign() < 0 {
			sign.Neg(sign)
		}
		for j := range n {
			tab[i][j].Mul(row[j], sign)
		}
		tab[i][width].Mul(row[n], sign)
		if !p.equal[i] {
			tab[i][n+i].Set(sign)
		}
		tab[i][n+m+i].SetInt64(1)
		basis[i] = n + m + i
	}
	run := func(cost func(j int) *big.Rat, allowed int) *big.Rat {
		for {
			enter := -1
			for j := 0; j < allowed && enter < 0; j++ {
				reduced := new(big.Rat).Set(cost(j))
				for i := range tab {
					reduced.Sub(reduced, new(big.Rat).Mul(cost(basis[i]), tab[i][j]))
				}
				if reduced.Sign() < 0 {
					enter = j
				}
			}
			if enter < 0 {
				value := new(big.Rat)
				for i := range tab {
					value.Add(value, new(big.Rat).Mul(cost(basis[i]), tab[i][width]))
				}
				return value
			}
			leave := -1
			var least *big.Rat
			for i := range tab {
				if tab[i][enter].Sign() <= 0 {
					continue
				}
				q := new(big.Rat).Quo(tab[i][width], tab[i][enter])
				if leave < 0 || q.Cmp(least) < 0 || q.Cmp(least) == 0 && basis[i] < basis[leave] {
					leave, least = i, q
				}
			}
			if leave < 0 {
				panic("unbounded")
			}
			pivot := new(big.Rat).Inv(tab[leave][enter])
			for j := range tab[leave] {
				tab[leave][j].Mul(tab[leave][j], pivot)
			}
			for i := range tab {
				if i == leave || tab[i][enter].Sign() == 0 {
					continue
				}
				factor := new(big.Rat).Set(tab[i][enter])
				for j := range tab[i] {
					tab[i][j].Sub(tab[i][j], new(big.Rat).Mul(factor, tab[leave][j]))
				}
			}
			basis[leave] = enter
		}
	}
	zero, one := new(big.Rat), big.NewRat(1, 1)
	if run(func(j int) *big.Rat {
		if j >= n+m {
			return one
		}
		return zero
	}, width).Sign() > 0 {
		return nil, false
	}
	// An artificial variable that is left is 0; if it may not leave, its row is 0 and stays so.
	for i := range tab {
		for j := 0; basis[i] >= n+m && j < n+m; j++ {
			if tab[i][j].Sign() == 0 {
				continue
			}
			pivot := new(big.Rat).Inv(tab[i][j])
			for k := range tab[i] {
				tab[i][k].Mul(tab[i][k], pivot)
			}
			for r := range tab {
				if r != i && tab[r][j].Sign() != 0 {
					factor := new(big.Rat).Set(tab[r][j])
					for k := range tab[r] {
						tab[r][k].Sub(tab[r][k], new(big.Rat).Mul(factor, tab[i][k]))
					}
				}
			}
			basis[i] = j
		}
	}
	return run(func(j int) *big.Rat {
		if j >= n {
			return zero
		}
		return p.cost[j]
	}, n+m), true
}

// naiveStrategy is the optimum from the definition, over all sets that may be asked, whether they
// are worth it or not.
func naiveStrategy(f *Fleet, s System, goal Goal, limits Limits) (*big.Rat, bool) {
	n := f.N()
	live := func(q quorum.Quorums, set uint) bool {
		family, _ := q.List()
		for _, nodes := range family.All() {
			inside := true
			for _, v := range nodes {
				inside = inside && set>>v&1 == 1
			}
			if inside {
				return true
			}
		}
		return false
	}
	type column struct {
		kind, place, share int
		op                 Operation
		set                uint
		latency            *big.Rat
	}
	shares := f.Workload.Shares
	rounds := []int{-1}
	if f.Workload.Adapts {
		rounds = nil
		for k := range shares {
			rounds = append(rounds, k)
		}
	}
	var columns []column
	kinds := 0
	for _, round := range rounds {
		for place, c := range f.Clients {
			for op, q := range []quorum.Quorums{s.Reads, s.Writes} {
				for set := uint(1); set < 1<<n; set++ {
					ok := true
					for gone := uint(0); gone < 1<<n; gone++ {
						if gone&^set == 0 && bits.OnesCount(gone) == min(f.Workload.Silent, bits.OnesCount(set)) {
							ok = ok && live(q, set&^gone)
						}
					}
					if !ok {
						continue
					}
					var best *big.Rat
					for i := range n {
						t, _ := c.Latency[i].Fixed()
						have := uint(0)
						for j := range n {
							if u, _ := c.Latency[j].Fixed(); set>>j&1 == 1 && u.Cmp(t) <= 0 {
								have |= 1 << j
							}
						}
						if live(q, have) && (best == nil || t.Cmp(best) < 0) {
							best = t
						}
					}
					columns = append(columns, column{kinds, place, round, Operation(op), set, best})
				}
				kinds++
			}
		}
	}
	p := &naiveProgram{}
	width := len(shares) + len(columns)
	row := func() []*big.Rat {
		r := make([]*big.Rat, width+1)
		for j := range r {
			r[j] = new(big.Rat)
		}
		return r
	}
	requests := func(c column, k int) *big.Rat {
		at := new(big.Rat).Set(shares[k].Reads)
		if c.op == Writes {
			at.Sub(big.NewRat(1, 1), at)
		}
		if c.share >= 0 && c.share != k {
			return new(big.Rat)
		}
		return at.Mul(at, f.Clients[c.place].Share)
	}
	for k := range shares {
		for i, v := range f.Nodes {
			r := row()
			r[k].SetInt64(-1)
			for j, c := range columns {
				if c.set>>i&1 == 1 {
					capacity := v.Reads
					if c.op == Writes {
						capacity = v.Writes
					}
					r[len(shares)+j].Quo(requests(c, k), capacity)
				}
			}
			p.rows, p.equal = append(p.rows, r), append(p.equal, false)
		}
	}
	for kind := range kinds {
		r := row()
		r[width].SetInt64(1)
		for j, c := range columns {
			if c.kind == kind {
				r[len(shares)+j].SetInt64(1)
			}
		}
		p.rows, p.equal = append(p.rows, r), append(p.equal, true)
	}
	load, late, size := row(), row(), row()
	for k, share := range shares {
		load[k].Set(share.Weight)
		for j, c := range columns {
			w := requests(c, k)
			w.Mul(w, share.Weight)
			late[len(shares)+j].Add(late[len(shares)+j], new(big.Rat).Mul(w, c.latency))
			size[len(shares)+j].Add(size[len(shares)+j], new(big.Rat).Mul(w, big.NewRat(int64(bits.OnesCount(c.set)), 1)))
		}
	}
	p.cost = map[Goal][]*big.Rat{Load: load, LatencyGoal: late, Network: size}[goal][:width]
	for _, l := range []struct {
		r  []*big.Rat
		at *big.Rat
	}{{load, limits.Load}, {late, limits.Latency}, {size, limits.Network}} {
		if l.at != nil {
			r := append([]*big.Rat(nil), l.r...)
			r[width] = l.at
			p.rows, p.equal = append(p.rows, r), append(p.equal, false)
		}
	}
	return p.solve()
}

// mixedFleet returns a fleet of n nodes with small numbers, which leave many ties.
func mixedFleet(r *rand.Rand, n int) *Fleet {
	f := &Fleet{Optimize: []Goal{Load}}
	one := big.NewRat(1, 1)
	for i := range n {
		f.Nodes = append(f.Nodes, Node{Name: string(rune('a' + i)), Zone: NoZone, Crash: new(big.Rat),
			Reads: big.NewRat(1+r.Int64N(4), 1), Writes: big.NewRat(1+r.Int64N(3), 1+r.Int64N(2))})
	}
	places := 1 + r.IntN(2)
	for c := range places {
		share := big.NewRat(1, 1)
		if places == 2 {
			share = big.NewRat(int64(1+c), 3)
		}
		client := Client{Name: string(rune('A' + c)), Zone: NoZone, Share: share}
		for range n {
			client.Latency = append(client.Latency, Latency{At: []*big.Rat{one}, Time: []*big.Rat{big.NewRat(r.Int64N(5), 10)}})
		}
		f.Clients = append(f.Clients, client)
	}
	at := []int64{10, 9, 5, 2, 0}
	shares := 1 + r.IntN(3)
	for k := range shares {
		f.Workload.Shares = append(f.Workload.Shares, Share{big.NewRat(at[k+r.IntN(3)], 10), big.NewRat(1, int64(shares))})
	}
	f.Workload.Silent = r.IntN(2)
	f.Workload.Adapts = r.IntN(3) == 0
	return f
}

// mixedSystem returns a system of listed quorums: random reads, their transversals as writes.
func mixedSystem(r *rand.Rand, n int) System {
	var masks []uint
	for range 1 + r.IntN(4) {
		masks = append(masks, 1+r.UintN(1<<n-1))
	}
	reads, err := quorum.FamilyOfMasks(n, masks)
	if err != nil {
		panic(err)
	}
	reads = reads.Minimized()
	writes, err := reads.Dual(context.Background(), 1000)
	if err != nil {
		panic(err)
	}
	return System{Name: "random", Reads: reads, Writes: writes}
}
