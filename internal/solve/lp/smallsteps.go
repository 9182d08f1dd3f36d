package lp

import (
	"math"
)

// again means that the basis has to be judged anew. It is no result.
const again Status = -1

// Solve goes on from the last basis to an optimum; the first time from the slacks.
func (s *Small) Solve() Status {
	if !s.scaled {
		s.scaleAll()
		s.identity()
	}
	for _, v := range []*[]float64{&s.alpha, &s.reduced, &s.weight} {
		*v = resize(*v, len(s.cost)+s.m)
	}
	s.left = 40*(s.m+20) + 4*len(s.cost)
	if s.budget != nil {
		s.left = min(s.left, *s.budget)
	}
	if s.since > 50+s.m {
		s.factor()
	}
	if s.hold && !s.shifted {
		s.shiftRights()
	}
	for round := 0; ; round++ {
		s.values()
		status := s.run(round < 2)
		switch {
		case status == GaveUp && round < 2 && !s.ended():
			s.unshift()
			s.factor()
		case s.shifted && !s.hold && status != GaveUp && !s.ended():
			s.unshift()
		case round < 4 && !s.ended() && s.drifted(status):
			s.factor()
		default:
			if !s.hold {
				s.unshift()
			}
			s.report(status)
			return status
		}
	}
}

// run exchanges until the program is solved, or has to be judged anew.
func (s *Small) run(mayShift bool) Status {
	for {
		feasible := true
		for i := range s.m {
			if s.excess(i) != 0 {
				feasible = false
				break
			}
		}
		status := again
		switch {
		case feasible:
			status = s.primal(mayShift)
		case s.dualFeasible():
			status = s.dual(mayShift)
		default:
			status = s.phaseOne(mayShift)
		}
		if status != again {
			return status
		}
		if s.ended() {
			return GaveUp
		}
		s.values()
	}
}

// unshift brings back the true costs and right sides.
func (s *Small) unshift() {
	if s.shifted {
		clear(s.shiftB)
		clear(s.shiftC)
		s.shifted = false
	}
}

// shiftRights perturbs the right sides, so that primal steps have a length.
func (s *Small) shiftRights() {
	s.shifted = true
	for i := range s.m {
		if !s.equal[i] {
			s.shiftB[i] = 1e-6 * noise(i) * max(1, math.Abs(s.right[i]))
		}
	}
}

// shiftCosts perturbs the costs of the nonbasic variables, so that dual steps have a length. The
// basis stays dual feasible.
func (s *Small) shiftCosts() {
	s.shifted = true
	for j := range s.cost {
		if s.place[s.m+j] < 0 {
			s.shiftC[j] = 1e-6 * noise(j)
		}
	}
}

// price sets reduced to the reduced costs of all variables that may enter, of columns and then of
// slacks, under the dual values y and the costs times c. Variables that may not enter have +Inf.
func (s *Small) price(y []float64, c float64) {
	n := len(s.cost)
	for j := range n {
		if s.place[s.m+j] >= 0 || !s.enabled[j] {
			s.reduced[j] = math.Inf(1)
			continue
		}
		d := -s.times(j, y)
		if c != 0 {
			d += s.cost[j] + s.shiftC[j]
		}
		s.reduced[j] = d
	}
	for i := range s.m {
		if s.place[i] >= 0 || s.equal[i] {
			s.reduced[n+i] = math.Inf(1)
		} else {
			s.reduced[n+i] = -y[i]
		}
	}
}

// variable returns the variable of entry k of reduced.
func (s *Small) variable(k int) int32 {
	if n := len(s.cost); k >= n {
		return int32(k - n)
	}
	return int32(s.m + k)
}

// entry returns the place of variable v in reduced.
func (s *Small) entry(v int32) int {
	if int(v) < s.m {
		return len(s.cost) + int(v)
	}
	return int(v) - s.m
}

func (s *Small) dualFeasible() bool {
	s.price(s.y, 1)
	for _, d := range s.reduced {
		if d < -smallZero {
			return false
		}
	}
	return true
}

// cheapest returns the variable of the least reduced cost for its weight, and its place in reduced,
// or -1. With chance it returns any variable with a negative reduced cost, which leads out of a
// cycle. The weights are those of Devex (Harris, Math. Program. 5, 1973).
func (s *Small) cheapest(chance bool) (v int32, at int) {
	at, most := -1, 0.0
	for k, d := range s.reduced {
		if d >= -smallZero {
			continue
		}
		score := float64(d*d) / s.weight[k]
		if chance {
			score = noise(k<<20 + s.left)
		}
		if score > most {
			at, most = k, score
		}
	}
	if at < 0 {
		return -1, -1
	}
	return s.variable(at), at
}

