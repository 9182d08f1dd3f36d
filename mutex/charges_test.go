package mutex_test

import (
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
)

// TestCharges compares the charges of messages, as doc.go states them, with the messages between
// each pair of actors. A process gives a lock back at the charge of the INQUIRE, and gets the lock
// again at the same charge. A FAILED is charged to the request itself or to the one that precedes
// it, and every other message to the request that it is about. (Maekawa as printed mistakes one
// lock for another.)
func TestCharges(t *testing.T) {
	returned := map[string]int{}
	for _, name := range []string{"maekawa-fixed", "maekawa-m", "maekawa-m-fixed", "protocol-p-fixed", "maekawa-s", "fixed-order"} {
		a := mutex.Find(name)
		for kind, list := range trials(t) {
			if a.Accepts(kind) != nil {
				continue
			}
			for _, tr := range list {
				for seed := range uint64(10) {
					returned[name] += charged(t, a, tr, seed)
				}
			}
		}
	}
	for _, name := range []string{"maekawa-fixed", "maekawa-m", "maekawa-m-fixed", "protocol-p-fixed"} {
		if returned[name] == 0 {
			t.Errorf("%s: no lock was given back and returned, so this tests nothing", name)
		}
	}
}

// charged returns the number of locks that were given again to processes that had given them back.
func charged(t *testing.T, a *mutex.Algorithm, tr trial, seed uint64) (returned int) {
	t.Helper()
	type pair struct{ node, process int32 }
	asked, owed := map[pair]mutex.Cause{}, map[pair]mutex.Cause{} // by INQUIRE; for the lock that was given back
	random := rand.New(rand.NewPCG(seed, 5))
	run := byhand.New(a, tr.setup)
	own := func(actor int32) mutex.Cause {
		p, ok := tr.setup.ProcessAt(actor)
		if !ok {
			return mutex.Cause{}
		}
		return mutex.Cause{Process: p, Entry: run.Wishes(p)}
	}
	run.Seen = func(e sim.Event) {
		m := e.Message
		switch e.What {
		case sim.Arrives, sim.Tells:
			if m.Kind == mutex.Inquire {
				asked[pair{m.From, m.To}] = m.Cause
			}
			if e.What == sim.Arrives {
				return
			}
		case sim.Sends:
		default:
			return
		}
		at := pair{m.From, m.To}
		switch want := own(m.To); m.Kind {
		case mutex.Inquire:
			if m.Cause == want {
				t.Fatalf("%s over %s, seed %d: the INQUIRE to process %d is charged to its own request", a.Name, tr.setup.Name, seed, want.Process)
			}
		case mutex.Failed:
			if overtaken := a.Lines[m.Line] == "(2')"; (m.Cause == want) == overtaken {
				t.Fatalf("%s over %s, seed %d: FAILED of process %d, overtaken %v, is charged to %v", a.Name, tr.setup.Name, seed, want.Process, overtaken, m.Cause)
			}
		case mutex.Locked, mutex.OK:
			if by, back := owed[at]; back {
				want = by
				returned++
				delete(owed, at)
			}
			assert.MustEqual(t, m.Cause, want, "%s over %s, seed %d: %v is charged to", a.Name, tr.setup.Name, seed, m.Kind)
		case mutex.Relinquish, mutex.Unlock, mutex.Release:
			at = pair{m.To, m.From}
			want = own(m.From)
			if m.Kind == mutex.Relinquish || m.Kind == mutex.Unlock && m.Line == unlockForInquire(a) {
				want = asked[at]
				owed[at] = want
			} else {
				delete(owed, at)
			}
			assert.MustEqual(t, m.Cause, want, "%s over %s, seed %d: %v is charged to", a.Name, tr.setup.Name, seed, m.Kind)
		}
	}
	wishes := 4 * tr.setup.Processes
	for goOn(run, random, func(int32) bool { return wishes > 0 }, func(p int32) {
		wishes--
		w := wish(random, a, tr, p)
		run.Wish(p, w.Group, w.Quorum)
	}) {
	}
	return returned
}

// unlockForInquire is Joung's line B.4, by which an UNLOCK answers an INQUIRE.
func unlockForInquire(a *mutex.Algorithm) uint8 {
	for line, name := range a.Lines {
		if name == "B.4" {
			return uint8(line)
		}
	}
	return 0
}
