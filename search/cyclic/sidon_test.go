package cyclic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/search"
)

// TestSidonSets counts all differences: none comes twice, and those of Bose's sets that miss are
// the multiples of q+1. The powers of the characteristic take a set to a translate.
func TestSidonSets(t *testing.T) {
	list := sidonSets(17)
	assert.MustEqual(t, len(list), 2*len([]int{2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17}))
	for _, s := range list {
		times, q := make([]int, s.modulus), len(s.residues)
		for _, x := range s.residues {
			for _, y := range s.residues {
				times[(x-y+s.modulus)%s.modulus]++
			}
		}
		for d, n := range times[1:] {
			want := 1
			if s.modulus == q*q-1 && (d+1)%(q+1) == 0 {
				want = 0
			}
			assert.MustEqual(t, n, want, "%s: difference %d", s.by, d+1)
		}
		var image []int
		for _, x := range s.residues {
			image = append(image, x*s.characteristic%s.modulus)
		}
		same := false
		for shift := range s.modulus {
			same = same || !slices.ContainsFunc(s.residues, func(x int) bool { return !slices.Contains(image, (x+shift)%s.modulus) })
		}
		assert.MustTrue(t, same, "%s: %d is no multiplier", s.by, s.characteristic)
	}
}

// TestReadings tries all units and cuts of small sets, and counts the classes that are missed.
func TestReadings(t *testing.T) {
	for _, s := range sidonSets(4) {
		for _, marks := range [][]int{{0}, {0, 1, 4, 6}} {
			for n := s.modulus - 2; n <= s.modulus+4; n++ {
				missing := func(residues []int) int {
					have := map[int]bool{}
					for _, x := range residues {
						for _, y := range residues {
							have[((x-y)%n+n)%n] = true
						}
					}
					count := 0
					for d := 1; d <= n/2; d++ {
						if !have[d] {
							count++
						}
					}
					return count
				}
				least := n
				for u := range s.modulus {
					if gf.GCD(u, s.modulus) > 1 {
						continue
					}
					for shift := range s.modulus {
						var read []int
						for _, x := range s.residues {
							for _, mark := range marks {
								read = append(read, (x*u+shift)%s.modulus+s.modulus*mark)
							}
						}
						least = min(least, missing(read))
					}
				}
				best := s.readings(n, marks, 3)
				assert.MustEqual(t, best[0].missing, least, "%s modulo %d", s.by, n)
				for i, r := range best {
					assert.MustEqual(t, missing(r.residues), r.missing, "%s modulo %d", s.by, n)
					assert.MustTrue(t, i == 0 || r.missing >= best[i-1].missing, "%s modulo %d: no order", s.by, n)
				}
			}
		}
	}
}

// TestLoss compares the loss of each residue with the lack of a new count without it.
func TestLoss(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{12, 31, 40} {
		for range 20 {
			set := rng.Perm(n)[:2+rng.IntN(9)]
			p := filled(n, 1, set)
			for i, x := range set {
				rest := filled(n, 1, slices.Delete(slices.Clone(set), i, i+1))
				assert.MustEqual(t, p.loss(int32(x)), rest.lack-p.lack, "n=%d: %v without %d", n, set, x)
			}
		}
	}
}

// TestStretch: covers that annealing over orbits does not find, also for any number of jobs.
func TestStretch(t *testing.T) {
	for n, want := range map[int]int{190: 16, 209: 17} {
		r := MustFind(t, n, Options{Method: search.Annealing, Steps: 1 << 15})
		checkCover(t, n, r.Cover, want)
		again := MustFind(t, n, Options{Method: search.Annealing, Steps: 1 << 15, Options: search.Options{Jobs: 3}})
		assert.Slice(t, again.Cover, r.Cover, "n=%d, with one seed", n)
	}
}

// TestTabuAlone: from any residues, tabu search comes to the least covers that exhaustion proves.
func TestTabuAlone(t *testing.T) {
	for _, n := range []int{13, 21, 30, 40} {
		k := leastSizes[n-1]
		w := &tabu{tally: filled(n, 1, []int{0, 1}), rng: rand.New(rand.NewPCG(1, 1)), until: make([]int, n), gains: make([]int, n)}
		cover := w.run(k, 20_000)
		assert.MustTrue(t, cover != nil, "n=%d", n)
		checkCover(t, n, cover, k)
	}
}
