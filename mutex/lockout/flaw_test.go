package lockout_test

import (
	"testing"

	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
)

// TestFlaws: the known-wrong variants that do nothing wrong where wishes have an end. A door that
// stays open locks a group out, and a token without its queue a process; the algorithms themselves
// do neither, there.
func TestFlaws(t *testing.T) {
	one := func(c explore.Config, groups ...int32) explore.Config {
		for i, g := range groups {
			c.Requesters[i].Choices = []explore.Choice{{Group: g, Quorum: c.Setup.First[g]}}
		}
		return c
	}
	for _, test := range []struct {
		flaw string
		make func(o mutex.Options) explore.Config
	}{
		{"open-door", func(o mutex.Options) explore.Config {
			return one(configOf(t, "lift:m=2,of=({1})", "maekawa-s", o, 0, 1, 2), 0, 0, 1)
		}},
		{"no-queue", func(o mutex.Options) explore.Config {
			return configOf(t, triangle, "suzuki-kasami", o, 0, 1, 2)
		}},
	} {
		f, ok := mutex.FindFlaw(test.flaw)
		if !ok {
			t.Fatal(test.flaw)
		}
		for _, unordered := range []bool{false, true} {
			right, c := test.make(mutex.Options{}), test.make(mutex.Options{Flaw: f.Flaw})
			right.NoFIFO, c.NoFIFO = unordered, unordered
			sound, got := judge(t, right, lockout.Options{}), judge(t, c, lockout.Options{})
			t.Logf("%s over %s, no order %v: %v in %d states; without the flaw %v in %d", test.flaw, c.Setup.Name, unordered, got.Verdict, got.States, sound.Verdict, sound.States)
			if sound.Verdict != lockout.Free || got.Verdict != lockout.Found {
				t.Errorf("%s: %v (%s), and without the flaw %v (%s)", test.flaw, got.Verdict, got.Reason, sound.Verdict, sound.Reason)
				continue
			}
			confirm(t, c, got)
		}
	}
}
