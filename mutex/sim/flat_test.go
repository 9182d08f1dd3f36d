package sim

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
)

// TestWhatARunKeepsIsFlat: the memory for messages does not grow with the length of a run.
func TestWhatARunKeepsIsFlat(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for _, algorithm := range []string{"maekawa-fixed", "ricart-agrawala", "suzuki-kasami"} {
		for _, schedule := range []Schedule{Random, LIFO, Starve} {
			for _, noFIFO := range []bool{false, true} {
				var most [2]int
				for i, entries := range []int{500, 5_000} {
					c := closed(t, "grid:n=16", algorithm, entries)
					c.Schedule, c.NoFIFO = schedule, noFIFO
					var e *engine
					c.Trace = func(Event) {
						n := &e.net
						most[i] = max(most[i], len(n.stack)+len(n.order)+len(n.held)+n.slots.used()+n.letters.used()+e.queue.count)
					}
					e = newEngine(c)
					if r, err := e.run(t.Context()); err != nil || r.Entries != entries {
						t.Fatal(err, r.Entries)
					}
				}
				if most[1] > 2*most[0] {
					t.Errorf("%s, schedule %d, FIFO %v: %d, and in a run ten times as long %d", algorithm, schedule, !noFIFO, most[0], most[1])
				}
			}
		}
	}
}

// TestChannelsAreForgotten: the table of channels gives the moments that one without an end gives,
// and keeps those in use.
func TestChannelsAreForgotten(t *testing.T) {
	plain, used := map[[2]int32]Time{}, channels{}
	for i := range 200_000 {
		now := Time(i)
		m := mutex.Message{From: int32(i * 7919 % 1999), To: int32(i * 104729 % 1301)}
		at := now + Time(i*31%97)
		of := [2]int32{m.From, m.To}
		plain[of] = max(plain[of], at)
		if at := used.after(&m, now, at); at != plain[of] {
			t.Fatalf("message %d: %d and %d", i, at, plain[of])
		}
	}
	if len(used.places) > 512 {
		t.Errorf("%d places are kept", len(used.places))
	}
}

// TestQueueKeepsTheOrder compares the queue with a stable search for the least time: bursts at one
// moment, delays of all magnitudes, and long lists.
func TestQueueKeepsTheOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var q queue
	var plain []due
	now, made := Time(0), int32(0)
	for range 20_000 {
		for range random.IntN(4) {
			d := due{now + Time(random.Uint64()>>(20+random.IntN(44))), made, uint8(made % 5)}
			made++
			q.push(d)
			plain = append(plain, d)
		}
		if len(plain) == 0 {
			continue
		}
		least := 0
		for i, d := range plain {
			if d.at < plain[least].at {
				least = i
			}
		}
		if d := q.pop(); d != plain[least] || q.count != len(plain)-1 {
			t.Fatalf("%v of %d, not %v of %d", d, q.count, plain[least], len(plain)-1)
		}
		now = plain[least].at
		plain = slices.Delete(plain, least, least+1)
	}
}
