package search

// cyclicOrbit is an orbit of triples of Z_n under x -> ux+t, u a unit.
type cyclicOrbit struct {
	triple [3]int   // one of them, with least element 0
	pairs  [][2]int // all (a, b) for which {0, a, b} is in the orbit
}

func cyclicOrbits(n int) []cyclicOrbit {
	var units []int
	for u := 1; u < n; u++ {
		if gcd(u, n) == 1 {
			units = append(units, u)
		}
	}
	seen := make([]bool, n*n)
	var orbits []cyclicOrbit
	for a := 1; a < n; a++ {
		for b := a + 1; b < n; b++ {
			if seen[a*n+b] {
				continue
			}
			o := cyclicOrbit{triple: [3]int{0, a, b}}
			add := func(x, y int) {
				if !seen[x*n+y] {
					seen[x*n+y] = true
					o.pairs = append(o.pairs, [2]int{x, y})
				}
			}
			for _, u := range units {
				x, y := u*a%n, u*b%n
				for range 3 {
					add(x, y)
					add(y, x)
					x, y = (y-x+n)%n, n-x
				}
			}
			orbits = append(orbits, o)
		}
	}
	return orbits
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
