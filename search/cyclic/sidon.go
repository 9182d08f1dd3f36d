package cyclic

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"coterie/gf"
)

// sidon is a Sidon set: no residue but 0 is a difference of two of its residues twice. The powers
// of the characteristic are multipliers: they take the set to a translate of itself.
type sidon struct {
	modulus, characteristic int
	residues                []int
	by                      string
}

// sidonSets returns the sets that some order at most so large has. Singer's miss no difference
// modulo q²+q+1. Bose's have q residues {log(w + a) : a in GF(q)} for a generator w of GF(q²), and
// miss the multiples of q+1 modulo q²-1: w^((q+1)i) (w+b) = w+a for a and b in GF(q) only if a = b
// (R. C. Bose, J. Indian Math. Soc. 6, 1942).
func sidonSets(most int) (list []sidon) {
	for q := 2; q <= most; q++ {
		p, _, ok := gf.PrimePower(q)
		if !ok {
			continue
		}
		list = append(list, sidon{q*q + q + 1, p, singer(q), fmt.Sprintf("Singer's set of order %d", q)})
		field, err := gf.New(q * q)
		if err != nil {
			panic(err) // the order is that of a field
		}
		var bose []int
		for a := range field.SubfieldElements(q) {
			bose = append(bose, field.Log(field.Add(field.Exp(1), a)))
		}
		list = append(list, sidon{q*q - 1, p, bose, fmt.Sprintf("Bose's set of order %d", q)})
	}
	return list
}

// reading is a Sidon set, taken as integers and read modulo n.
type reading struct {
	missing  int // classes of differences
	residues []int
}

// readings returns those that miss the fewest classes, over all units u modulo m and all residues s
// of the set: the integers u(x-s) mod m, each at all marks of a ruler whose unit is m. Cost: O(mK³)
// for K residues.
func (s sidon) readings(n int, marks []int, most int) (best []reading) {
	m, tried := s.modulus, make([]bool, s.modulus)
	have, stamp := make([]int, n), 0
	for u := 1; u < m; u++ {
		if tried[u] || gf.GCD(u, m) > 1 {
			continue
		}
		for v := u; !tried[v]; v = v * s.characteristic % m {
			tried[v], tried[m-v] = true, true
		}
		for _, from := range s.residues {
			var read []int
			for _, x := range s.residues {
				for _, mark := range marks {
					read = append(read, ((x-from+m)*u%m+m*mark)%n)
				}
			}
			stamp++
			missing := n / 2
			for i, x := range read {
				for _, y := range read[:i] {
					if d := min(max(x-y, y-x), n-max(x-y, y-x)); d > 0 && have[d] != stamp {
						have[d] = stamp
						missing--
					}
				}
			}
			if len(best) < most || missing < best[most-1].missing {
				at, _ := slices.BinarySearchFunc(best, missing+1, func(r reading, missing int) int { return r.missing - missing })
				best = slices.Insert(best, at, reading{missing, read})
				best = best[:min(len(best), most)]
			}
		}
	}
	return best
}

// tabu looks for a difference cover of single residues by tabu search (F. Glover, ORSA J. Computing
// 1, 1989): the residue that is missed least gives way to one that gives most.
type tabu struct {
	*tally
	rng   *rand.Rand
	until []int // by residue: the step before which it stays out, or in
	gains []int // by residue: the missing differences that it would give
}

// run makes up to so many swaps on the way to k residues, and returns a cover of at most k,
// ascending from 0, or nil.
func (t *tabu) run(k, steps int) []int {
	for now := range steps {
		for len(t.d) > k || len(t.d) == k && now > 0 {
			x := t.worst(now)
			t.drop(x)
			t.until[x] = now + 3 + t.rng.IntN(6)
		}
		for len(t.d) < k && t.lack > 0 {
			x := t.best(now)
			t.put(x)
			t.until[x] = now + 2 + t.rng.IntN(k/3+1)
		}
		if t.lack == 0 {
			return t.cover()
		}
	}
	return nil
}

// worst returns the residue whose loss would be least, now and then one of a loss more.
func (t *tabu) worst(now int) int32 {
	worst, least := t.d[0], t.n*noise
	for _, x := range t.d {
		if t.until[x] <= now {
			if loss := t.loss(x)*noise + t.rng.IntN(noise+2); loss < least {
				worst, least = x, loss
			}
		}
	}
	return worst
}

const noise = 12

// best returns a residue of most gain.
func (t *tabu) best(now int) int32 {
	clear(t.gains)
	for _, c := range t.missing {
		d := int(t.rep[c])
		for _, y := range t.d {
			t.gains[(int(y)+d)%t.n]++
			t.gains[(int(y)+t.n-d)%t.n]++
		}
	}
	for _, x := range t.d {
		t.gains[x] = -1
	}
	best, most, ties := int32(0), 0, 0
	for x, gain := range t.gains {
		if t.until[x] > now {
			gain = min(gain, 0)
		}
		if gain < most {
			continue
		}
		if gain > most {
			most, ties = gain, 0
		}
		if ties++; ties == 1 || t.rng.IntN(ties) == 0 {
			best = int32(x)
		}
	}
	return best
}

const (
	sidonReadings = 3       // of each set
	stepsOfSwap   = 1 << 10 // of annealing, for each swap from each reading: some of its time
)

// stretch looks for one cover after the other from Sidon sets of about as many residues that are
// read modulo n: a few classes of differences are missing then.
func (c *inquiry) stretch(ctx context.Context, swaps int) {
	rng := rand.New(rand.NewPCG(max(c.Options.Seed, 1), uint64(c.n)))
	k := len(c.Cover) - 1
	for _, set := range sidonSets(k + 2) {
		for _, marks := range [][]int{ruler(-1, 0), ruler(0, 1)} {
			if size := len(set.residues) * len(marks); 4*size < 3*k || size > k+4 {
				continue
			}
			by := "tabu search from " + set.by
			if len(marks) > 1 {
				by += fmt.Sprintf(" at %d marks of a ruler", len(marks))
			}
			for _, read := range set.readings(c.n, marks, sidonReadings) {
				for going := true; going && ctx.Err() == nil && len(c.Cover) > c.LowerOr(0); {
					t := &tabu{tally: filled(c.n, 1, nil), rng: rng, until: make([]int, c.n), gains: make([]int, c.n)}
					for _, x := range read.residues {
						if !slices.Contains(t.d, int32(x)) {
							t.put(int32(x))
						}
					}
					cover := t.run(len(c.Cover)-1, swaps)
					if going = cover != nil; going {
						c.Improve(cover, by)
					}
				}
			}
		}
	}
}
