package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/check/assert"
	"coterie/internal/command"
	"coterie/internal/words/completion"
)

// completed runs the hidden verb for completion, and returns the words and the directive.
func completed(t *testing.T, args ...string) []string {
	t.Helper()
	out, _ := ran(t, command.ExitDone, append([]string{"__complete"}, args...)...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], "\t")
	}
	return lines
}

// TestEveryFlagIsCompleted goes through all verbs. Every flag with a value declares a completion,
// and every value that its help lists is offered.
func TestEveryFlagIsCompleted(t *testing.T) {
	enumerated := map[string]bool{}
	var visit func(cmd *cobra.Command, path []string)
	visit = func(cmd *cobra.Command, path []string) {
		for _, verb := range cmd.Commands() {
			if verb.Name() != "help" && verb.Name() != "completion" {
				visit(verb, append(slices.Clone(path), verb.Name()))
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" {
				return
			}
			if _, has := cmd.GetFlagCompletionFunc(f.Name); !has {
				t.Errorf("%v --%s: the shell is not told what it takes", path, f.Name)
			}
			values := completion.Choices(f.Usage)
			if len(values) == 0 || len(f.Name) == 1 || len(path) == 0 {
				return // cobra does not complete flags of one letter
			}
			enumerated[f.Name] = true
			offered := completed(t, append(slices.Clone(path), "--"+f.Name, "")...)
			for _, v := range values {
				if !slices.Contains(offered, v) {
					t.Errorf("%v --%s: %q is not offered, but %q", path, f.Name, v, offered)
				}
			}
		})
	}
	visit(parts().Root(), nil)
	for _, name := range []string{"method", "symmetry", "prefer", "sort", "only", "quorums", "schedule", "self", "knows", "late"} {
		assert.True(t, enumerated[name], "--%s: its help does not list what it takes, as in \"...: this, that or more\"", name)
	}
}

func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		args []string
		want []string // must be offered
		not  []string // must not
	}{
		{[]string{"measure", "--format", ""}, []string{"text", "json", "csv"}, nil},
		{[]string{"search", "maekawa", "--solver", ""}, []string{"auto", "cadical", "kissat"}, nil},
		{[]string{"cluster", "work", "--solver", ""}, []string{"auto"}, nil},
		{[]string{"check", "fp"}, []string{"fpp:"}, []string{"grid:"}},
		{[]string{"check", "fa"}, []string{"fano"}, nil},
		{[]string{"check", "fpp:"}, []string{"fpp:order=", "fpp:n="}, nil},
		{[]string{"check", "fpp:n=7,"}, []string{"fpp:n=7,plane="}, []string{"fpp:n=7,order="}},
		{[]string{"check", "lift:of=(grid:n=4),"}, []string{"lift:of=(grid:n=4),m="}, []string{"lift:of=(grid:n=4),of="}},
		{[]string{"compare", "fano", "lift:m=2,of=(gr"}, []string{"lift:m=2,of=(grid:"}, nil},
		{[]string{"check", "fano", ""}, nil, []string{"grid:"}},
		{[]string{"check", "fano", "--require", "intersection,un"}, []string{"intersection,uniqueness"}, []string{"intersection,cross-intersection"}},
		{[]string{"draw", "{a,b},{b,c}", "--site", "a,"}, []string{"a,b", "a,c"}, []string{"a,a"}},
		{[]string{"measure", "{a,b},{b,c}", "--node-p", "0.1,"}, []string{"0.1,a="}, nil},
		{[]string{"measure", "fano", "--only", "load,"}, []string{"load,resilience"}, []string{"load,load"}},
		{[]string{"simulate", "fano", "--algorithm", "maekawa-"}, []string{"maekawa-fixed", "maekawa-m"}, nil},
		{[]string{"simulate", "{a,b},{b,c}", "--requesters", "a,"}, []string{"a,b", "a,c"}, []string{"a,a"}},
		{[]string{"simulate", "fano", "--quorums", ""}, []string{"site", "live"}, nil},
		{[]string{"simulate", "fano", "--latency", ""}, []string{"uniform:"}, nil},
		{[]string{"explore", "fano", "--reduction", ""}, []string{"none", "partial-order"}, nil},
		{[]string{"explore", "fano", "--quorums", ""}, []string{"site", "uniform"}, []string{"live"}},
		{[]string{"explore", "fano", "--flaw", "no-"}, []string{"no-queue"}, nil},
		{[]string{"explore", "fano", "--algorithm", "maekawa-s", "--flaw", ""}, []string{"open-door"}, []string{"no-queue"}},
		{[]string{"families", ""}, []string{"fpp"}, nil},
		{[]string{"search", ""}, []string{"maekawa"}, nil},
	} {
		got := completed(t, c.args...)
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%q: %q is not offered, but %q", c.args, w, got)
			}
		}
		for _, w := range c.not {
			if slices.Contains(got, w) {
				t.Errorf("%q: %q is offered", c.args, w)
			}
		}
	}
}

// TestMembersAreCompleted: --without and --faulty of a network offer its members, after a comma,
// too.
func TestMembersAreCompleted(t *testing.T) {
	for _, flag := range []string{"--without", "--faulty"} {
		for typed, want := range map[string]string{"": "ash1", "bi": "birch2", "ash1,bi": "ash1,birch2"} {
			offered := completed(t, "check", "../../docs/networks/seven.json", flag, typed)
			assert.True(t, slices.Contains(offered, want), "%s %q: %q", flag, typed, offered)
		}
	}
}
