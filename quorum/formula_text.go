package quorum

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"coterie/internal/words/show"
)

// maxFormulaDepth bounds the nesting of the formulas that ParseFormula reads.
const maxFormulaDepth = 10_000

// ParseFormula reads a monotone formula as users of quoracle write them (Whittaker, Charapko,
// Hellerstein, Howard and Stoica, Read-write quorum systems made practical, 2021):
//
//	formula  = term { "+" term }                        or
//	term     = factor { "*" factor }                    and
//	factor   = "(" formula ")"
//	         | "choose" "(" QUOTA "," list ")"          at least QUOTA of the parts
//	         | "majority" "(" list ")"                  more than half of them
//	         | NAME
//	list     = parts | "[" parts "]"
//	parts    = part { "," part }
//	part     = [ VOTES ":" ] formula                    with so many votes; 1 if left out
//
// "*" binds before "+", and white space may stand between tokens. With votes, QUOTA counts
// votes, and a majority is more than half of all votes. A NAME is made of ASCII letters,
// digits, "_", "." and "-", and begins with none of the last two; any other text is a name in
// Go's double quotes. A number is a name like any other. "choose" and "majority" are words
// only before a parenthesis.
//
// Nodes are numbered in the order in which they first occur; names[v] is the name of node v. The
// error is a *FormatError. Cost O(length).
func ParseFormula(text string) (f Formula, names []string, err error) {
	p := &formulaParser{text: text, node: map[string]int{}}
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case *FormatError:
			err = wrong
		default:
			panic(wrong)
		}
	}()
	f = p.formula()
	if p.skip() < len(text) {
		p.unexpected("+ or * or the end of the formula")
	}
	return f.Over(len(p.names)), p.names, nil
}

// formulaParser reads a formula. Its methods panic with a *FormatError, which ParseFormula
// recovers.
type formulaParser struct {
	text  string
	at    int
	depth int
	node  map[string]int
	names []string
}

func (p *formulaParser) failAt(offset int, format string, args ...any) {
	panic(&FormatError{Column: offset + 1, Problem: fmt.Sprintf(format, args...)})
}

// skip goes over white space and returns where the next token begins.
func (p *formulaParser) skip() int {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.at
}

// take goes over the character c, if it comes next.
func (p *formulaParser) take(c byte) bool {
	if p.skip() < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *formulaParser) unexpected(want string) {
	if p.skip() == len(p.text) {
		p.failAt(p.at, "the formula ends where %s should come", want)
	}
	c, _ := utf8.DecodeRuneInString(p.text[p.at:])
	p.failAt(p.at, "%q where %s should come", c, want)
}

func (p *formulaParser) expect(c byte) {
	if !p.take(c) {
		p.unexpected(strconv.QuoteRune(rune(c)))
	}
}

