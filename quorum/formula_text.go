package quorum

import (
	"fmt"
	"strconv"
	"strings"

	"coterie/internal/words/show"
)

// maxFormulaDepth bounds the nesting of what ParseFormula reads.
const maxFormulaDepth = 10_000

// FormulaError says where a text is no formula.
type FormulaError struct {
	Text    string
	Offset  int // 0-based byte offset in Text
	Problem string
}

func (e *FormulaError) Error() string {
	return fmt.Sprintf("column %d: %s", e.Offset+1, e.Problem)
}

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
// error is a *FormulaError. Cost O(length).
func ParseFormula(text string) (f Formula, names []string, err error) {
	p := &formulaParser{text: text, node: map[string]int{}}
	f, err = p.formula()
	if err == nil && p.skip() < len(text) {
		err = p.unexpected("+ or * or the end of the formula")
	}
	if err != nil {
		return Formula{}, nil, err
	}
	return f.Over(len(p.names)), p.names, nil
}

type formulaParser struct {
	text  string
	at    int
	depth int
	node  map[string]int
	names []string
}

func (p *formulaParser) failAt(offset int, format string, args ...any) error {
	return &FormulaError{p.text, offset, fmt.Sprintf(format, args...)}
}

// skip goes over white space and returns where the next token begins.
func (p *formulaParser) skip() int {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.at
}

// take goes over a character, if it is the next.
func (p *formulaParser) take(c byte) bool {
	if p.skip() < len(p.text) && p.text[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *formulaParser) unexpected(want string) error {
	if p.skip() == len(p.text) {
		return p.failAt(p.at, "the formula ends where %s should come", want)
	}
	rest := p.text[p.at:]
	for _, c := range rest {
		return p.failAt(p.at, "%q where %s should come", c, want)
	}
	panic("quorum: unreachable")
}

func (p *formulaParser) expect(c byte) error {
	if p.take(c) {
		return nil
	}
	return p.unexpected(strconv.QuoteRune(rune(c)))
}

// chain reads operands with an operator between them.
func (p *formulaParser) chain(operator byte, operand func() (Formula, error), joined func(...Formula) Formula) (Formula, error) {
	first, err := operand()
	if err != nil || !p.take(operator) {
		return first, err
	}
	parts := []Formula{first}
	for more := true; more; more = p.take(operator) {
		f, err := operand()
		if err != nil {
			return Formula{}, err
		}
		parts = append(parts, f)
	}
	return joined(parts...), nil
}

func (p *formulaParser) formula() (Formula, error) {
	if p.depth++; p.depth > maxFormulaDepth {
		return Formula{}, p.failAt(p.skip(), "nested more than %d deep", maxFormulaDepth)
	}
	defer func() { p.depth-- }()
	return p.chain('+', p.term, Or)
}

func (p *formulaParser) term() (Formula, error) { return p.chain('*', p.factor, And) }

func (p *formulaParser) factor() (Formula, error) {
	if p.take('(') {
		f, err := p.formula()
		if err != nil {
			return Formula{}, err
		}
		return f, p.expect(')')
	}
	from := p.skip()
	name, quoted, err := p.name()
	if err != nil {
		return Formula{}, err
	}
	if !quoted && p.take('(') {
		return p.gate(name, from)
	}
	v, known := p.node[name]
	if !known {
		if v = len(p.names); v == MaxNodes {
			return Formula{}, p.failAt(from, "more than %d nodes", MaxNodes)
		}
		p.node[name] = v
		p.names = append(p.names, name)
	}
	return Leaf(v), nil
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
func (p *formulaParser) name() (name string, quoted bool, err error) {
	from := p.skip()
	if from < len(p.text) && p.text[from] == '"' {
		q, err := strconv.QuotedPrefix(p.text[from:])
		if err == nil {
			name, err = strconv.Unquote(q)
		}
		if err != nil {
			return "", false, p.failAt(from, "a quoted name without an end, or with a character that Go's quotes do not allow")
		}
		p.at += len(q)
		return name, true, nil
	}
	length := nameLength(p.text[from:])
	if length == 0 {
		return "", false, p.unexpected("a name or an opening parenthesis")
	}
	p.at += length
	return p.text[from:p.at], false, nil
}

// gate reads the arguments of choose or majority, whose word is at from.
func (p *formulaParser) gate(word string, from int) (Formula, error) {
	quota, quotaAt := 0, 0
	switch word {
	case "choose":
		var err error
		quotaAt = p.skip()
		if quota, err = p.number("the quota of choose"); err != nil {
			return Formula{}, err
		}
		if err := p.expect(','); err != nil {
			return Formula{}, err
		}
	case "majority":
	default:
		return Formula{}, p.failAt(from, "%s before a parenthesis: the words are choose and majority", show.Value(word))
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
		v, err := p.votes()
		if err != nil {
			return Formula{}, err
		}
		if v > MaxVotes-total {
			return Formula{}, p.failAt(at, "more than %d votes together", MaxVotes)
		}
		f, err := p.formula()
		if err != nil {
			return Formula{}, err
		}
		parts, votes, total = append(parts, f), append(votes, v), total+v
	}
	for _, c := range closing {
		if !p.take(byte(c)) {
			return Formula{}, p.unexpected(fmt.Sprintf("a comma or %q", c))
		}
	}
	if word == "majority" {
		quota = total/2 + 1
	}
	if quota < 1 || quota > total {
		return Formula{}, p.failAt(quotaAt, "the quota %d is not in 1..%d, the number of parts or of their votes", quota, total)
	}
	return Votes(quota, votes, parts...), nil
}

// votes reads the votes of a part, if they are there.
func (p *formulaParser) votes() (int, error) {
	from := p.skip()
	length := nameLength(p.text[from:])
	p.at += length
	colon := p.take(':')
	p.at = from
	if !colon {
		return 1, nil
	}
	v, err := p.number("the votes of a part")
	if err == nil && v < 1 {
		err = p.failAt(from, "0 votes: a part has at least 1")
	}
	p.take(':')
	return v, err
}

// number reads a whole number of at most MaxVotes.
func (p *formulaParser) number(what string) (int, error) {
	from := p.skip()
	length := nameLength(p.text[from:])
	digits := p.text[from : from+length]
	if length == 0 {
		return 0, p.unexpected(what)
	}
	if strings.Trim(digits, "0123456789") != "" {
		return 0, p.failAt(from, "%s where %s should come, a whole number", show.Value(digits), what)
	}
	v, err := strconv.Atoi(digits)
	if err != nil || v > MaxVotes {
		return 0, p.failAt(from, "%s: %s is more than %d", what, digits, MaxVotes)
	}
	p.at += length
	return v, nil
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