// exchange makes v basic in place r after a step of length t along the entering direction.
func (s *Small) exchange(r int, v int32, t float64) {
	s.left--
	if s.budget != nil {
		*s.budget--
	}
	s.since++
	for i, d := range s.entering {
		s.x[i] -= float64(t * d)
	}
	s.x[r] = t
	s.eliminate(r)
	s.swap(r, v)
}

// worn reports whether the inverse had to be computed anew, and computes it.
func (s *Small) worn() bool {
	if s.since > 100+2*s.m {
		s.factor()
		return true
	}
	return false
}

// unlessWorn returns the end that steps came to, or makes the inverse anew to judge it again.
func (s *Small) unlessWorn(end Status) Status {
	if s.since == 0 {
		return end
	}
	s.factor()
	return again
}

// primal lowers the objective from a feasible basis.
func (s *Small) primal(mayShift bool) Status {
	fresh := false // reduced is computed, and not carried from step to step
	for k := range s.weight {
		s.weight[k] = 1
		if s.packing && k < len(s.cost) {
			s.weight[k] = 1 + squares(s.value[s.start[k]:s.start[k+1]])
		}
	}
	for still, steps := 0, 0; ; steps++ {
		if s.ended() {
			return GaveUp
		}
		if s.worn() {
			return again
		}
		if steps == 0 {
			s.price(s.y, 1)
			fresh = true
		}
		v, q := s.cheapest(still > s.m+30)
		if v < 0 {
			if fresh {
				return Optimal
			}
			steps = -1
			continue
		}
		s.direction(v)
		bound := math.Inf(1)
		for i, d := range s.entering {
			if d < 0 && s.fixed(s.basic[i]) {
				d = -d
			}
			if d > smallPivot {
				bound = min(bound, (max(s.x[i], 0)+smallNear)/d)
			}
		}
		r, size := -1, 0.0
		for i, d := range s.entering {
			if d < 0 && s.fixed(s.basic[i]) {
				d = -d
			}
			if d > smallPivot && max(s.x[i], 0) <= bound*d && d > size {
				r, size = i, d
			}
		}
		if r < 0 {
			if s.since > 0 {
				s.factor()
				return again
			}
			s.ray(v)
			return Unbounded
		}
		t := max(0, s.x[r]/s.entering[r])
		if t > smallNear {
			still = 0
		} else if still++; still > 12 && mayShift && !s.shifted {
			s.shiftRights()
			return again
		}
		// The row of the step gives the reduced costs and the weights after it.
		row := s.inv[r*s.m : (r+1)*s.m]
		pivot, reduced, weight := s.entering[r], s.reduced[q], s.weight[q]
		for k, d := range s.reduced {
			if d == math.Inf(1) {
				continue
			}
			a := 0.0
			if k < len(s.cost) {
				a = s.times(k, row)
			} else {
				a = row[k-len(s.cost)]
			}
			if a != 0 {
				a /= pivot
				s.reduced[k] = d - float64(reduced*a)
				s.weight[k] = max(s.weight[k], float64(float64(a*a)*weight))
			}
		}
		fresh = false
		s.reduced[q] = math.Inf(1)
		if leaves := s.basic[r]; !s.fixed(leaves) {
			k := s.entry(leaves)
			s.reduced[k], s.weight[k] = -reduced/pivot, max(weight/float64(pivot*pivot), 1)
		}
		s.exchange(r, v, t)
		for k, x := range s.inv[r*s.m : (r+1)*s.m] {
			s.y[k] += float64(reduced * x)
		}
	}
}

