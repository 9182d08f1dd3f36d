package exercises

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/words/glossary"
	"coterie/internal/words/typed"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// one returns the first exercise of a seed on a topic.
func one(t *testing.T, seed uint64, topic string, level int) Exercise {
	t.Helper()
	return assert.Got(Make(Options{Seed: seed, Topics: []string{topic}, Level: level, Number: 1, Count: 1, Key: true}))(t).Exercises[0]
}

// others returns answers of the form that are near the key, and some that are not.
func others(t *testing.T, e Exercise, random *rand.Rand) (list []string) {
	f, key := e.task.form, e.Key.Answer
	if f.sets == numeric {
		v, _ := new(big.Rat).SetString(key)
		for _, step := range []*big.Rat{big.NewRat(1, 1), big.NewRat(-1, 1), big.NewRat(1, 30), big.NewRat(-1, 30)} {
			list = append(list, new(big.Rat).Add(v, step).RatString())
		}
		return append(list, key)
	}
	if f.sets == steps {
		names := strings.Split(key, ",")
		i := random.IntN(len(names) - 1)
		twisted := slices.Clone(names)
		twisted[i], twisted[i+1] = twisted[i+1], twisted[i]
		for _, run := range [][]string{names[:len(names)-1], append(slices.Clone(names), names[i]), slices.Delete(slices.Clone(names), i, i+1), twisted, names[i:], {"wish:9"}, {"exit:0", "LOCKED:1-1"}} {
			list = append(list, strings.Join(run, ", "))
		}
		return append(list, strings.Join(names, " "))
	}
	if f.bare != "" {
		list = strings.Fields(f.bare)
	}
	if f.bare != "" && f.shown == " " {
		return list
	}
	n := e.task.system.N()
	sets := masksOf(t, key)
	for len(sets) == 0 || f.sets > 0 && len(sets) < f.sets {
		sets = append(sets, 1+uint(random.IntN(1<<n-1)))
	}
	put := func(sets []uint) {
		var texts []string
		for _, q := range sets {
			texts = append(texts, textOf(q))
		}
		list = append(list, strings.TrimSpace(f.shown+" "+strings.Join(texts, ",")))
	}
	put(sets)
	known := append(naiveOf(t, e.System).quorums, slices.Concat(naiveOf(t, e.System).cartels...)...)
	for i := range sets {
		for _, q := range append(known, 1+uint(random.IntN(1<<n-1)), sets[i]^1<<random.IntN(n), sets[i]^1<<random.IntN(n)) {
			if other := slices.Clone(sets); q != 0 {
				other[i] = q
				put(other)
			}
		}
		if f.sets == 0 && len(sets) > 1 {
			put(slices.Delete(slices.Clone(sets), i, i+1))
		}
	}
	if f.sets == 0 {
		put(append(slices.Clone(sets), sets[0]))
	}
	return list
}

// TestJudge: the key of an exercise is right, an answer is right if brute force says so, some
// answer near the key is wrong, and a wrong answer gets a sentence. Of many questions about as many
// have the answer yes as no.
func TestJudge(t *testing.T) {
	seeds := uint64(10)
	if assert.WithSlow {
		seeds = 200
	}
	for _, k := range kinds {
		t.Run(k.topic, func(t *testing.T) {
			t.Parallel()
			said := map[string]int{}
			for seed := range seeds {
				e := one(t, seed, k.topic, 0)
				sheet := Sheet{seed, []Exercise{e}, nil}
				word, _, _ := strings.Cut(e.Key.Answer, " ")
				said[word]++
				if v := assert.Got(sheet.judge(e.Key.Answer))(t); !v.Right || v.Why != e.Key.Why {
					t.Fatalf("seed %d: %s\n%s: the key %s is wrong: %s", seed, e.Question, e.System, e.Key.Answer, v.Why)
				}
				wrong := 0
				for _, text := range others(t, e, rand.New(rand.NewPCG(seed, 1))) {
					v := assert.Got(sheet.judge(text))(t)
					if want := right(t, e, text); v.Right != want {
						t.Fatalf("seed %d: %s\n%s: %s is right: %v, want %v: %s", seed, e.Question, e.System, text, v.Right, want, v.Why)
					}
					if !v.Right {
						wrong++
					}
					if !strings.HasSuffix(v.Why, ".") {
						t.Errorf("seed %d: %s: %q is no sentence", seed, text, v.Why)
					}
				}
				if wrong == 0 {
					t.Errorf("seed %d: %s\nevery answer near the key %s is right", seed, e.Question, e.Key.Answer)
				}
			}
			if k.topic == "maekawa" {
				for _, word := range strings.Fields("none a b c d") {
					if share := float64(said[word]) / float64(seeds); assert.WithSlow && (share < 0.1 || share > 0.3) {
						t.Errorf("%s is the answer to %v of the questions", word, share)
					}
				}
			} else if share := float64(said["yes"]) / float64(seeds); said["no"]+said["yes"] > 0 && assert.WithSlow && (share < 0.3 || share > 0.7) {
				t.Errorf("yes is the answer to %v of the questions", share)
			}
		})
	}
}

