package main

import "github.com/spf13/cobra"

// helpTemplate is the order of every help text: what the verb does in a line, examples, what there
// is to know, and the flags last, where a person looks who has read the rest.
const helpTemplate = `{{.Short}}.
{{if .HasExample}}
Examples:
{{.Example}}
{{end}}{{with .Long}}
{{. | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableSubCommands}}{{$cmds := .Commands}}{{range $group := .Groups}}
{{$group.Title}}{{range $cmds}}{{if and (eq .GroupID $group.ID) .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{end}}{{if not .AllChildCommandsHaveGroup}}{{if .Groups}}
More:{{else}}
What:{{end}}{{range $cmds}}{{if and (eq .GroupID "") (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}
{{end}}{{end}}
Usage:
  {{.UseLine}}
{{if .HasAvailableLocalFlags}}
{{if .HasParent}}Flags:{{else}}Flags of every verb:{{end}}
{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableInheritedFlags}}
Flags of every verb:
{{.InheritedFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}
{{end}}{{if .HasAvailableSubCommands}}
"{{.CommandPath}} {{if .HasParent}}WHAT{{else}}VERB{{end}} --help" has examples of each.
{{end}}`

// The groups of verbs, by what a person wants.
const (
	groupChoose  = "choose"
	groupMeasure = "measure"
	groupSearch  = "search"
	groupStudies = "studies"
)

// under puts verbs under a heading of the root's help.
func under(id string, cmds ...*cobra.Command) []*cobra.Command {
	for _, cmd := range cmds {
		cmd.GroupID = id
	}
	return cmds
}

const rootExamples = `  # Which quorum system fits my 11 servers?
  coterie compare --n 11
  # What is this one worth, if each server is down 1 % of the time?
  coterie measure grid:n=11 --p 1%
  # Is what I wrote down a coterie, and if not, why not?
  coterie check '{1,2},{1,3},{2,3}'
  # What is the smallest there can be for 20 nodes?
  coterie search maekawa --n 20
  # What can no system of 13 nodes beat?
  coterie bounds --n 13
  # What does a word mean?
  coterie help words load`

const rootLong = `A quorum system is a family of sets of nodes, every two of which meet. Whoever has
asked all nodes of one set knows that nobody else has all of another: that is mutual
exclusion, replication and consensus. coterie builds the systems of the literature,
measures them exactly, and searches for better ones.

A SPEC names a system:
  grid:n=12              a family with its parameters; "coterie families" lists them
  '{1,2},{1,3},{2,3}'    the quorums themselves
  'expr:a*b + c*d'       reads and writes, by an expression
  @q.json, ./q.json      a file; - is standard input

Exit status: 0 done; 1 a property fails, or what was sought is proven absent; 2 bad
input, or a system too large to list; 3 stopped before there was an answer; 4 an
internal error.`
