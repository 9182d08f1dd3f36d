package fleet

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// TestHugeFiles: no file takes long, however it is made; past a limit, an error says which.
func TestHugeFiles(t *testing.T) {
	assert.Slow(t, "takes seconds")
	many := func(part, form string, count int) string {
		var b strings.Builder
		for i := range count {
			fmt.Fprintf(&b, form, i)
		}
		return strings.Replace(part, "...", b.String(), 1)
	}
	fill := func(part string) string { return strings.Repeat(part, mostBytes/len(part)) }
	for name, c := range map[string]struct{ text, says string }{
		"bytes":       {strings.Repeat("#", mostBytes+1), "larger than 1 MiB"},
		"lists":       {fill("["), "max depth"},
		"mappings":    {fill("{"), "max depth"},
		"dashes":      {fill("- "), "max depth"},
		"questions":   {fill("? "), ""},
		"indents":     {many("...", "%[1]*[1]d\n", 1000), ""},
		"comments":    {fill("#\n")[2:] + "x", ""},
		"keys":        {many("{...}", "k%d: 1, ", 80_000), "no key"},
		"long":        {"nodes: [{name: " + strings.Repeat("x", mostBytes-100) + "}]", "longer than 100"},
		"quoted":      {"nodes: [\"" + fill("\\n")[:mostBytes-100], "end of stream"},
		"digits":      {"nodes: [{capacity: " + strings.Repeat("9", mostBytes-100) + "}]", "too many digits"},
		"exponent":    {"nodes: [{capacity: 1e99}]", "too many digits"},
		"count":       {"nodes: [{count: 1000}, {count: 1}]", "more than 1000 nodes"},
		"counts":      {"nodes: [" + strings.Repeat("{count: 1000}, ", 60_000) + "]", "more than 1000 nodes"},
		"nodes":       {many("nodes: [...]", "n%d, ", 100_000), "more than 1000 nodes"},
		"clients":     {many("nodes: [a]\nclients: [...]", "{name: c%d}, ", 50_000), "at most 100"},
		"shares":      {many("nodes: [a]\nworkload: {reads: {...}}", "%d/99999: 1, ", 50_000), "at most 100"},
		"percentiles": {many("nodes: [{name: a, latency: {...}}]", "p50.%d: 1ms, ", 40_000), "at most 100"},
		"distances":   {many("nodes: [{count: 1000}]\nclients: [{latency: {...}}]", "%d: 1ms, ", 80_000), "no node and no zone"},
		"systems":     {many("nodes: [a]\nsystems: [...]", "'majority:n=%d', ", 40_000), "1 to 1000"},
		"anchors":     {many("[...]", "&a%d x, ", 80_000), "anchors"},
		"primes":      {many("nodes: [a]\nworkload: {reads: {...}}", "0.%[1]d1: 1/%[1]d7, ", 99), "too many digits"},
	} {
		start := reach.CPU()
		_, err := Read(strings.NewReader(c.text), name)
		if took := reach.CPU() - start; took > time.Minute {
			t.Errorf("%s: %v for %d bytes", name, took, len(c.text))
		} else if testing.Verbose() {
			t.Log(name, took, err)
		}
		assert.Fails(t, err, c.says, "%s", name)
	}
}
