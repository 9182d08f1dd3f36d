package inventory

import (
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
)

var (
	unitForm       = regexp.MustCompile(`^(.*)_(ns|us|ms|s)$`) // of the head of a column
	percentileForm = regexp.MustCompile(`^p[0-9.]+$`)
)

// takeTimes reads round-trip times from place to place, a pair in each row. Names with commas are
// not taken.
func takeTimes(p *reader, lines []string, _ []*yaml.Node) {
	var head, from, to []string
	times := map[[2]string]string{}
	for i, line := range lines {
		at, row := &yaml.Node{Line: i + 1}, strings.Split(line, ",")
		for j := range row {
			row[j] = strings.Trim(row[j], " \t\r\"")
		}
		if head == nil || len(row) == 1 && row[0] == "" {
			if len(row) > 1 {
				head = row
			}
			continue
		}
		if len(row) != len(head) {
			p.Fail(at, strings.Join(head, ","), "the row has %s, and the head %d", show.Count(len(row), "column"), len(head))
		}
		pair := [2]string{p.Name(scalar(at, row[0]), "the place from which"), p.Name(scalar(at, row[1]), "the place to which")}
		what := "the time from " + show.Brief(pair[0]) + " to " + show.Brief(pair[1])
		if times[pair] != "" || len(from) > mostNodes {
			p.Fail(at, "", "%s stands here twice, or there are more than %d places", what, mostNodes)
		}
		var percentiles []string
		for i, text := range row[2:] {
			key := strings.ToLower(head[i+2])
			if m := unitForm.FindStringSubmatch(key); m != nil {
				key, text = m[1], text+m[2]
			}
			p.Seconds(scalar(at, text), what)
			percentiles = append(percentiles, key, quoted(text))
		}
		if times[pair] = flow(percentiles...); len(row) == 3 && !percentileForm.MatchString(percentiles[0]) {
			times[pair] = percentiles[1]
		}
		if !slices.Contains(from, pair[0]) {
			from = append(from, pair[0])
		}
		if !slices.Contains(to, pair[1]) {
			to = append(to, pair[1])
			p.add(at, pair[1])
		}
	}
	var clients []string
	for _, a := range from {
		var distances []string
		for _, b := range to {
			t := times[[2]string{a, b}]
			if t == "" && a != b {
				p.Fail(nowhere, a+","+b+",80ms", "there is no time from %s to %s", show.Brief(a), show.Brief(b))
			}
			distances = append(distances, b, t) // none is that of a place to itself, and counts as 0
		}
		clients = append(clients, flow("name", quoted(a), "latency", flow(distances...)))
	}
	p.rest = append(p.rest, "clients: ["+strings.Join(clients, ", ")+"]")
}