// TestQuestions: systems have 4 to 9 nodes, levels are kept, the glossary has the words, the page
// for teachers has the topics, and questions are sentences.
func TestQuestions(t *testing.T) {
	page := string(assert.Got(os.ReadFile("../../../docs/exercises.md"))(t))
	for _, k := range kinds {
		if !strings.Contains(page, "\n| `"+k.topic+"` |") {
			t.Errorf("docs/exercises.md has no %s", k.topic)
		}
		for level := k.level; level <= 3; level++ {
			for seed := range uint64(8) {
				e := one(t, seed, k.topic, level)
				if n := e.task.system.N(); n < 4 || n > 9 || e.Level != level {
					t.Errorf("seed %d: %s of level %d has %d nodes and level %d", seed, k.topic, level, n, e.Level)
				}
				if s := naiveOf(t, e.System); s.n != e.task.system.N() {
					t.Errorf("seed %d: %s: %s has %d nodes, not %d", seed, k.topic, e.System, s.n, e.task.system.N())
				}
				if !strings.HasSuffix(e.Question, ".") && !strings.HasSuffix(e.Question, "?") {
					t.Errorf("%s: %q", k.topic, e.Question)
				}
				if !strings.HasPrefix(e.Key.Command, "coterie ") || strings.Contains(e.Key.Command, "SPEC") {
					t.Errorf("%s: the command is %s", k.topic, e.Key.Command)
				}
			}
		}
		for word := range strings.SplitSeq(k.words, ",") {
			if !glossary.Has(word) {
				t.Errorf("%s: the glossary has no %q", k.topic, word)
			}
		}
	}
}

// TestMake: an exercise does not depend on the number of exercises, a sheet of as many exercises as
// there are topics has them all, and values out of range are refused.
func TestMake(t *testing.T) {
	long := assert.Got(Make(Options{Seed: 3, Number: 1, Count: len(kinds), Key: true}))(t).Exercises
	seen := map[string]bool{}
	for i, e := range long {
		seen[e.Topic] = true
		short := assert.Got(Make(Options{Seed: 3, Number: i + 1, Count: 1}))(t).Exercises[0]
		if short.Question != e.Question || short.System != e.System || short.Number != i+1 || short.Key != (Key{}) || e.Key == (Key{}) {
			t.Errorf("exercise %d alone:\n%+v\nin a sheet:\n%+v", i+1, short, e)
		}
	}
	assert.Equal(t, len(seen), len(kinds))
	for _, o := range []Options{
		{Count: 1}, {Number: 1}, {Number: most + 1, Count: 1}, {Number: 1, Count: most + 1}, {Number: 1, Count: 1, Level: 4}, {Number: 1, Count: 1, Level: -1},
		{Number: 1, Count: 1, Topics: []string{"lode"}}, {Number: 1, Count: 1, Topics: []string{"load"}, Level: 1}, {Number: 1, Count: 1, Topics: []string{"load", "load"}},
	} {
		if sheet, err := Make(o); err == nil {
			t.Errorf("%+v: %v", o, sheet)
		}
	}
}

