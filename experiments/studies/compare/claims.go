package compare

import (
	"fmt"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/quorum"
)

// square reports whether the number of nodes is a square.
func (s system) square() bool { r := gf.FloorSqrt(s.N); return r*r == s.N }

// have reports whether the listed system was found to have all properties, and otherwise which it
// lacks.
func (s system) have(properties ...quorum.Property) (bool, string) {
	for _, p := range properties {
		if s.Checked[p] != quorum.Holds {
			return false, fmt.Sprintf("%s: %s %s", s.Spec, p, s.Checked[p])
		}
	}
	return true, ""
}

// conditions returns Maekawa's (a) to (d).
func conditions() []quorum.Property {
	return []quorum.Property{quorum.Intersection, quorum.Inclusion, quorum.EqualEffort, quorum.EqualResponsibility}
}

func claimCompared(out *experiments.Output, p comparison, systems []system) {
	of := func(family string) []system {
		return experiments.Keep(systems, func(s system) bool { return s.Family == family && s.exists() })
	}
	over := func(what string) string { return fmt.Sprintf("%s, n in %d..%d", what, p.From, p.To) }
	grids, billiards, triangles := of("grid"), of("billiard"), of("triangle")

	const maekawa = "Maekawa 1985"
	planes := experiments.Keep(systems, func(s system) bool { // whether or not the program has them
		q, ok := bounds.OrderOfPoints(s.N)
		return s.Family == "fpp" && ok && q > 1 && bounds.PlaneOrder(q).Exists()
	})
	out.Claim("maekawa-planes", maekawa, "section 3", "If K-1 is a power of a prime, sets with (a) to (d) exist for N = K(K-1)+1.",
		experiments.ForAll(over("prime powers K-1 with N = K(K-1)+1"), planes, func(s system) (bool, string) {
			if !s.exists() {
				return false, fmt.Sprintf("N = %d: %s", s.N, s.Reason)
			}
			return s.have(conditions()...)
		}))
	out.Claim("maekawa-optimal-k", maekawa, "section 3", "K with N = K(K-1)+1 is the optimal value when all of (a) to (d) are required.",
		experiments.ForAll(over("planes of prime-power order and the triangle"), of("fpp"), func(s system) (bool, string) {
			return s.MaxQuorum == bounds.MaekawaSize(s.N), fmt.Sprintf("%s: K = %d, bound %d", s.Spec, s.MaxQuorum, bounds.MaekawaSize(s.N))
		}).Proved("nodes-by-responsibility"))
	out.Claim("maekawa-grid-size", maekawa, "section 7, Method 2",
		"In the L × L grid every |S_i| is 2√N - 1, any two S_i meet, and every node is in 2L - 1 of them.",
		experiments.ForAll(over("square grids"), experiments.Keep(grids, system.square), func(s system) (bool, string) {
			k := 2*gf.FloorSqrt(s.N) - 1
			ok := s.MinQuorum == k && s.MaxQuorum == k && s.MinResp.Cmp(s.MaxResp) == 0 && s.MinResp.Int64() == int64(k)
			checked, witness := s.have(conditions()...)
			return ok && checked, fmt.Sprintf("%s: K %d..%d %s", s.Spec, s.MinQuorum, s.MaxQuorum, witness)
		}))
	out.Claim("maekawa-grid-degenerate", maekawa, "section 7, Method 2",
		"If N is not a square, the completed degenerate grid still has sets any two of which meet.",
		experiments.ForAll(over("grids of no square"), experiments.Keep(grids, func(s system) bool { return !s.square() }),
			func(s system) (bool, string) { return s.have(quorum.Intersection) }))

	const agrawal = experiments.BilliardPaper
	// The 4 sites of q = 3 are too few.
	fromSideFive := func(holds func(system) (bool, string)) experiments.Judgement {
		return experiments.ButFor("q = 3", func(s system) bool { return s.N == 4 }, "for q >= 5",
			experiments.Every(over("billiard systems")), experiments.Every(over("billiard systems with q >= 5")), billiards, holds)
	}
	out.Claim("agrawal-responsibility", agrawal, "section 5", "Billiard quorums do not satisfy the equal responsibility property.",
		fromSideFive(func(s system) (bool, string) {
			return s.Checked[quorum.EqualResponsibility] == quorum.Fails && s.MinResp.Cmp(s.MaxResp) < 0,
				fmt.Sprintf("%s: every node is in %s quorums", s.Spec, s.MinResp)
		}))
	gridOf := map[int]int{} // largest quorum by N
	for _, g := range grids {
		gridOf[g.N] = g.MaxQuorum
	}
	out.Claim("agrawal-smaller-than-grid", agrawal, "abstract", "Billiard quorums bring the quorum size down from that of Maekawa's grid.",
		fromSideFive(func(s system) (bool, string) {
			return s.MaxQuorum < gridOf[s.N], fmt.Sprintf("n = %d: billiard K = %d, grid K = %d", s.N, s.MaxQuorum, gridOf[s.N])
		}))
	// Its size d is ⌊√(2N)⌋, since d² < 2N = d² + d < (d+1)².
	out.Claim("agrawal-triangle-size", agrawal, "section 1", "The triangular system of Lovász has the same quorum size √2·√N.",
		experiments.ForAll(over("triangles, in whole sites ⌊√2·√N⌋"), triangles, func(s system) (bool, string) {
			return s.MinQuorum == s.MaxQuorum && s.MaxQuorum == gf.FloorSqrt(2*s.N), fmt.Sprintf("n = %d: size %d, ⌊√(2N)⌋ = %d", s.N, s.MaxQuorum, gf.FloorSqrt(2*s.N))
		}))
}
