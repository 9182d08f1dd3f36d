package planning

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/show"
	plans "coterie/search/fleet"
)

// mostChoices is the greatest number of choices that the text has for a kind of request.
const mostChoices = 12

// mostWide is the greatest width of a spec that is written in full above its strategy.
const mostWide = 400

// strategy writes the weights for a load balancer.
func (t Text) strategy(w io.Writer, f *fleet.Fleet, e *plans.Entry) {
	if e.Strategy == nil {
		return
	}
	const of, rest = "strategy of ", ": which nodes a request asks, and how often"
	system := name(f, e)
	if room := max(t.Width, 60) - len(of+rest); show.Width(system) > room && show.Width(system) <= mostWide {
		fmt.Fprintf(w, "\nthe best: %s\nits strategy%s\n", system, rest) // whole, to be copied
	} else {
		fmt.Fprintf(w, "\n%s%s%s\n", of, show.Cut(system, room), rest)
	}
	WriteMenus(w, f, e.Strategy.Menus)
	fmt.Fprintln(w)
}

// choiceList is the choices of requests, the likeliest first; heads names the places and kinds of
// requests that choose so.
type choiceList struct {
	heads   []string
	choices []fleet.Choice
	kinds   [2]int // how many of the heads are of reads, and of writes
}

// choiceLists returns the choices of menus; places and kinds that choose alike share them.
func choiceLists(f *fleet.Fleet, menus []fleet.Menu) (lists []choiceList) {
	for _, m := range menus {
		choices := slices.Clone(m.Choices)
		slices.SortStableFunc(choices, func(x, y fleet.Choice) int { return y.Weight.Cmp(x.Weight) })
		head := f.Protocol.Words()[m.Operation] + "s"
		if len(f.Clients) > 1 {
			head += " from " + placeName(f, m.Place)
		}
		if m.Share >= 0 {
			head += " at " + Percent(f.Workload.Shares[m.Share].Reads, 2) + worded(f, " {reads}")
		}
		alike := func(x, y fleet.Choice) bool { return x.Weight.Cmp(y.Weight) == 0 && slices.Equal(x.Nodes, y.Nodes) }
		i := slices.IndexFunc(lists, func(l choiceList) bool { return slices.EqualFunc(l.choices, choices, alike) })
		if i >= 0 {
			lists[i].heads = append(lists[i].heads, head)
		} else {
			i, lists = len(lists), append(lists, choiceList{heads: []string{head}, choices: choices})
		}
		lists[i].kinds[m.Operation]++
	}
	return lists
}

// WriteMenus writes the choices of requests.
func WriteMenus(w io.Writer, f *fleet.Fleet, menus []fleet.Menu) {
	names := f.Names()
	for _, l := range choiceLists(f, menus) {
		fmt.Fprintf(w, "  %s\n", strings.Join(l.heads, ", "))
		for i, c := range l.choices {
			if i == mostChoices && len(l.choices) > mostChoices+1 {
				fmt.Fprintf(w, "    and %d more\n", len(l.choices)-i)
				break
			}
			fmt.Fprintf(w, "    %7s  %s\n", Percent(c.Weight, 2), show.Join(c.Nodes, " ", func(v int) string { return show.Item(names[v]) }))
		}
	}
}

// placeName returns the name of the clients of a place.
func placeName(f *fleet.Fleet, place int) string {
	c := f.Clients[place]
	return show.Item(cmp.Or(c.Name, fmt.Sprintf("place %d", place+1)))
}
