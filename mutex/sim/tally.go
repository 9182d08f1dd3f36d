package sim

// tally holds the measurements from the first wish that counts to the last one of all.
type tally struct {
	running bool
	begun   Time
	last    Time // of the last change of the processes inside
	steady  Time
	busy    Time
	area    float64

	empty    bool // an exit left nobody inside, and somebody waits
	emptied  Time
	group    int32 // of the last entry
	anybody  bool  // has entered
	allCount int   // entries, the warm-up included
}

func (t *tally) begin(now Time) { t.running, t.begun, t.last = true, now, now }

func (t *tally) stop(now Time, inside int) {
	t.change(now, inside)
	t.running, t.steady = false, now-t.begun
}

// change is called before the number of processes inside changes.
func (t *tally) change(now Time, inside int) {
	if !t.running {
		return
	}
	if inside > 0 {
		t.busy += now - t.last
		t.area += float64(inside) * float64(now-t.last)
	}
	t.last = now
}

// count measures the entry of a process.
func (e *engine) count(p int32) {
	a, r, t := &e.asks[p], &e.result, &e.tally
	counted := e.counted(p, a.wish.Entry)
	if t.running {
		r.SteadyEntries++
	}
	if counted {
		r.Entries++
		r.EntriesOf[p]++
		r.Waiting.Add(e.now - a.since)
		r.Overtaken = max(r.Overtaken, t.allCount-a.entries)
		if t.anybody && t.group != a.wish.Group {
			r.ContextSwitches++
		}
		if t.empty {
			r.SyncDelay.Add(e.now - t.emptied)
		}
	}
	t.empty, t.anybody, t.group = false, true, a.wish.Group
	t.allCount++
}

// left notes whether the present exit left nobody inside.
func (e *engine) left() {
	if len(e.inside) == 0 && e.trying > 0 {
		e.tally.empty, e.tally.emptied = true, e.now
	}
}
