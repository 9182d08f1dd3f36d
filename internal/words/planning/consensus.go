package planning

import (
	"fmt"
	"io"
	"math/big"
	"strings"
	"text/tabwriter"

	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/quorum"
	plans "coterie/search/fleet"
)

// worded returns a text with the words that the protocol of f has for {read}, {reads}, {write} and
// {writes}.
func worded(f *fleet.Fleet, text string) string {
	words := f.Protocol.Words()
	return strings.NewReplacer("{read}", words[0], "{reads}", words[0]+"s", "{write}", words[1], "{writes}", words[1]+"s").Replace(text)
}

// writesSentence says whether every two writes meet, and what follows for the protocol.
func writesSentence(f *fleet.Fleet, v quorum.Judged) string {
	text := v.WritesSentence(f.Names())
	if p := f.Protocol; p.Leads() {
		switch v.Holds {
		case quorum.Holds:
			text = worded(f, "every two {writes} meet")
		case quorum.Fails:
			two := v.Witness.Sets
			text = fmt.Sprintf(worded(f, "the {writes} %s and %s share no node, which the protocol %s "), two[0].Label(f.Names()), two[1].Label(f.Names()), p)
			text += map[bool]string{true: "does not allow", false: "allows"}[p.WritesMeet()]
		}
	}
	return report.Printable(text)
}

// mostLost is the greatest number of ways to lose data that are named.
const mostLost = 3

// lost names the crashes after which a quorum lives, and nobody has the data of a write.
func lost(f *fleet.Fleet, s fleet.System, st *fleet.Strategy, list []fleet.Lost, none error, line func(label, text string)) {
	label, names := "data", f.Names()
	switch {
	case none != nil:
		line(label, "not known to be safe: "+show.Line(none.Error()))
	case len(list) == 0 && !f.Witnesses().Empty():
		line(label, worded(f, "each {read} meets each {write} at a node that stores data"))
	}
	for i, l := range list {
		if i == mostLost {
			line("", fmt.Sprintf("and after %s more", show.Count(len(list)-i, "such way")))
			break
		}
		text := fmt.Sprintf(worded(f, "lost after the crash of %s: the {write} %s meets the {read} %s in witnesses alone"), l.Crash.Label(names), l.Write.Label(names), l.Read.Label(names))
		line(label, report.Printable(text))
		label = ""
	}
	if len(list) > 0 && st != nil {
		asks := map[bool]string{true: "such {writes}, too", false: "no such {write}"}[f.Risks(s, st)]
		line("", worded(f, "while all nodes live, the strategy asks for "+asks))
	}
}

// wayText says how long the way of clients to the leader is.
func wayText(way *big.Rat) string {
	if way == nil || way.Sign() == 0 {
		return ""
	}
	return "; the clients' way to it takes " + Time(way) + " in the mean, which is not in the latency"
}

// seats writes where the leader stands, and what the other places are worth.
func (t Text) seats(w io.Writer, a *plans.Answer) {
	if len(a.Seats) == 0 {
		return
	}
	proof := ""
	if len(a.Seats) > 1 {
		proof = ", the best place found"
		if a.SeatProven() {
			proof = ", proven: no other place is better in " + word(a.Fleet, a.Goals[0])
		}
	}
	fmt.Fprintf(w, "leader: %s%s%s\n", show.Item(a.Seats[a.Seat].Node), proof, wayText(a.Seats[a.Seat].Way))
	if len(a.Seats) == 1 {
		return
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head, columns := "  place\tway of clients", columns(a)
	for _, x := range columns {
		head += "\t" + x.head
	}
	fmt.Fprintln(tw, head)
	for _, s := range a.Seats {
		row := "  " + show.Item(s.Node) + "\t" + inTime(a.Fleet, s.Way, 0)
		if s.Best == nil {
			row += "\tnone found that keeps the requirements"
		} else {
			for _, x := range columns {
				row += "\t" + x.write(a.Fleet, x.of(s.Best), 0)
			}
		}
		fmt.Fprintln(tw, row)
	}
	_ = tw.Flush() // a Folded writer keeps the error
}
