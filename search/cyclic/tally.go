package cyclic

import "slices"

// tally is a union D of orbits, with a count of the differences that its residues have.
type tally struct {
	*orbits
	// short has by class the pairs of D that are still wanted, or less the pairs to spare.
	short []int32
	lack  int // pairs that are wanted, over all classes
	// missing lists the classes that are short; at[c] is 1 + the place of c, 0 if it is not
	// missing.
	missing, at []int32
	d           []int32 // the residues of D, those of an orbit one after the other
	touched     []int32 // the classes that gain counts
}

// filled counts the differences of a set of residues. A pair of residues has the difference n/2 in
// both orders.
func filled(n, lambda int, set []int) *tally {
	t := newTally(orbitsUnder(n, []int{1}), lambda)
	for _, x := range set {
		t.put(int32(x))
	}
	return t
}

// newTally returns the empty union. If lambda > 1, the orbits are single residues.
func newTally(o *orbits, lambda int) *tally {
	classes := len(o.weight)
	t := &tally{orbits: o, short: make([]int32, classes), at: make([]int32, classes)}
	for c, weight := range o.weight {
		t.short[c] = int32(lambda)
		if weight == 1 {
			t.short[c] = int32(lambda+1) / 2
		}
		t.lack += int(t.short[c])
		t.miss(int32(c))
	}
	return t
}

func (t *tally) miss(c int32) {
	t.missing = append(t.missing, c)
	t.at[c] = int32(len(t.missing))
}

// from returns the classes of y-x by y, for the first residue x of an orbit. Every class of an
// orbit's differences from D is among them: the group takes any residue of the orbit to x.
func (t *tally) from(o int32) []int32 { return t.class[t.n-int(t.members[o][0]):] }

// put adds an orbit to D.
func (t *tally) put(o int32) {
	class, orbit := t.from(o), t.members[o]
	size, old := int32(len(orbit)), len(t.d)
	t.d = append(t.d, orbit...)
	for i, y := range t.d {
		if i == old {
			continue
		}
		c := class[y]
		if t.short[c] > 0 {
			t.lack--
			if t.short[c] <= size {
				i, last := t.at[c]-1, t.missing[len(t.missing)-1]
				t.missing[i], t.at[last], t.at[c] = last, i+1, 0
				t.missing = t.missing[:len(t.missing)-1]
			}
		}
		t.short[c] -= size
	}
}

// drop takes an orbit out of D.
func (t *tally) drop(o int32) {
	class, orbit := t.from(o), t.members[o]
	size := int32(len(orbit))
	for _, y := range t.d {
		if y == orbit[0] {
			continue
		}
		c := class[y]
		if t.short[c] += size; t.short[c] > 0 {
			t.lack++
			if t.short[c] <= size {
				t.miss(c)
			}
		}
	}
	i := slices.Index(t.d, orbit[0])
	t.d = slices.Delete(t.d, i, i+len(orbit))
}

// gain returns how many wanted pairs an orbit would give that is not in D.
func (t *tally) gain(o int32) int {
	class, touched := t.from(o), t.touched[:0]
	for _, y := range t.d {
		if c := class[y]; t.short[c] > 0 {
			t.short[c]--
			touched = append(touched, c)
		}
	}
	for _, y := range t.members[o][1:] {
		if c := class[y]; t.short[c] > 0 {
			t.short[c]--
			touched = append(touched, c)
		}
	}
	for _, c := range touched {
		t.short[c]++
	}
	t.touched = touched
	return len(touched)
}

// loss returns how many wanted pairs would be lost without an orbit of one residue of D.
func (t *tally) loss(o int32) (lost int) {
	class := t.from(o)
	for _, y := range t.d {
		if c := class[y]; y != o {
			if t.short[c]++; t.short[c] > 0 {
				lost++
			}
		}
	}
	for _, y := range t.d {
		if y != o {
			t.short[class[y]]--
		}
	}
	return lost
}

// cover returns the translate of D that contains 0, ascending.
func (t *tally) cover() []int {
	var cover []int
	for _, x := range t.d {
		cover = append(cover, int(x))
	}
	return translated(t.n, cover)
}