// dual makes a dual feasible basis feasible.
func (s *Small) dual(mayShift bool) Status {
	n := len(s.cost)
	priced := false // reduced is that of y
	for still := 0; ; {
		if s.ended() {
			return GaveUp
		}
		if s.worn() {
			return again
		}
		if !s.shifted && s.Cutoff < math.MaxFloat64 && s.bound() >= s.Cutoff {
			return CutOff
		}
		r, worst, sign := -1, 0.0, 1.0
		for i := range s.m {
			x := s.excess(i)
			if x == 0 {
				continue
			}
			if score := float64(x*x) / squares(s.inv[i*s.m:(i+1)*s.m]); score > worst {
				r, worst, sign = i, score, math.Copysign(1, x)
			}
		}
		if r < 0 {
			return again
		}
		row := s.inv[r*s.m : (r+1)*s.m]
		if !priced {
			s.price(s.y, 1)
			priced = true
		}
		bound, list := math.Inf(1), s.list[:0] // of the variables that may enter
		for k, d := range s.reduced {
			if d == math.Inf(1) {
				continue
			}
			a := 0.0
			if k < n {
				a = s.times(k, row)
			} else {
				a = row[k-n]
			}
			a *= sign
			s.alpha[k] = a
			if a > smallPivot {
				list = append(list, int32(k))
				if d+smallNear < bound*a {
					bound = (max(d, 0) + smallNear) / a
				}
			}
		}
		q, size := -1, 0.0
		for _, k := range list {
			if a := s.alpha[k]; a > size && s.reduced[k] <= bound*a {
				q, size = int(k), a
			}
		}
		s.list = list
		if q < 0 {
			for k, x := range row {
				s.phase[k] = sign * x
			}
			return s.unlessWorn(Infeasible)
		}
		v, reduced := s.variable(q), max(s.reduced[q], 0)
		if reduced > smallNear {
			still = 0
		} else if still++; mayShift && still > 12 && !s.shifted {
			s.shiftCosts()
			priced = false
			continue
		} else if still > s.m+30 {
			return s.phaseOne(false)
		}
		s.direction(v)
		if math.Abs(s.entering[r]-sign*size) > 1e-6*(1+size) {
			return s.unlessWorn(GaveUp)
		}
		leaves := s.basic[r]
		s.exchange(r, v, s.x[r]/s.entering[r])
		for k, x := range s.inv[r*s.m : (r+1)*s.m] {
			s.y[k] += float64(reduced * x)
		}
		// The reduced costs after the step. That of the leaving variable is the step.
		step := reduced / size
		for k, d := range s.reduced {
			if d != math.Inf(1) {
				s.reduced[k] = d - float64(step*s.alpha[k])
			}
		}
		s.reduced[q] = math.Inf(1)
		if !s.fixed(leaves) {
			s.reduced[s.entry(leaves)] = step
		}
	}
}

// phaseOne reduces the sum of the infeasibilities, and passes corners while it still falls.
func (s *Small) phaseOne(mayShift bool) Status {
	m := s.m
	for k := range s.weight {
		s.weight[k] = 1
	}
	for still := 0; ; {
		if s.ended() {
			return GaveUp
		}
		if s.worn() {
			return again
		}
		clear(s.phase)
		feasible := true
		for i := range m {
			if x := s.excess(i); x != 0 {
				feasible = false
				sign := math.Copysign(1, x)
				for k, v := range s.inv[i*m : (i+1)*m] {
					s.phase[k] += sign * v
				}
			}
		}
		if feasible {
			return again
		}
		s.price(s.phase, 0)
		v, q := s.cheapest(still > m+30)
		if v < 0 {
			return s.unlessWorn(Infeasible)
		}
		s.direction(v)
		r, t := s.corner(s.reduced[q])
		if r < 0 {
			return s.unlessWorn(GaveUp)
		}
		if t > smallNear {
			still = 0
		} else if still++; still > 12 && mayShift && !s.shifted {
			s.shiftRights()
			return again
		}
		s.exchange(r, v, t)
	}
}

// corner returns the point at which the sum of the infeasibilities stops falling along the entering
// direction. Its slope is negative at first, and grows wherever a variable comes to 0.
func (s *Small) corner(slope float64) (r int, t float64) {
	at := s.work // where each variable comes to 0
	for i, d := range s.entering {
		at[i] = math.Inf(1)
		if math.Abs(d) <= smallPivot {
			continue
		}
		x, fixed := s.x[i], s.fixed(s.basic[i])
		switch excess := s.excess(i); {
		case excess != 0 && excess*d > 0:
			at[i] = x / d
		case excess == 0 && (d > 0 || fixed):
			at[i] = max(0, x/d)
		}
	}
	last, r := -1.0, -1
	for slope < -smallZero/2 {
		next := math.Inf(1)
		for _, v := range at {
			if v > last {
				next = min(next, v)
			}
		}
		if math.IsInf(next, 1) {
			break
		}
		size := 0.0
		for i, v := range at {
			if v <= last || v > next+smallNear {
				continue
			}
			d := math.Abs(s.entering[i])
			if d > size {
				r, t, size = i, max(0, v), d
			}
			if s.excess(i) != 0 && s.fixed(s.basic[i]) {
				d *= 2
			}
			slope += d
		}
		last = next + smallNear
	}
	return r, t
}
