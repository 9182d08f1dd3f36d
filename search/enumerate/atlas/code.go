package atlas

import (
	"encoding/binary"
	"errors"

	"coterie/search/enumerate"
)

// append adds a class to a result: the number of its automorphisms; the truth table at the sets
// without the last node; the weights of the nodes; how many quorums the strategy takes, and each
// with how many times; the votes, if the load is above 1/2. Numbers but the first are bytes. The
// figures follow from this.
func (c *Class) append(dst []byte) []byte {
	n := c.Nodes()
	dst = binary.AppendUvarint(dst, uint64(c.Automorphisms))
	dst = c.appendTable(dst)
	dst = append(dst, c.weights[:n]...)
	dst = append(dst, uint8(c.strategyLen))
	for _, s := range c.Strategy() {
		dst = append(dst, s.Quorum, s.Times)
	}
	if c.Total > 0 {
		dst = append(dst, c.votes[:n]...)
	}
	return dst
}

// tableBytes is how long half a truth table is.
func tableBytes(n int) int { return max(1, 1<<(n-1)/8) }

// appendTable adds the truth table at the sets without the last node: bit a%8 of byte a/8 is the
// value at set a. A set with the last node is live iff its complement is not.
func (c *Class) appendTable(dst []byte) []byte {
	n, words := c.Nodes(), c.Function.Words()
	if half := 1 << (n - 1); half < 8 {
		words[0] &= 1<<half - 1
	}
	for i := range tableBytes(n) {
		dst = append(dst, uint8(words[i/8]>>(i%8*8)))
	}
	return dst
}

var errCode = errors.New("the code of a class is malformed")

// next reads a class on n nodes from the front of a result, judges it, and returns the rest.
func next(n int, data []byte) (c Class, rest []byte, err error) {
	automorphisms, at := binary.Uvarint(data)
	if at <= 0 || automorphisms > 1<<20 {
		return c, nil, errCode
	}
	data = data[at:]
	take := func(k int) (taken []byte) {
		if len(data) < k {
			err = errCode
			return make([]byte, k)
		}
		taken, data = data[:k], data[k:]
		return taken
	}
	table := take(tableBytes(n))
	weights := take(n)
	chosen := take(2 * min(maxNodes, int(take(1)[0])))
	if err != nil {
		return c, nil, err
	}
	c, err = build(n, int(automorphisms), table, weights, chosen)
	if err != nil {
		return c, nil, err
	}
	if 2*c.Busiest > c.Times {
		copy(c.votes[:], take(n))
		if err != nil {
			return c, nil, err
		}
		for _, v := range c.votes {
			c.Total += int(v)
		}
	}
	return c, data, c.judge()
}

// build makes a class, without votes, of what says all of it: the strategy in pairs of a quorum and
// how many times it is taken.
func build(n, automorphisms int, table, weights, strategy []byte) (c Class, err error) {
	var low [2]uint64
	if len(table) != tableBytes(n) || len(weights) != n || len(strategy) > 2*maxNodes {
		return c, errCode
	}
	for i, x := range table {
		low[i/8] |= uint64(x) << (i % 8 * 8)
	}
	var ok bool
	if c.Function, ok = enumerate.SelfDual(n, low); !ok {
		return c, errDual
	}
	c.Automorphisms = automorphisms
	copy(c.weights[:], weights)
	for ; len(strategy) > 1; strategy = strategy[2:] {
		if int(strategy[0])>>n != 0 {
			return c, errCode
		}
		c.strategy[c.strategyLen] = Chosen{strategy[0], strategy[1]}
		c.strategyLen++
	}
	c.figure()
	return c, nil
}