// chain reads operands with an operator between them.
func (p *formulaParser) chain(operator byte, operand func() Formula, joined func(...Formula) Formula) Formula {
	parts := []Formula{operand()}
	for p.take(operator) {
		parts = append(parts, operand())
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return joined(parts...)
}

func (p *formulaParser) formula() Formula {
	if p.depth++; p.depth > maxFormulaDepth {
		p.failAt(p.skip(), "nested more than %d deep", maxFormulaDepth)
	}
	defer func() { p.depth-- }()
	return p.chain('+', p.term, Or)
}

func (p *formulaParser) term() Formula { return p.chain('*', p.factor, And) }

func (p *formulaParser) factor() Formula {
	if p.take('(') {
		f := p.formula()
		p.expect(')')
		return f
	}
	from := p.skip()
	name, quoted := p.name()
	if !quoted && p.take('(') {
		return p.gate(name, from)
	}
	v, known := p.node[name]
	if !known {
		if v = len(p.names); v == MaxNodes {
			p.failAt(from, "more than %d nodes", MaxNodes)
		}
		p.node[name] = v
		p.names = append(p.names, name)
	}
	return Leaf(v)
}

// nameLength returns how many bytes of text, from its beginning, are a plain name.
func nameLength(text string) int {
	for i := range len(text) {
		c := text[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
		if !letter && (i == 0 || c != '.' && c != '-') {
			return i
		}
	}
	return len(text)
}

// name reads a name, which may be a word before a parenthesis if it is not quoted.
func (p *formulaParser) name() (name string, quoted bool) {
	from := p.skip()
	if from < len(p.text) && p.text[from] == '"' {
		q, err := strconv.QuotedPrefix(p.text[from:])
		if err == nil {
			name, err = strconv.Unquote(q)
		}
		if err != nil {
			p.failAt(from, "a quoted name without an end, or with a character that Go's quotes do not allow")
		}
		p.at += len(q)
		return name, true
	}
	length := nameLength(p.text[from:])
	if length == 0 {
		p.unexpected("a name or an opening parenthesis")
	}
	p.at += length
	return p.text[from:p.at], false
}

// gate reads the arguments of choose or majority, whose word is at from.
func (p *formulaParser) gate(word string, from int) Formula {
	quota, quotaAt := 0, 0
	switch word {
	case "choose":
		quotaAt = p.skip()
		quota = p.number("the quota of choose")
		p.expect(',')
	case "majority":
	default:
		p.failAt(from, "%s before a parenthesis: the words are choose and majority", show.Value(word))
	}
	closing := ")"
	if p.take('[') {
		closing = "])"
	}
	var parts []Formula
	var votes []int
	total := 0
	for more := true; more; more = p.take(',') {
		at := p.skip()
		v := p.votes()
		if v > MaxVotes-total {
			p.failAt(at, "more than %d votes together", MaxVotes)
		}
		parts, votes, total = append(parts, p.formula()), append(votes, v), total+v
	}
	for _, c := range closing {
		if !p.take(byte(c)) {
			p.unexpected(fmt.Sprintf("a comma or %q", c))
		}
	}
	if word == "majority" {
		quota = total/2 + 1
	}
	if quota < 1 || quota > total {
		p.failAt(quotaAt, "the quota %d is not in 1..%d, the number of parts or of their votes", quota, total)
	}
	return Votes(quota, votes, parts...)
}

// votes reads the votes of a part, if it has any.
func (p *formulaParser) votes() int {
	from := p.skip()
	length := nameLength(p.text[from:])
	p.at += length
	colon := p.take(':')
	p.at = from
	if !colon {
		return 1
	}
	v := p.number("the votes of a part")
	if v < 1 {
		p.failAt(from, "0 votes: a part has at least 1")
	}
	p.take(':')
	return v
}

// number reads a whole number of at most MaxVotes.
func (p *formulaParser) number(what string) int {
	from := p.skip()
	length := nameLength(p.text[from:])
	digits := p.text[from : from+length]
	if length == 0 {
		p.unexpected(what)
	}
	if strings.Trim(digits, "0123456789") != "" {
		p.failAt(from, "%s where %s should come, a whole number", show.Value(digits), what)
	}
	v, err := strconv.Atoi(digits)
	if err != nil || v > MaxVotes {
		p.failAt(from, "%s: %s is more than %d", what, digits, MaxVotes)
	}
	p.at += length
	return v
}

// String returns the formula in the syntax of ParseFormula, nodes by their 1-based numbers:
// "1*2+3*4", "choose(2,1,2,3)", "choose(3,2:1,2,3,4)".
func (f Formula) String() string { return f.Label(nil) }

// Label is String with the names of nodes; a node without one keeps its number. If the names
// differ, ParseFormula reads an equal formula back, up to the numbering of nodes, which is the
// same where they are numbered in the order of their first occurrence and all occur. There
// are no spaces, and no parentheses in quoted names, so that the text can stand in a spec.
func (f Formula) Label(names []string) string {
	var b strings.Builder
	f.gate.write(&b, names, 0)
	return b.String()
}

// write appends a gate; level is 0 where a sum may stand, 1 within a sum, 2 in a product.
func (g *gate) write(b *strings.Builder, names []string, level int) {
	switch {
	case g.isLeaf():
		b.WriteString(formulaName(Node(g.node).Name(names)))
	case g.isOr():
		g.writeParts(b, names, '+', level > 0, 1)
	case g.isAnd():
		g.writeParts(b, names, '*', level > 1, 2)
	default:
		fmt.Fprintf(b, "choose(%d", g.quota)
		for i, p := range g.parts {
			b.WriteByte(',')
			if v := g.vote(i); v > 1 {
				fmt.Fprintf(b, "%d:", v)
			}
			p.write(b, names, 0)
		}
		b.WriteByte(')')
	}
}

func (g *gate) writeParts(b *strings.Builder, names []string, operator byte, parentheses bool, level int) {
	if parentheses {
		b.WriteByte('(')
	}
	for i, p := range g.parts {
		if i > 0 {
			b.WriteByte(operator)
		}
		p.write(b, names, level)
	}
	if parentheses {
		b.WriteByte(')')
	}
}

// formulaName returns a name as it stands in a formula.
func formulaName(name string) string {
	if name != "" && nameLength(name) == len(name) {
		return name
	}
	return strings.NewReplacer("(", `\x28`, ")", `\x29`).Replace(show.Quoted(name))
}
