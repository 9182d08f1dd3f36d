package byhand

import (
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/golden"
	"coterie/mutex"
)

// rivalScripts are stories of the algorithms that quorums are compared with, each over the sites of
// a part of Figure 1, or with two entries for three nodes.
var rivalScripts = map[string]struct{ part, script string }{
	"centralized": {"a", `
# Node 1 controls. Node 3 is first, node 2 waits for its RELEASE.
wish 3
wish 2
arrive 3 1 REQUEST
arrive 2 1 REQUEST
show 1 2
arrive 1 3 GRANT
exit 3
settle
exit 2
settle
`},
	"ricart-agrawala": {"a", `
# Nodes 3 and 1 wish at once, with the same sequence number: node 1 precedes.
wish 3
wish 1
arrive 3 1 REQUEST
arrive 1 3 REQUEST
show 1 3
# Node 2 wishes for nothing, and replies to both.
arrive 3 2 REQUEST
arrive 2 3 REPLY
arrive 1 2 REQUEST
arrive 2 1 REPLY
arrive 3 1 REPLY
# What node 1 deferred it sends when it is done. Its next request comes after that of node 3.
exit 1
wish 1
arrive 1 3 REPLY
settle
exit 3
settle
exit 1
`},
	"suzuki-kasami": {"a", `
# Node 1 has the token, and enters without a message.
wish 1
wish 2
arrive 2 1 REQUEST
wish 3
arrive 3 1 REQUEST
show 1
# It leaves: node 2 is the head of the queue, and the token takes the rest of it along.
exit 1
arrive 1 2 PRIVILEGE
show 2
# Node 2 has not seen the REQUEST of node 3. The queue of the token knows.
exit 2
arrive 2 3 REQUEST
arrive 2 3 PRIVILEGE
exit 3
# REQUESTs that come now are known to be served.
settle
show 3
# The token stays where it was used last.
wish 3
exit 3
wish 2
settle
exit 2
`},
	"raymond-k": {"2", `
# Two may be inside: one REPLY of two lets node 1 in.
wish 1
arrive 1 2 REQUEST
arrive 2 1 REPLY
show 1
# Node 3 replied to nobody yet. Node 2 enters by the REPLY of node 3.
wish 2
arrive 2 3 REQUEST
arrive 3 2 REPLY
arrive 2 1 REQUEST
# It leaves and asks again: the REPLY of node 1 is still to come, for both requests.
exit 2
wish 2
arrive 2 1 REQUEST
show 1 2
arrive 2 3 REQUEST
arrive 3 2 REPLY
exit 1
show 2
settle
exit 2
settle
`},
	"k-tokens": {"2", `
# Nodes 1 and 2 have a token each. Node 1 enters by its own; both hear that node 3 asks.
wish 1
wish 3
arrive 3 1 REQUEST
arrive 3 2 REQUEST
arrive 2 3 PRIVILEGE
# The token of node 1 comes to node 3, too, which has no use for it now.
exit 1
arrive 1 3 PRIVILEGE
show 1 2 3
# So it goes to node 2 as soon as node 3 hears from it.
wish 2
arrive 2 3 REQUEST
arrive 3 2 PRIVILEGE
show 2 3
settle
exit 2
exit 3
settle
`},
	"raymond-tree": {"b", `
# The tree: 1 above 2 and 3, 2 above 4 and 5, 3 above 6 and 7. Node 1 has the PRIVILEGE.
wish 4
settle
show 1 2 4
# Node 5 asks node 2, which asks node 4; what node 7 asks reaches node 2, too, which has asked.
wish 5
wish 7
settle
show 2 3 4
# Node 2 passes the PRIVILEGE to node 5, and asks for it at once, for node 7.
exit 4
settle
exit 5
settle
show 2 3 7
exit 7
`},
}

// TestRivalTranscripts compares the transcripts of the rivals. Everybody has entered at the end,
// never more at once than the rule allows.
func TestRivalTranscripts(t *testing.T) {
	for name, story := range rivalScripts {
		t.Run(name, func(t *testing.T) {
			setup := &mutex.Setup{Nodes: 3, Processes: 3, Rule: mutex.Rule{Name: mutex.AtMost, K: 2}}
			if story.part != "2" {
				setup = figure1(t, story.part, mutex.Options{})
			}
			r := New(mutex.Find(name), setup)
			var text strings.Builder
			if err := r.Play(strings.TrimPrefix(story.script, "\n"), &text); err != nil {
				t.Fatalf("%v after\n%s", err, text.String())
			}
			if len(r.Waiting()) > 0 || len(r.Inside) > 0 || r.Violations > 0 {
				t.Errorf("waiting: %v, inside: %v, %d against the rule", r.Waiting(), r.Inside, r.Violations)
			}
			golden.Compare(t, filepath.Join("testdata", name+".txt"), text.String())
		})
	}
}
