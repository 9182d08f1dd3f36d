package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/samples"
	"coterie/internal/command"
)

// oddNumbers are out of range for most flags, or are factors of a product that is.
var oddNumbers = []string{
	"-1", "0", "2147483648", "3037000500", "4294967297", "6074001000", "999999999999",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "99999999999999999999999", "1e6", "0x10", "1.5", "", " 7",
}

// commandsWithNumbers are commands of every verb, with the arguments that each needs besides the
// flag under test.
var commandsWithNumbers = map[string]string{
	"coterie families": "--n 7", "coterie compare": "--n 7", "coterie bounds": "--n 7", "coterie enumerate": "--n 3 --count",
	"coterie build": "grid:n=9", "coterie check": "grid:n=9", "coterie measure": "grid:n=9", "coterie draw": "grid:n=9", "coterie extend": "grid:n=9 --count",
	"coterie search maekawa": "--n 7", "coterie search cyclic": "--n 7", "coterie search cover": "--n 7", "coterie search plane": "--order 2", "coterie search mols": "--order 3 --count 2",
	"coterie search group": "--n 6 --m 3", "coterie search load": "--n 5", "coterie experiment list": "",
}

// endsAtOnce runs a command for a moment. Even with an unreasonable number it must end in time, and
// its error must be one line.
func endsAtOnce(t *testing.T, args []string) {
	t.Helper()
	args = append(slices.Clone(args), "--timeout", "300ms", "--memory", "200MB")
	var out, errs boundedBuffer
	began := reach.CPU()
	status := run(t.Context(), args, strings.NewReader(""), &out, &errs)
	line := strings.Join(args, " ")
	if len(line) > 300 {
		line = line[:300] + "..."
	}
	if took := reach.CPU() - began; took > 15*time.Second {
		t.Errorf("%s: took %v", line, took)
	}
	told := strings.Count("\n"+errs.String(), "\nerror: ")
	if status < command.ExitDone || status > command.ExitLimit || told > 1 || status == command.ExitUsage && told != 1 || strings.Count(errs.String(), "\n")-strings.Count("\n"+errs.String(), "\nnote: ") > 2 || errs.Len() > 4000 {
		t.Errorf("%s: status %d: %.600s", line, status, errs.String())
	}
}

// chosen reports whether the i-th value is tried at the k-th place. Without slow tests it is one
// value of eight, and another one at the next place.
func chosen(i, k int) bool { return assert.WithSlow || (i+k)%8 == 0 }

// TestOddNumbers: every number and every list of numbers of every verb may have any value.
func TestOddNumbers(t *testing.T) {
	noRaces(t)
	t.Parallel()
	var below func(cmd *cobra.Command, try func(*cobra.Command))
	below = func(cmd *cobra.Command, try func(*cobra.Command)) {
		if try(cmd); cmd.Name() != "completion" {
			for _, sub := range cmd.Commands() {
				below(sub, try)
			}
		}
	}
	tried, flags := 0, 0
	below(parts().Root(), func(cmd *cobra.Command) {
		base, known := commandsWithNumbers[cmd.CommandPath()]
		if !known {
			return
		}
		tried++
		flag := func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "int", "uint64", "duration", "stringSlice":
			case "string":
				if !slices.Contains([]string{"n", "p", "memory", "quorum", "site", "first"}, f.Name) {
					return
				}
			default:
				return
			}
			flags++
			at := flags
			t.Run(cmd.CommandPath()+" --"+f.Name, func(t *testing.T) {
				t.Parallel()
				words := append(strings.Fields(cmd.CommandPath())[1:], strings.Fields(base)...)
				numbers := oddNumbers
				if f.Value.Type() != "int" {
					numbers = slices.Concat(numbers, []string{
						strings.Repeat("0.1,", 100_000) + "0.1", "0." + strings.Repeat("0123456789", 10_000), "1e-999999999", "1/" + strings.Repeat("9", 10_000),
					})
				}
				for i, number := range numbers {
					if chosen(i, at) {
						endsAtOnce(t, append(slices.Clone(words), "--"+f.Name+"="+number))
					}
				}
			})
		}
		cmd.LocalFlags().VisitAll(flag)
		if cmd.Name() == "families" {
			cmd.Root().PersistentFlags().VisitAll(flag)
		}
	})
	assert.Equal(t, tried, len(commandsWithNumbers), "verbs")
}

// TestOddParameters does the same with the parameters of every form of the samples, one at a
// time and all at once.
func TestOddParameters(t *testing.T) {
	noRaces(t)
	t.Parallel()
	value := regexp.MustCompile(`=\d[^,()]*`)
	for k, spec := range samples.Forms() {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			places := value.FindAllStringIndex(spec, -1)
			odd := slices.Concat(oddNumbers, []string{"1-2-3", strings.Repeat("1-", 100_000) + "1", "1000000000-1000000000-1000000000"})
			for j, number := range odd {
				if !chosen(j, k) {
					continue
				}
				all := value.ReplaceAllLiteralString(spec, "="+number)
				for i, at := range places {
					one := fmt.Sprint(spec[:at[0]], "=", number, spec[at[1]:])
					for _, verb := range []string{"build", "measure"} {
						endsAtOnce(t, []string{verb, one})
						if i == 0 && all != one {
							endsAtOnce(t, []string{verb, all})
						}
					}
				}
			}
		})
	}
}
