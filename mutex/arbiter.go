package mutex

import (
	"slices"
	"strings"
)

// arbiter is a node that gives its lock to one request at a time.
type arbiter struct {
	held    bool
	holder  waiting
	round   uint32 // of the last lock given, where messages name it
	inquiry bool   // an INQUIRE is out
	queue   []waiting
	gone    []Stamp // requests given up whose REQUEST has not come yet
}

// site is a process and an arbiter at one place.
type site struct {
	process
	arbiter
}

// siteAt returns the site of an actor.
func siteAt(s *Setup, actor int32) site { return site{process: processAt(s, actor)} }

// tell returns a message of the arbiter to the process of a request, about a round or none.
func (m *site) tell(k Kind, line uint8, about Stamp, round uint32, cause Cause) Message {
	msg := m.forProcess(k, line, about.Process, cause)
	msg.Stamp, msg.Round = about, round
	return msg
}

// waiting is a request at an arbiter.
type waiting struct {
	stamp  Stamp
	quorum int32 // where the arbiter passes the request on
	failed bool  // its process was told FAILED
	charge Cause // the request that pays for its LOCKED
}

// enqueue puts a request at the place of its precedence.
func (a *arbiter) enqueue(r waiting) {
	i, _ := slices.BinarySearchFunc(a.queue, r.stamp, func(w waiting, s Stamp) int {
		if w.stamp.Precedes(s) {
			return -1
		}
		return 1
	})
	a.queue = slices.Insert(a.queue, i, r)
}

// give gives the lock to a request.
func (a *arbiter) give(r waiting) { a.held, a.holder, a.inquiry = true, r, false }

// free takes the lock back and the first request out of the queue; it reports whether there is one.
func (a *arbiter) free() (r waiting, ok bool) {
	a.held, a.inquiry = false, false
	if len(a.queue) == 0 {
		return r, false
	}
	r = a.queue[0] // before the others move up
	a.queue = slices.Delete(a.queue, 0, 1)
	return r, true
}

// next takes the lock back, and grants it to the first request out of the queue, if there is one.
func (a *arbiter) next(grant func(r waiting, line uint8, out []Message) []Message, line uint8, out []Message) []Message {
	if r, ok := a.free(); ok {
		return grant(r, line, out)
	}
	return out
}

// takeBack takes the lock back from a request, which then waits again, and returns the first
// waiting request. charge pays for the later return of the lock.
func (a *arbiter) takeBack(charge Cause) (first waiting) {
	r := a.holder
	r.charge = charge
	a.enqueue(r)
	first, _ = a.free()
	return first
}

// release ends a request that has the lock, or one that is given up. It returns the next request to
// get the lock, if there is one.
func (a *arbiter) release(of Stamp) (next waiting, ok bool) {
	if a.holds(of) {
		return a.free()
	}
	a.drop(of)
	return next, false
}

// holds reports whether a request has the lock.
func (a *arbiter) holds(s Stamp) bool { return a.held && a.holder.stamp == s }

// waits reports whether a request of the process waits.
func (a *arbiter) waits(process int32) bool {
	return slices.ContainsFunc(a.queue, func(w waiting) bool { return w.stamp.Process == process })
}

// drop forgets a request without the lock: one that waits, or whose REQUEST is still to come.
func (a *arbiter) drop(s Stamp) {
	if i := slices.IndexFunc(a.queue, func(w waiting) bool { return w.stamp == s }); i >= 0 {
		a.queue = slices.Delete(a.queue, i, i+1)
		return
	}
	a.gone = append(a.gone, s)
}

// dropped reports whether a request that comes has been given up before.
func (a *arbiter) dropped(s Stamp) bool {
	i := slices.Index(a.gone, s)
	if i >= 0 {
		a.gone = slices.Delete(a.gone, i, i+1)
	}
	return i >= 0
}

// lockState goes through the whole state of the lock.
func (a *arbiter) lockState(c *Codec, node int32) {
	c.Bools(&a.held, &a.inquiry)
	c.Time(TimeRound, int64(node), &a.round)
	if a.held {
		c.Stamp(&a.holder.stamp) // whose REQUEST has been answered
	}
	Each(c, &a.queue, func(w *waiting) {
		if c.Stamp(&w.stamp); c.does == visits {
			return
		}
		Numbers(c, &w.quorum)
		c.Bools(&w.failed)
		c.charge(&w.charge)
	})
	Each(c, &a.gone, c.Stamp)
}

// viewLock adds the lock and the processes that wait for it to a view.
func (a *arbiter) viewLock(v *View, name string) {
	lock := "-"
	if a.held {
		v.Holders = append(v.Holders, a.holder.stamp.Process)
		lock = a.holder.stamp.String()
		if a.inquiry {
			lock += " (inquired)"
		}
	}
	var stamps []string
	for _, w := range a.queue {
		v.Queue = append(v.Queue, w.stamp.Process)
		stamps = append(stamps, w.stamp.String())
	}
	v.Fields = append(v.Fields, Field{name, lock}, Field{"QUEUE", strings.Join(stamps, " ")})
}
