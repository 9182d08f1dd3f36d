package sim

import (
	"math"

	"coterie/mutex"
)

// window is the number of the last requests of a process that have an account of their own.
const window = 64

// charges holds the costs of single requests: the messages that name them as their Cause.
type charges struct {
	rings    [][window]uint32 // by process, then Entry mod window: the messages, and whether refused
	counts   []uint32         // by process: the first entry that counts; 0 as long as there is none
	latest   []uint32         // by process
	min, max uint32
	worst    mutex.Cause
	late     uint64
}

func newCharges(processes int) charges {
	return charges{rings: make([][window]uint32, processes), counts: make([]uint32, processes), latest: make([]uint32, processes), min: math.MaxUint32}
}

// open begins the account of a request, and closes that of one long ago.
func (c *charges) open(p int32, entry uint32) {
	c.latest[p] = entry
	if entry > window {
		c.close(p, entry-window)
	}
	c.rings[p][entry%window] = 0
}

func (c *charges) counted(p int32, entry uint32) bool { return c.counts[p] > 0 && entry >= c.counts[p] }

// charge reports whether the message counts.
func (c *charges) charge(to mutex.Cause) bool {
	if !c.counted(to.Process, to.Entry) {
		return false
	}
	if to.Entry+window <= c.latest[to.Process] {
		c.late++
		return true
	}
	c.rings[to.Process][to.Entry%window]++
	return true
}

// unserved marks the account of a request that is not served.
const unserved = 1 << 31

// refuse excludes a request from the cheapest and the dearest.
func (c *charges) refuse(p int32, entry uint32) { c.rings[p][entry%window] |= unserved }

func (c *charges) close(p int32, entry uint32) {
	n := c.rings[p][entry%window]
	if !c.counted(p, entry) || n&unserved != 0 {
		return
	}
	c.min = min(c.min, n)
	if n > c.max || c.worst.Entry == 0 {
		c.max, c.worst = n, mutex.Cause{Process: p, Entry: entry}
	}
}

// end closes all accounts.
func (c *charges) end() {
	for p, last := range c.latest {
		for entry := uint32(1); entry <= last; entry++ {
			if last >= window {
				entry = max(entry, last-window+1)
			}
			c.close(int32(p), entry)
		}
	}
}
