package sim

import "math/bits"

// due is a pending event.
type due struct {
	at   Time
	who  int32 // the process, or the slot of the message
	what uint8
}

// queue holds the pending events, none before the one that was popped last: a radix heap (Ahuja,
// Mehlhorn, Orlin, Tarjan, Faster algorithms for the shortest path problem, J. ACM 37, 1990). An
// event is in the list of the highest bit in which its time differs from last, so that equal times
// share a list, in the order of pushing. An event moves to a list of a lower bit at most once a bit
// of its time, and every move is along memory, where a heap of comparisons jumps.
type queue struct {
	lists [64]list
	used  uint64 // the lists that are not empty, as bits
	last  Time
	count int
	spare *block
}

// list is a queue of events in blocks. Blocks neither move nor grow, so that a long list leaves no
// garbage.
type list struct {
	head, tail *block
	from       int // events of the head that were taken
}

type block struct {
	next   *block
	filled int
	events [255]due
}

// push adds an event. It goes after those of the same time.
func (q *queue) push(d due) {
	q.count++
	q.put(d)
}

func (q *queue) put(d due) {
	bit := bits.Len64(uint64(d.at ^ q.last))
	q.used |= 1 << bit
	l := &q.lists[bit]
	if l.tail == nil || l.tail.filled == len(l.tail.events) {
		b := q.spare
		if b == nil {
			b = new(block)
		} else {
			q.spare, b.next = b.next, nil
		}
		if l.tail == nil {
			l.head = b
		} else {
			l.tail.next = b
		}
		l.tail = b
	}
	l.tail.events[l.tail.filled] = d
	l.tail.filled++
}

// take takes the first event of a list that is not empty.
func (q *queue) take(l *list) due {
	b := l.head
	d := b.events[l.from]
	if l.from++; l.from == b.filled {
		l.head, l.from = b.next, 0
		if b.next == nil {
			l.tail = nil
		}
		b.next, b.filled, q.spare = q.spare, 0, b
	}
	return d
}

// pop takes the first event: of the least time, the one that was pushed first.
func (q *queue) pop() due {
	bit := bits.TrailingZeros64(q.used)
	l := &q.lists[bit]
	if bit > 0 {
		q.last = l.head.events[l.from].at
		from := l.from
		for b := l.head; b != nil; b, from = b.next, 0 {
			for i := from; i < b.filled; i++ {
				q.last = min(q.last, b.events[i].at)
			}
		}
		for q.used &^= 1 << bit; l.head != nil; {
			q.put(q.take(l))
		}
		l = &q.lists[0]
	}
	d := q.take(l)
	if q.count--; l.head == nil {
		q.used &^= 1
	}
	return d
}