// TestForms: what is not of the form is an error with a hint, and people may write sets in
// several ways.
func TestForms(t *testing.T) {
	s := one(t, 1, "coterie", 2).task.system
	for _, text := range []string{"yes", " Yes. ", "no {1,2},{3}", "No: {1, 2} {3}", "no {1,2} and {3}"} {
		if _, err := yesOrPair.read(text, s); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, f := range map[string]form{
		"": yesOrPair, "no": yesOrPair, "yes {1},{2}": yesOrPair, "no {1}": yesOrPair, "no {1},{2},{3}": yesOrPair, "maybe": yesOrPair, "{1} and {2}": yesOrPair, "no {1},{2": yesOrPair,
		"no {},{1}": yesOrPair, "{1,2}": events, "wish:1,{1}": events, "wish:1 wish": events, " , ": events, "wish:1'": events, "{99}": aSet, "1,2": aSet, "{1},{2}": aSet, "{1{2}": someSets, "e": condition, "none {1}": condition, "half": aNumber, "3/0": aNumber, "{}": someSets, "1 2": aNumber,
	} {
		a, err := f.read(text, s)
		if hint := (typed.Hinted{}); !errors.As(err, &hint) || !strings.Contains(hint.Hint(), f.text) || !strings.Contains(err.Error(), "--answer") {
			t.Errorf("%q: %v, %v", text, a, err)
		}
	}
}

// TestBreak: the key of each algorithm to break is found among few states, as a shortest run that
// fails; its events do not break the algorithm without the fault.
func TestBreak(t *testing.T) {
	for at, list := range breakable {
		for i, b := range list {
			s := &source{rand.New(rand.NewPCG(uint64(i), 1)), at + 2}
			system, requesters := s.placed(b)
			config := assert.Got(explore.Over(t.Context(), system, mutex.Find(b.algorithm), mutex.Options{Flaw: b.flaw}, requesters...))(t)
			config.Entries = b.wishes
			found := assert.Got(explore.Run(t.Context(), config, explore.Options{FirstFailure: true}))(t)
			if found.States > 13_000 || len(found.Failures) == 0 || !found.Failures[0].Shortest {
				t.Fatalf("%+v: %d states, failures %+v", b, found.States, found.Failures)
			}
			names := trace.Names(config.Setup, found.Failures[0].Schedule)
			run := Run{Algorithm: b.algorithm, Flaw: b.flaw.String()}
			for _, p := range requesters {
				run.Requesters = append(run.Requesters, quorum.Index(p))
			}
			assert.True(t, breaks(t, spec(system), run, names), "%+v: %v", b, names)
			run.Flaw = ""
			if run.Algorithm == "maekawa" {
				run.Algorithm = "maekawa-fixed"
			}
			for end := range names {
				assert.True(t, !breaks(t, spec(system), run, names[:end+1]), "%+v: %v breaks the algorithm without the fault", b, names[:end+1])
			}
		}
	}
}

// TestRunOfAnswer: of an exercise to break an algorithm, the verdict shows the run of the answer
// and not that of the key.
func TestRunOfAnswer(t *testing.T) {
	e := one(t, 1, "algorithm", 2)
	for seed := uint64(2); strings.Contains(e.Key.Answer, "exit"); seed++ { // who has left may wish again
		e = one(t, seed, "algorithm", 2)
	}
	sheet := Sheet{1, []Exercise{e}, nil}
	names := strings.Split(e.Key.Answer, ",")
	for text, want := range map[string]string{
		strings.Join(names, " "):                "At its end no message is under way and nobody is inside, but process ",
		strings.Join(names[:len(names)-1], ","): "The rule holds and nobody is stuck: possible are still " + names[len(names)-1] + ".",
		names[0] + "," + names[0]:               "There is no such run: event 2, " + names[0] + ", is not possible there; possible are ",
		e.Key.Answer + "," + names[0]:           "There is no such run: event ",
		strings.Repeat("wish:1,", 2001):         "There is no such run: 2001 events are chosen: a run has at most 2000.",
	} {
		v := assert.Got(sheet.judge(text))(t)
		if !strings.HasPrefix(v.Why, want) || !strings.HasSuffix(v.Command, " --choose '"+strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' }), ",")+"'") {
			t.Errorf("%.60s: %s\n%s", text, v.Why, v.Command)
		}
	}
}

// FuzzAnswer: no text ends the judge, and an answer that is judged gets a sentence.
func FuzzAnswer(f *testing.F) {
	for i, text := range []string{"yes", "no {1,2},{3,4}", "{1,2} and {3}", "3/7", "-0.5e3", "none", "{}{", "wish:1,wish:2 REQUEST:1-2", "no {1,2},{9999999999}"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, at uint8, text string) {
		sheet := Sheet{1, []Exercise{one(t, 1, kinds[int(at)%len(kinds)].topic, 0)}, nil}
		if v, err := sheet.judge(text); err == nil && !strings.HasSuffix(v.Why, ".") {
			t.Errorf("%q: %q", text, v.Why)
		}
	})
}
