package promela_test

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/promela"
	"coterie/quorum"
)

// TestGolden: the models of two small configurations.
func TestGolden(t *testing.T) {
	for _, name := range []string{"maekawa", "maekawa-m"} {
		c := configOf(t, "{1,2},{2,3},{1,3}", "maekawa", 0, 1)
		if name == "maekawa-m" {
			structure := structureOf(t, "surficial:m=2,k=2")
			c.Algorithm, c.Setup, c.NoExit = mutex.Find(name), setupOf(t, structure, 3, mutex.Options{}), true
			c.Requesters = []explore.Requester{{Process: 0, Choices: []explore.Choice{{Group: 0, Quorum: 0}, {Group: 1, Quorum: 2}}}, {Process: 2, Choices: []explore.Choice{{Group: 1, Quorum: 3}}}}
		}
		var got bytes.Buffer
		assert.OK(t, promela.Write(&got, c))
		golden.Compare(t, filepath.Join("testdata", name+".golden"), got.String())
	}
}

// TestRefused: for a configuration that cannot be written there is a typed error that names those
// that can.
func TestRefused(t *testing.T) {
	few := func() explore.Config { return configOf(t, "{1,2},{2,3},{1,3}", "maekawa", 0, 1) }
	for name, change := range map[string]func(*explore.Config){
		"cannot be written in Promela": func(c *explore.Config) { c.Algorithm = mutex.Find("maekawa-circulating") },
		"keep the order":               func(c *explore.Config) { c.Algorithm, c.NoFIFO = mutex.Find("maekawa-m"), true },
		"no charges":                   func(c *explore.Config) { c.Charges = true },
		"at most 100 wishes":           func(c *explore.Config) { c.Entries = 51 },
		"at least once":                func(c *explore.Config) { c.Entries = 0 },
		"one number for all": func(c *explore.Config) {
			*c = configOf(t, "wheel:n=16", "k-tokens", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
			c.Entries = 6
		},
		"at most 30": func(c *explore.Config) {
			*c = configOf(t, "majority:n=5", "ricart-agrawala", 0, 1)
			c.Setup = setupOf(t, structureOf(t, "wheel:n=40"), 40, mutex.Options{})
		},
	} {
		c := few()
		change(&c)
		err := promela.Write(io.Discard, c)
		if !errors.As(err, new(*quorum.InputError)) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNames: a name cannot end the comment that it stands in.
func TestNames(t *testing.T) {
	c := configOf(t, "{1,2},{2,3},{1,3}", "maekawa", 0, 1)
	s := *c.Setup
	s.Name, c.Setup = "so\nfar */ active proctype Evil() { skip }", &s
	var got strings.Builder
	assert.OK(t, promela.Write(&got, c))
	head, _, _ := strings.Cut(got.String(), "*/")
	assert.Contains(t, head, "Evil() { skip }; each requester enters once.", "the comment ends early")
}
