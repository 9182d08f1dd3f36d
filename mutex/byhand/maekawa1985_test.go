package byhand

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/mutex"
	"coterie/quorum"
)

// figure1 returns the sets of a part of Maekawa's Figure 1, S_1 first, as the sets of the sites.
func figure1(t testing.TB, part string, o mutex.Options) *mutex.Setup {
	t.Helper()
	text := assert.Got(os.ReadFile(filepath.FromSlash("../../experiments/papers/maekawa-figure-1.json")))(t)
	var printed struct {
		Figures []struct {
			Part string
			Sets []struct {
				Site quorum.Node
				Set  quorum.Set
			}
		}
	}
	assert.OK(t, json.Unmarshal(text, &printed))
	for _, f := range printed.Figures {
		if f.Part != part {
			continue
		}
		sets, sites := make([][]int, len(f.Sets)), make([]int, len(f.Sets))
		for _, s := range f.Sets {
			sets[s.Site], sites[s.Site] = s.Set.Nodes(), int(s.Site)
		}
		family := assert.Got(quorum.NewFamily(len(sets), sets))(t)
		system := assert.Got(quorum.NewSystem("Figure 1("+part+")", family, quorum.SystemOptions{Sites: sites}))(t)
		return assert.Got(mutex.NewSetup(system, len(sets), o))(t)
	}
	t.Fatalf("no Figure 1(%s)", part)
	return nil
}

// played is the outcome of a story.
type played struct {
	*Run
	transcript string
}

// play plays a story by an algorithm.
func play(t *testing.T, name, algorithm string, o mutex.Options) played {
	t.Helper()
	s := findStory(name)
	r := New(mutex.Find(algorithm), figure1(t, s.Part, o))
	var text strings.Builder
	if err := r.Play(s.Script, &text); err != nil {
		t.Fatalf("%s: %v after\n%s", name, err, text.String())
	}
	return played{r, text.String()}
}

// TestTranscripts compares the transcript of each story.
func TestTranscripts(t *testing.T) {
	for _, s := range Stories() {
		t.Run(s.Name, func(t *testing.T) {
			got := play(t, s.Name, s.Algorithm, mutex.Options{}).transcript
			golden.Compare(t, filepath.Join("testdata", s.Name+".txt"), got)
		})
	}
}

// entries returns the processes that entered, in order.
func (p played) entries() string {
	var who []string
	for _, line := range strings.Split(p.transcript, "\n") {
		if who0, ok := strings.CutSuffix(strings.TrimSpace(line), " enters"); ok {
			who = append(who, who0)
		}
	}
	return strings.Join(who, " ")
}

// TestSection5 checks the story of section 5: the order of entries, and the steps of each node.
func TestSection5(t *testing.T) {
	p := play(t, "section-5", "maekawa", mutex.Options{})
	assert.Equal(t, p.entries(), "7 8 11", "the order of entering")
	for _, said := range []string{
		"10 -> 8  FAILED  (2)\n", "1 -> 11  FAILED  (2)\n", "13 -> 11  INQUIRE  (2)\n", "11 -> 13  RELINQUISH  (3)\n", "13 -> 7  LOCKED  (4)\n",
		"10 -> 8  LOCKED  (7)\n", "all is quiet",
	} {
		assert.Contains(t, p.transcript, said, "the transcript does not have")
	}
	if strings.Count(p.transcript, "FAILED  (2)\n") != 2 || strings.Count(p.transcript, "INQUIRE  (2)\n") != 1 {
		t.Error("somebody else fails, or is asked")
	}

	p = play(t, "section-5-node-3", "maekawa", mutex.Options{})
	assert.Equal(t, p.entries(), "3 7 8 11", "with node 3 the order of entering")
	assert.Contains(t, p.transcript, "node 13: NCS, LOCK 1.3, QUEUE 1.7 1.11, clock 1\n", "node 13 is not locked for node 3")
	assert.Contains(t, p.transcript, "8 -> 8  RELINQUISH  (3), at once\n    8 -> 3  LOCKED  (4)\n", "node 8 does not relinquish itself to node 3")
}

// TestFigure3 checks the example of section 6.2.
func TestFigure3(t *testing.T) {
	p := play(t, "figure-3", "maekawa", mutex.Options{})
	assert.Equal(t, p.entries(), "2 1 4 6", "the order of entering")
}

