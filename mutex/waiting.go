package mutex

import (
	"slices"
	"strings"

	"coterie/quorum"
)

// waiting is a request at an arbiter.
type waiting struct {
	stamp  Stamp
	quorum int32 // where the arbiter passes the request on
	failed bool  // its process was told FAILED
	charge Cause // who pays for its LOCKED
}

// enqueue puts a request where its precedence says.
func enqueue(queue []waiting, r waiting) []waiting {
	i, _ := slices.BinarySearchFunc(queue, r.stamp, func(w waiting, s Stamp) int {
		if w.stamp.Precedes(s) {
			return -1
		}
		return 1
	})
	return slices.Insert(queue, i, r)
}

// dequeue takes the most preceding request out.
func dequeue(queue []waiting) (waiting, []waiting) {
	r := queue[0] // before the others move up
	return r, slices.Delete(queue, 0, 1)
}

// indexWaiting returns where the request of a stamp waits, or -1.
func indexWaiting(queue []waiting, s Stamp) int {
	return slices.IndexFunc(queue, func(w waiting) bool { return w.stamp == s })
}

// viewOf adds the lock of an arbiter and those who wait for it to a view.
func (v *View) viewOf(held bool, holder waiting, inquiry bool, queue []waiting) {
	lock := "-"
	if held {
		v.Holders = append(v.Holders, holder.stamp.Process)
		lock = holder.stamp.String()
		if inquiry {
			lock += " (inquired)"
		}
	}
	var stamps []string
	for _, w := range queue {
		v.Queue = append(v.Queue, w.stamp.Process)
		stamps = append(stamps, w.stamp.String())
	}
	v.Fields = append(v.Fields, Field{"LOCK", lock}, Field{"QUEUE", strings.Join(stamps, " ")})
}

// membersOf adds which members of its quorum a process holds and which have failed it.
func (v *View) membersOf(nodes []int32, locked, failed func(i int) bool) {
	var texts []string
	for i, j := range nodes {
		if locked(i) {
			v.Has = append(v.Has, j)
		} else {
			v.Lacks = append(v.Lacks, j)
		}
		if failed(i) {
			texts = append(texts, quorum.Node(j).String())
		}
	}
	v.Fields = append(v.Fields, Field{"FAILED", strings.Join(texts, " ")})
}
