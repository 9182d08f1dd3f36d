package lp

import "math"

// scaleAll makes the entries comparable: rows and columns are multiplied by powers of 2, so that
// nothing is rounded.
func (s *Small) scaleAll() {
	s.scaled = true
	if s.packing {
		return
	}
	s.balance()
	most := 0.0
	for j, c := range s.cost {
		most = max(most, math.Abs(c)*s.scale[j])
	}
	s.costScale = 1
	if most > 0 {
		s.costScale = powerOfTwo(most)
	}
	for i := range s.right {
		s.right[i] = float64(s.right[i] * s.rowScale[i])
	}
	for j := range s.cost {
		s.multiply(j)
	}
}

// balance chooses the scales of rows and columns.
func (s *Small) balance() {
	least, most := s.work, s.entering
	for range 2 {
		for i := range s.m {
			least[i], most[i] = math.Inf(1), 0
		}
		for j := range s.cost {
			for e := s.start[j]; e < s.start[j+1]; e++ {
				if a := math.Abs(s.value[e]) * s.scale[j]; a > 0 {
					i := s.row[e]
					least[i], most[i] = min(least[i], a), max(most[i], a)
				}
			}
		}
		for i := range s.m {
			if most[i] > 0 {
				s.rowScale[i] = math.Copysign(powerOfTwo(math.Sqrt(least[i])*math.Sqrt(most[i])), s.rowScale[i])
			}
		}
		for j := range s.cost {
			s.fit(j)
		}
	}
}

// fit chooses the scale of a column by those of the rows.
func (s *Small) fit(j int) {
	low, high := math.Inf(1), 0.0
	for e := s.start[j]; e < s.start[j+1]; e++ {
		if a := math.Abs(s.value[e] * s.rowScale[s.row[e]]); a > 0 {
			low, high = min(low, a), max(high, a)
		}
	}
	if high > 0 {
		s.scale[j] = powerOfTwo(math.Sqrt(low) * math.Sqrt(high))
	}
}

// enterScale scales a column that was added later.
func (s *Small) enterScale(j int) {
	s.fit(j)
	s.multiply(j)
}

// multiply applies the scales to column j.
func (s *Small) multiply(j int) {
	for e := s.start[j]; e < s.start[j+1]; e++ {
		s.value[e] = float64(float64(s.value[e]*s.scale[j]) * s.rowScale[s.row[e]])
	}
	s.cost[j] = float64(float64(s.cost[j]*s.scale[j]) * s.costScale)
}

// powerOfTwo returns the power of 2 that brings x > 0 near 1.
func powerOfTwo(x float64) float64 {
	_, e := math.Frexp(x)
	return math.Ldexp(1, -e)
}

// noise returns a number in [1/2, 1) that depends on k alone.
func noise(k int) float64 {
	return 0.5 + float64(splitmix(uint64(k)*0x9e3779b97f4a7c15)>>12)/(1<<53)
}
