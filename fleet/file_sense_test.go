package fleet

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"coterie/internal/check/assert"
)

// read reads a fleet from a text that is one.
func read(t testing.TB, text string) *Fleet {
	t.Helper()
	f, err := Read(strings.NewReader(text), "test")
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return f
}

// TestDefaults: keys that a file leaves out have their defaults.
func TestDefaults(t *testing.T) {
	const want = "[{a -1  1/1 1/1 0/1 {[] <nil>} false false} {b -1  1/1 1/1 0/1 {[] <nil>} false false}] [] {0 0 <nil> <nil> <nil> <nil> [<nil> <nil> <nil>] false false <nil>} [capacity] 0 [] true\n" +
		"{clients -1 1/1 [{[1/1] [0/1]} {[1/1] [0/1]}]}\n{[{1/2 1/1}] 0 false}\n"
	if got := plain(read(t, "nodes: [a, b]")); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestSameFleet: ways to say the same.
func TestSameFleet(t *testing.T) {
	for _, same := range [][]string{
		{"nodes: [a, b]", `{"nodes": ["a", "b"]}`, "nodes: [{name: a}, {name: b}]", "nodes:\n- a\n- name: b\n", "# a comment\nnodes: ['a', \"b\"] # and another"},
		{"nodes: [a, b]", "nodes: [a, b]\nworkload: {reads: 0.5, silent: 0, adapts: false}\noptimize: [capacity]\nrequire: {same: false, survive: {nodes: 0, zones: 0}}"},
		{"nodes: [{count: 3}]", "nodes: ['1', '2', '3']", "nodes: [{}, {count: 2}]"},
		{"nodes: [{name: n, count: 2}]", "nodes: [n1, n2]"},
		{"nodes: [a😀/b]", `{"nodes": ["a\ud83d\ude00\/b"]}`, "{\"nodes\":\n\t[\"a\\uD83D\\uDE00/b\"]\n}"},
		{"nodes: ['x\\ud83d\\ude00']", `{"nodes": ["x\\ud83d\\ude00"]}`},
		{"nodes: [{name: a, capacity: 2}]", "nodes: [{name: a, reads: 2, writes: 2.0}]", "nodes: [{name: a, reads: 4/2, writes: 2e0}]"},
		{"nodes: [{name: a, crash: 1%}]", "nodes: [{name: a, crash: 0.01}]", "nodes: [{name: a, crash: 1/100}]", "nodes: [{name: a, crash: 1e-2}]", "nodes: [{name: a, crash: '1 %'}]", `{"nodes": [{"name": "a", "crash": .01}]}`},
		{"nodes: [{name: a, crash: {afr: 4%, repair: 6h}}]", "nodes: [{name: a, crash: {afr: [{at: 0, rate: 0.04}], repair: 360min}}]", "nodes: [{name: a, crash: {repair: 1/4d, afr: 1/25}}]"},
		{"nodes: [{name: a, crash: {afr: [{at: 0y, rate: 8%}, {at: 1y, rate: 2%}]}}]", "nodes: [{name: a, crash: {afr: [{at: 0, rate: 8%}, {at: 365d, rate: 2%}]}}]", "nodes: [{name: a, crash: {afr: [{at: 0h, rate: 8%}, {at: 8760h, rate: 2%}]}}]"},
		{"nodes: [{name: a, latency: 1500us}]", "nodes: [{name: a, latency: 1.5ms}]", "nodes: [{name: a, latency: 0.0015 s}]", "nodes: [{name: a, latency: 3/2ms}]", "nodes: [{name: a, latency: 1500000ns}]", "nodes: [{name: a, latency: 1500µs}]"},
		{"nodes: [{name: a, latency: {p0: 1ms, p99.9: 20ms}}]", "nodes: [{name: a, latency: {p99.9: 20ms, p0: 1ms}}]"},
		{"nodes: [{name: a, latency: {p50: 1ms, p99.9: 20ms}}]", "nodes: [{name: a, latency: {p99.9: 20ms, p50: 1ms}}]"},
		{"nodes: [a]\nworkload: {reads: {0.9: 10, 0.8: 20}}", "nodes: [a]\nworkload: {reads: {80%: 2, 90%: 1}}", "nodes: [a]\nworkload: {reads: {0.8: 2/3, 0.9: 1/3, 0.1: 0}}", "nodes: [a]\nworkload: {writes: {10%: 1, 20%: 2}}"},
		{"nodes: [{name: a, zone: eu, crash: 1%}]", "nodes: [{name: a, zone: eu, crash: 1/100}]\nzones: {eu: {crash: 0%}}"},
		{"nodes: [a]\nzones: {eu: {crash: 1%}}", "nodes: [a]\nzones: {eu: {crash: 0.01}}"},
		{"nodes: [{name: a, latency: 2ms}]\nclients: [{name: home}]", "nodes: [a]\nclients: [{name: home, share: 1, latency: {a: 2ms}}]"},
		{"nodes: [{name: a, zone: eu, latency: 2ms}]\nclients: [{name: clients, zone: eu}]", "nodes: [{name: a, zone: eu}]\nclients: [{name: clients, zone: eu, latency: {eu: 2ms}}]"},
		{"nodes: [a, b]\nrequire: {survive: {nodes: 1}}", "nodes: [a, b]\nrequire: {survive: {nodes: 1, zones: 0}}"},
		{"nodes: [a, b]\nrequire: {network: 1.5}", "nodes: [a, b]\nrequire: {network: 3/2}", "nodes: [a, b]\nrequire: {asked: 1.5}"},
		{"nodes: [a]\noptimize: network", "nodes: [a]\noptimize: [asked]"},
		{"nodes: [{name: a, zone: eu}, {name: b, zone: us}]", "nodes: [{name: a, zone: eu}, {name: b, zone: us}]\nzones: {eu: {}, us: {crash: 0}}"},
		{ // places have the latencies of the nodes where they say nothing else, and nodes go before zones
			"nodes: [{name: a, zone: eu, latency: 1ms}, {name: b, zone: eu, latency: 2ms}]\nclients: [{zone: eu, share: 1/2, latency: {b: 3ms, a: 4ms}}, {name: far, share: 50%}]",
			"nodes: [{name: a, zone: eu, latency: 4ms}, {name: b, zone: eu, latency: 3ms}]\nclients: [{name: eu, zone: eu}, {name: far, latency: {a: 1ms, b: 2ms}}]",
			"nodes: [{name: a, zone: eu}, {name: b, zone: eu}]\nclients: [{zone: eu, latency: {b: 3ms, eu: 4ms}}, {name: far, latency: {eu: 2ms, a: 1ms}}]",
		},
	} {
		first := plain(read(t, same[0]))
		for _, other := range same[1:] {
			assert.Equal(t, plain(read(t, other)), first, "%s\n%s%s\n", same[0], first, other)
		}
	}
}

// TestOtherFleet: a change of any value changes the fleet.
func TestOtherFleet(t *testing.T) {
	const file = "testdata/good/all.yaml"
	data := assert.Got(os.ReadFile(file))(t)
	first := plain(readFile(t, file))
	for _, change := range []string{
		"fra1, zone: eu|fra1, zone: us", "reads: 4000|reads: 4001", "writes: 2000|writes: 2001", "latency: 1ms, crash|latency: 2ms, crash", "crash: 1%|crash: 2%",
		"count: 3|count: 4", "capacity: 1000.5|capacity: 1000", "p50: 1ms, p99.9|p40: 1ms, p99.9", "20 ms|21 ms", "1/3s|1s", "1e-6|1e-5", "crash: 0.1%|crash: 0.2%",
		"0.9: 10|0.9: 11", "80%: 20|81%: 20", "silent: 1|silent: 2", "adapts: true|adapts: false", "share: 70%, l|share: 60%, l|share: 0.2|share: 0.3", "us: 80ms|us: 81ms",
		"fra1: 500us|fra1: 501us", "nyc2: 0|nyc3: 0", "name: home, zone: eu|name: home", "p90: 2ms|p90: 3ms", "survive: {nodes: 1|survive: {nodes: 2", "zones: 1|zones: 2",
		"capacity: 3000|capacity: 2999", "latency: 30ms|latency: 31ms", "asked: 4|asked: 3.9", "p99: 80ms|p99.9: 80ms", "99.99%|99.999%", "same: true|same: false", "[capacity, latency]|[latency, capacity]", "grid:n=6|grid:n=9", "systems:|#",
	} {
		words := strings.Split(change, "|")
		text := string(data)
		for i := 0; i < len(words); i += 2 {
			if !strings.Contains(text, words[i]) {
				t.Fatalf("%s is not in %s", words[i], file)
			}
			text = strings.Replace(text, words[i], words[i+1], 1)
		}
		if plain(read(t, text)) == first {
			t.Errorf("%s changes nothing", change)
		}
	}
}

// TestReaderFails: an error of the reader is returned, and not taken for an error of the file.
func TestReaderFails(t *testing.T) {
	broken := errors.New("broken")
	assert.Is(t, assert.Err(Read(iotest.ErrReader(broken), "file")), broken)
}

func ExampleRead() {
	file := strings.NewReader(`
nodes:
  - {name: fra, count: 2, zone: eu, reads: 4000, writes: 2000, crash: 1%}
  - {name: nyc, zone: us, reads: 2000, writes: 1000, crash: 1%}
workload: {reads: 90%}
`)
	f, err := Read(file, "fleet.yaml")
	fmt.Println(f.Names(), f.Workload.MeanReads(), err)
	_, err = Read(strings.NewReader("nodes:\n  - {name: fra, crash: 2}\n"), "fleet.yaml")
	fmt.Println(err)
	// Output:
	// [fra1 fra2 nyc] 9/10 <nil>
	// fleet.yaml:2: the crash probability of node fra is "2", more than 1
}
