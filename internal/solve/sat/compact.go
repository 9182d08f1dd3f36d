package sat

import (
	"encoding/binary"
	"errors"
)

// AppendCompact appends the variables and clauses of the formula to dst, without comments and
// names: a byte or two for most literals. Formulas with the same clauses in the same order give the
// same bytes, which [ReadCompact] reads.
func (c *CNF) AppendCompact(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(c.vars))
	dst = binary.AppendUvarint(dst, uint64(c.Len()))
	for _, clause := range c.Clauses() {
		dst = binary.AppendUvarint(dst, uint64(len(clause)))
		last := int32(0)
		for _, l := range clause { // those of a clause are often near each other
			dst = binary.AppendVarint(dst, int64(max(l, -l)-last)<<1|int64(b2i(l < 0)))
			last = max(l, -l)
		}
	}
	return dst
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

var errCompact = errors.New("the compact formula is damaged")

// ReadCompact reads a formula that AppendCompact wrote. Whatever the bytes are, memory is
// proportional to their number.
func ReadCompact(data []byte) (*CNF, error) {
	failed := false
	unsigned := func() uint64 {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			failed, data = true, nil
			return 0
		}
		data = data[n:]
		return v
	}
	vars, clauses := unsigned(), unsigned()
	if failed || vars > MaxVariables || clauses > uint64(len(data)) {
		return nil, errCompact
	}
	c := &CNF{}
	var clause []int
	for range clauses {
		size := unsigned()
		if failed || size > uint64(len(data)) {
			return nil, errCompact
		}
		clause = clause[:0]
		variable := int64(0)
		for range size {
			d, n := binary.Varint(data)
			if n <= 0 {
				return nil, errCompact
			}
			data = data[n:]
			variable += d >> 1
			if variable < 1 || variable > int64(vars) {
				return nil, errCompact
			}
			clause = append(clause, int(variable)*(1-2*int(d&1)))
		}
		c.AddClause(clause...)
	}
	if len(data) > 0 {
		return nil, errCompact
	}
	c.Grow(int(vars))
	return c, nil
}
