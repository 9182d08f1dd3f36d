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

// WriteMenus writes the choices of requests, the likeliest first; places and kinds that choose
// alike share them.
func WriteMenus(w io.Writer, f *fleet.Fleet, menus []fleet.Menu) {
	names := f.Names()
	var texts, heads []string
	for _, m := range menus {
		choices := slices.Clone(m.Choices)
		slices.SortStableFunc(choices, func(x, y fleet.Choice) int { return y.Weight.Cmp(x.Weight) })
		var text strings.Builder
		for i, c := range choices {
			if i == mostChoices && len(choices) > mostChoices+1 {
				fmt.Fprintf(&text, "    and %d more\n", len(choices)-i)
				break
			}
			fmt.Fprintf(&text, "    %7s  %s\n", Percent(c.Weight, 2), show.Join(c.Nodes, " ", func(v int) string { return show.Item(names[v]) }))
		}
		head := m.Operation.String() + "s"
		if len(f.Clients) > 1 {
			head += " from " + placeName(f, m.Place)
		}
		if m.Share >= 0 {
			head += " at " + Percent(f.Workload.Shares[m.Share].Reads, 2) + " reads"
		}
		if i := slices.Index(texts, text.String()); i >= 0 {
			heads[i] += ", " + head
			continue
		}
		texts, heads = append(texts, text.String()), append(heads, head)
	}
	for i, head := range heads {
		fmt.Fprintf(w, "  %s\n%s", head, texts[i])
	}
}

// placeName returns the name of the clients of a place.
func placeName(f *fleet.Fleet, place int) string {
	c := f.Clients[place]
	return show.Item(cmp.Or(c.Name, fmt.Sprintf("place %d", place+1)))
}