// TestSection9 checks that the successor regains the knowledge of the failed node, in 2(K-1)
// messages.
func TestSection9(t *testing.T) {
	p := play(t, "section-9", "maekawa-takeover", mutex.Options{})
	assert.Equal(t, p.entries(), "7 8 4", "the order of entering")
	if r, s := strings.Count(p.transcript, "RECOVER  (9)\n"), strings.Count(p.transcript, "STATUS  (9a)\n"); r != 3 || s != 3 {
		t.Errorf("%d RECOVER and %d STATUS", r, s)
	}
}

// TestSection6Fails holds that the claims of sections 6.1 and 6.2 fail for the text, in which
// readings of it, and that the mended algorithm does not follow these stories.
func TestSection6Fails(t *testing.T) {
	if p := play(t, "two-inside", "maekawa", mutex.Options{}); p.Violations != 1 {
		t.Errorf("two-inside: %d violations", p.Violations)
	}
	for _, o := range []mutex.Options{{}, {Knows: mutex.KnowsEver, Late: mutex.LateIgnored}} {
		p := play(t, "deadlock", "maekawa", o)
		if len(p.Under) > 0 || len(p.Waiting()) != 4 || len(p.Inside) > 0 {
			t.Errorf("deadlock is none: %s", p.transcript)
		}
		if circle := mutex.CircularWait(p.System.Waits()); len(circle) != 3 {
			t.Errorf("the circle is %v", circle)
		}
	}
	if p := play(t, "deadlock-relinquished", "maekawa", mutex.Options{}); len(p.Under) > 0 || len(p.Waiting()) != 3 {
		t.Errorf("deadlock-relinquished is none: %s", p.transcript)
	}
	if p := play(t, "deadlock-relinquished", "maekawa", mutex.Options{Knows: mutex.KnowsEver}); len(p.Under) == 0 {
		t.Error("deadlock-relinquished is one, though any FAILED counts")
	}
	s := findStory("two-inside")
	for _, r := range []*Run{
		New(mutex.Find("maekawa"), figure1(t, s.Part, mutex.Options{Late: mutex.LateIgnored})),
		New(mutex.Find("maekawa-fixed"), figure1(t, s.Part, mutex.Options{})),
	} {
		if err := r.Play(s.Script, io.Discard); err == nil || !strings.HasSuffix(err.Error(), ": nothing is under way from 3 to 6") || r.Violations > 0 {
			t.Errorf("two-inside can be played: %v, %d violations", err, r.Violations)
		}
	}
}

// TestBadScripts gives scripts that cannot be played.
func TestBadScripts(t *testing.T) {
	for script, want := range map[string]string{
		"dance":                        `line 1: no command "dance": wish, arrive, exit, crash, succeed, settle or show`,
		"wish":                         "line 1: wish takes one process",
		"# ok\nwish 8":                 `line 2: "8" is no node: they are 1 to 7`,
		"wish x":                       `line 1: "x" is no node: they are 1 to 7`,
		"wish 1\nwish 1":               "line 2: process 1 wishes already",
		"exit 1":                       "line 1: process 1 is not in the critical section",
		"arrive 1":                     "line 1: arrive takes two nodes, and the type of the message if you like",
		"arrive 1 2":                   "line 1: nothing is under way from 1 to 2",
		"wish 1\narrive 1 2 LOCKED":    "line 2: what comes next from 1 to 2 is a REQUEST, not a LOCKED",
		"crash":                        "line 1: crash takes one node",
		"crash 1\nsucceed 1 2":         "line 2: maekawa has no node take over the role of another one",
		"settle 1":                     "line 1: settle takes nothing",
		"wish 1\nshow 0":               `line 2: "0" is no node: they are 1 to 7`,
		"wish 1\nsettle\nwish 1\nexit": "line 3: process 1 wishes already",
	} {
		err := New(mutex.Find("maekawa"), figure1(t, "b", mutex.Options{})).Play(script, io.Discard)
		if fmt.Sprint(err) != want {
			t.Errorf("%q: %v, and not %s", script, err, want)
		}
	}
}

// findStory returns the story of a name, or nil.
func findStory(name string) *Story {
	for _, s := range Stories() {
		if s.Name == name {
			return &s
		}
	}
	return nil
}
