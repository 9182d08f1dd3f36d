package promela

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// Write writes the model of a configuration. The error is a *quorum.InputError for one that cannot
// be written: another algorithm, or too much for the numbers of spin. Config.Reduction is ignored:
// spin has its own.
func Write(w io.Writer, c explore.Config) error {
	m, err := newModel(c)
	if err != nil {
		return err
	}
	p := &printer{}
	m.head(p)
	m.numbers(p)
	m.channels(p)
	if err := m.rule(p); err != nil {
		return err
	}
	text, err := texts.ReadFile(c.Algorithm.Name + ".pml")
	if err != nil {
		return err
	}
	steps, err := apply(string(text), flawed[c.Setup.Flaw])
	if err != nil {
		return err
	}
	p.text.WriteString("\n" + steps)
	for _, actor := range m.actors {
		m.actor(p, actor)
	}
	m.over(p)
	_, err = io.WriteString(w, p.text.String())
	return err
}

// printer collects lines.
type printer struct{ text strings.Builder }

func (p *printer) line(format string, args ...any) {
	fmt.Fprintf(&p.text, format+"\n", args...)
}

// options writes an if with a default.
func (p *printer) options(list []string, otherwise string) {
	p.line("\tif")
	for _, o := range list {
		p.line("\t:: %s", o)
	}
	p.line("\t:: else -> %s\n\tfi", otherwise)
}

// Flags returns the flags of the C compiler for pan, with which spin stores exactly the states of
// the model.
func Flags() []string {
	return []string{"-O2", "-DSAFETY", "-DNOREDUCE", "-DCOLLAPSE", "-DVECTORSZ=4096"}
}

func (m *model) head(p *printer) {
	p.line("/* %s (%s)", m.Algorithm.Name, m.Algorithm.Source)
	p.line(" * over %s; each requester enters %s%s.", comment(m.Setup.Name), times(m.Entries), map[bool]string{true: " and stays inside"}[m.NoExit])
	for r, of := range m.requesters {
		for _, x := range of.Choices {
			group := ""
			if m.Setup.Groups() > 1 {
				group = fmt.Sprintf(" of group %v", quorum.Index(x.Group))
			}
			asks := "all others"
			if !m.everybody {
				asks = "{" + nodes(m.Setup.Quorums[x.Quorum]) + "}"
			}
			p.line(" * Process %v, here number %d, asks %s%s.", quorum.Index(of.Process), r, asks, group)
		}
	}
	if words := m.Algorithm.ReadingOver(m.Setup).Says(); words != "" {
		p.line(" * The text is read so: %s.", words)
	}
	if f, ok := mutex.FindFlaw(m.Setup.Flaw.String()); ok {
		p.line(" * With a flaw, %s: %s.", f.Name, f.Text)
	}
	p.line(" * Actors that are not named take no part.\n *")
	p.line(" * All states, exactly:\n *   spin -a MODEL; gcc %s -o pan pan.c", strings.Join(Flags(), " "))
	p.line(" *   ./pan -A -c0 -m10000000     errors: states in which nothing can happen and somebody waits")
	p.line(" *   ./pan -E -m10000000         errors: the rule can be broken")
	p.line(" *   ./pan -A; spin -t -p MODEL  a run that gets stuck, step by step")
	p.line(" * A shortest one: spin -DSHOW -a MODEL; gcc %s -DBFS -o pan pan.c;", strings.Join(slices.DeleteFunc(Flags(), func(f string) bool { return f == "-DCOLLAPSE" }), " "))
	p.line(" *   ./pan -A; spin -DSHOW -t -p MODEL\n */")
}

// comment escapes a text for a comment.
func comment(text string) string { return strings.ReplaceAll(show.Line(text), "*/", "* /") }

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func nodes(list []int32) string {
	return show.Join(list, ",", func(v int32) string { return quorum.Node(v).String() })
}

// numbers writes the constants, and the data of each requester.
func (m *model) numbers(p *printer) {
	kinds := append(slices.Clone(m.process), m.arbiter...)
	p.line("\nmtype = { WISH, EXIT, %s };", strings.Join(kinds, ", "))
	p.line("#define IDLE 0\n#define TRYING 1\n#define INSIDE 2")
	p.line("#define REQUESTERS %d\n#define ENTRIES %d", len(m.requesters), m.Entries)
	p.line("\n/* A timestamp, as one number: the order is that of (time, process). */")
	p.line("#define TIME(s) ((s) / REQUESTERS)\n#define WHO(s) ((s) %% REQUESTERS)")
	switch m.Algorithm.Name {
	case "maekawa":
		shown := "0"
		if m.Setup.Numbers == mutex.NumbersAll {
			shown = "(clock * REQUESTERS)"
		}
		p.line("#define SHOWN %s\n#define LATE_IGNORED %s", shown, strconv.FormatBool(m.Setup.Late == mutex.LateIgnored))
		fallthrough
	case "maekawa-fixed":
		p.line("#define KNOWS_EVER %s", strconv.FormatBool(m.Setup.Knows == mutex.KnowsEver))
		p.line("inline observe(request)\n{\n\tclock = (TIME(request) > clock -> TIME(request) : clock)\n}")
	case "raymond-k":
		p.line("#define MOST %d", m.Setup.Most())
	case "k-tokens":
		var after []string
		for _, actor := range m.actors {
			self, _ := m.Setup.ProcessAt(actor)
			next := slices.IndexFunc(m.requesters, func(r explore.Requester) bool { return r.Process > self })
			after = append(after, fmt.Sprintf("(me) == %d -> %d", actor, max(next, 0)))
		}
		p.line("#define MOST %d\n#define AFTER(me) %s\t/* the first requester after a process, counted round */", m.Setup.Most(), cascade(after))
	case "maekawa-m":
		p.line("#define MAX_LOCKS %d", m.Setup.MaxLocksOf(0))
	}
	// Hidden variables are no part of the state, so that it is shorter; the price is that spin can
	// search neither breadth first nor on several cores.
	p.line("\n/* What is set and read within one step, and 0 between steps, need not be in the state. But spin")
	p.line(" * searches breadth first or on several cores (-DBFS, -DNCORE=2) only models that hide nothing:")
	p.line(" * spin -DSHOW -a MODEL. */")
	p.line("#ifdef SHOW\n#define SCRATCH\n#else\n#define SCRATCH hidden\n#endif")
	p.line("\nbyte phase[REQUESTERS];")
	scratch, why := "", "what each asks for"
	if !m.several {
		scratch, why = "SCRATCH ", "one each: always 0"
	}
	p.line("%sbyte choice[REQUESTERS];\t/* %s */", scratch, why)
	p.line("/* the members that a choice c of requester r asks: bit j is its j-th member */")
	var quorums, groups, counts, own []string
	for r, of := range m.requesters {
		for c, x := range of.Choices {
			mask := 0
			for _, j := range m.asked(of, x) {
				at, _ := slices.BinarySearch(m.members[r], j)
				mask |= 1 << at
			}
			when := fmt.Sprintf("(r) == %d && (c) == %d", r, c)
			quorums = append(quorums, fmt.Sprintf("%s -> %d", when, mask))
			groups = append(groups, fmt.Sprintf("%s -> %d", when, x.Group+1))
		}
		at, member := slices.BinarySearch(m.members[r], m.Setup.Place(of.Process))
		if !member || !m.local {
			at = -1
		}
		own = append(own, fmt.Sprintf("(r) == %d -> %d", r, at+1))
		counts = append(counts, fmt.Sprintf("(r) == %d -> %d", r, len(m.members[r])))
	}
	p.line("#define QUORUM(r, c) %s", cascade(quorums))
	p.line("#define MEMBERS(r) %s", cascade(counts))
	p.line("#define GROUP(r, c) %s", cascade(groups))
	if m.Algorithm.Name == "maekawa-fixed" {
		p.line("#define OWN(r) %s\t/* its own place among the members, from 1, where it is told nothing late */", cascade(own))
	}
	p.line("\nSCRATCH mtype got;\t/* the event; hidden, it must stay as it is, for spin to go back */")
	p.line("SCRATCH %s got_about;\nSCRATCH byte got_number, got_which;", m.stamp)
	p.line("SCRATCH mtype kind;\t/* the same, and then what the actor tells itself */")
	p.line("SCRATCH %s about, head, worst, bound;\nSCRATCH byte number, which, member, ith, jth, grp, nth, told, precedes;", m.stamp)
	p.line("inline clear()\n{\n#ifdef SHOW\n\tgot = 0; got_about = 0; got_number = 0; got_which = 0;")
	p.line("\tkind = 0; about = 0; head = 0; worst = 0; bound = 0;\n\tnumber = 0; which = 0; member = 0; ith = 0; jth = 0; grp = 0; nth = 0; told = 0; precedes = 0")
	p.line("#else\n\tskip\n#endif\n}")
}

// cascade is a conditional expression.
func cascade(list []string) string {
	return "(" + strings.Join(list, " : (") + " : 0" + strings.Repeat(")", len(list))
}

// fieldsOf lists the fields of a message by names or types.
func (m *model) fieldsOf(kind, s, x, c string) string {
	list := kind + "," + s
	if strings.Contains(m.fields, "x") {
		list += "," + x
	}
	if m.several && !m.everybody || m.clocked() {
		list += "," + c
	}
	return list
}

// clocked reports whether each message shows the clock of its sender.
func (m *model) clocked() bool { return strings.Contains(m.fields, "c") }

func (m *model) channels(p *printer) {
	send, asked, told := "!", "option", "0"
	if m.clocked() { // in the place of the choice, which the process knows as long as it asks
		asked, told = "clock", "clock"
	}
	if m.NoFIFO {
		send = "!!"
		p.line("\n/* channels that keep no order: sorted, so that the order of sending leaves no mark */")
	} else {
		p.line("\n/* channels that keep their order */")
	}
	for _, l := range m.links {
		p.line("chan %s = [%d] of { %s };", l.name(m), m.capacity(l), m.fieldsOf("mtype", m.stamp, "byte", "byte"))
	}
	own := false
	var asks, tells []string
	for r, list := range m.members {
		self := m.Setup.Place(m.requesters[r].Process)
		for j, node := range list {
			up, down := link{from: self, to: node}.name(m)+send, link{from: node, to: self}.name(m)+send
			if node == self && m.local {
				own = true
				up, down = "self!", "self!"
			}
			asks = append(asks, fmt.Sprintf("(r) == %d && (node) == %d -> %s%s", r, j, up, m.fieldsOf("what", "stmp", "extra", asked)))
			tells = append(tells, fmt.Sprintf("(me) == %d && (process) == %d -> %s%s", node, r, down, m.fieldsOf("what", "stmp", "extra", told)))
		}
	}
	if own {
		p.line("\n/* what an actor tells itself within a step; empty between steps */")
		p.line("chan self = [4] of { %s };", m.fieldsOf("mtype", m.stamp, "byte", "byte"))
	}
	p.line("\n/* requester r tells a member of its quorum */")
	p.line("inline tell_member(r, node, what, stmp, extra, option)\n{")
	p.options(asks, "assert(false)")
	p.line("}\n\n/* requester r tells all members of a set */")
	p.line("inline tell_members(r, set, what, stmp, extra, option)\n{\n\tjth = 0;\n\tdo\n\t:: jth < MEMBERS(r) ->")
	p.line("\t\tif\n\t\t:: (set) & (1 << jth) -> tell_member(r, jth, what, stmp, extra, option)\n\t\t:: else\n\t\tfi;\n\t\tjth++")
	p.line("\t:: else -> break\n\tod\n}\n\n/* arbiter me tells a requester */")
	p.line("inline tell(me, process, what, stmp, extra)\n{")
	p.options(tells, "assert(false)")
	p.line("}")
	if m.NoFIFO {
		p.line("\nSCRATCH mtype kind2;\nSCRATCH %s about2;\nSCRATCH byte number2, which2;", m.stamp)
		p.line("/* the message at a place of a channel, the others stay as they are */")
		p.line("inline take(from, at)\n{\n\td_step {\n\t\tnth = len(from); ith = 0;\n\t\tdo\n\t\t:: ith < nth ->\n\t\t\tfrom?%s;", m.fieldsOf("kind2", "about2", "number2", "which2"))
		p.line("\t\t\tif\n\t\t\t:: ith == at -> got = kind2; got_about = about2; got_number = number2; got_which = which2\n\t\t\t:: else -> from!%s\n\t\t\tfi;\n\t\t\tith++", m.fieldsOf("kind2", "about2", "number2", "which2"))
		p.line("\t\t:: else -> break\n\t\tod;\n\t\tkind2 = 0; about2 = 0; number2 = 0; which2 = 0\n\t}\n}")
	}
}

// rule writes the inline enter, with the assertion that the rule holds.
func (m *model) rule(p *printer) error {
	claim, err := m.claim()
	if err != nil {
		return err
	}
	p.line("\n/* %s */", comment(m.Algorithm.RuleOver(m.Setup).String()))
	p.line("inline enter(r)\n{\n\tphase[r] = INSIDE;\n\tassert(%s)\n}", claim)
	return nil
}

// claim returns the rule as an expression.
func (m *model) claim() (string, error) {
	rule := m.Algorithm.RuleOver(m.Setup)
	var inside []string
	for r := range m.requesters {
		inside = append(inside, fmt.Sprintf("(phase[%d] == INSIDE)", r))
	}
	switch rule.Name {
	case mutex.Anyone:
		return "true", nil
	case mutex.OneProcess:
		return strings.Join(inside, " + ") + " <= 1", nil
	case mutex.AtMost:
		return fmt.Sprintf("%s <= %d", strings.Join(inside, " + "), rule.K), nil
	}
	if len(m.requesters) > 12 {
		return "", mutex.Unfit("a model in Promela with the rule %q takes at most 12 requesters", rule)
	}
	bad := m.forbidden(rule)
	if len(bad) == 0 {
		return "true", nil
	}
	for i := range bad {
		bad[i] = "!(" + bad[i] + ")"
	}
	return strings.Join(bad, " && "), nil
}

// forbidden returns the minimal sets of requesters, with the groups that they name, that the rule
// does not allow. The rule allows every subset of an allowed set.
func (m *model) forbidden(rule mutex.Rule) []string {
	var bad []string
	var set []mutex.Inside
	var words []string
	var grow func(from int)
	grow = func(from int) {
		if len(set) > 0 && !rule.Allows(set) {
			for i := range set {
				if part := slices.Delete(slices.Clone(set), i, i+1); len(part) > 0 && !rule.Allows(part) {
					return
				}
			}
			bad = append(bad, strings.Join(words, " && "))
			return
		}
		for r := from; r < len(m.requesters); r++ {
			of := m.requesters[r]
			var groups []int32
			for _, x := range of.Choices {
				groups = append(groups, x.Group)
			}
			slices.Sort(groups)
			for _, g := range slices.Compact(groups) {
				word := fmt.Sprintf("phase[%d] == INSIDE", r)
				if m.several {
					word += fmt.Sprintf(" && GROUP(%d, choice[%d]) == %d", r, r, g+1)
				}
				set, words = append(set, mutex.Inside{Process: of.Process, Group: g}), append(words, word)
				grow(r + 1)
				set, words = set[:len(set)-1], words[:len(words)-1]
			}
		}
	}
	grow(0)
	return bad
}

// actor writes the process of an actor.
func (m *model) actor(p *printer, actor int32) {
	r, clients := m.requesterAt(actor), m.clients(actor)
	name := "Node" + m.short(actor)
	if int(actor) >= m.Setup.Nodes {
		name = "Process" + strings.TrimPrefix(m.short(actor), "p")
	}
	p.line("\nactive proctype %s()\n{", name)
	members, types := 0, "byte"
	if r >= 0 {
		members, types = len(m.members[r]), maskType(len(m.members[r]))
	}
	waiting := len(clients)
	if m.Algorithm.Name == "maekawa" || m.NoFIFO {
		waiting *= m.Entries
	}
	self, _ := m.Setup.ProcessAt(actor)
	tokens := (m.Setup.Most() - 1 - int(self) + m.Setup.Processes) / m.Setup.Processes
	fill := strings.NewReplacer("TOKENS", fmt.Sprint(tokens), "STAMP", m.stamp, "MEMBERS", types, "PROCESSES", maskType(len(m.requesters)), "COUNT", fmt.Sprint(members), "ROOM", fmt.Sprint(waiting))
	declare := func(list []string) {
		for _, v := range list {
			p.line("\t%s;", fill.Replace(v))
		}
	}
	declare(m.both)
	if r >= 0 {
		p.line("\tbyte wished;")
		declare(m.asking)
	}
	if len(clients) > 0 {
		declare(m.granting)
	}
	p.line("\tdo\n\t:: atomic {\n\t\tif")
	own := r >= 0 && m.local && slices.Contains(m.members[r], actor)
	m.events(p, actor, r)
	p.line("\t\tfi;\n\t\td_step {\n\t\t\tkind = got; about = got_about; number = got_number; which = got_which;")
	kinds := slices.Clone(m.process)
	if r < 0 {
		kinds = nil
	} else {
		kinds = append([]string{"WISH"}, kinds...)
		if !m.NoExit {
			kinds = slices.Insert(kinds, 1, "EXIT")
		}
	}
	if len(clients) > 0 {
		kinds = append(kinds, m.arbiter...)
	}
	loop, after := "if", ""
	if own {
		loop, after = "do", "; kind = 0"
	}
	p.line("\t\t\t%s", loop)
	for _, k := range kinds {
		p.line("\t\t\t:: kind == %s -> on_%s(%d, %d)%s", k, k, actor, max(r, 0), after)
	}
	if own {
		at, _ := slices.BinarySearch(m.members[r], actor)
		p.line("\t\t\t:: kind == 0 ->\t/* what it has told itself */\n\t\t\t\tif")
		p.line("\t\t\t\t:: self?%s -> member = %d\n\t\t\t\t:: empty(self) -> break\n\t\t\t\tfi\n\t\t\tod;", m.fieldsOf("kind", "about", "number", "which"), at)
	} else {
		p.line("\t\t\tfi;")
	}
	p.line("\t\t\tclear()\n\t\t}\n\t}\n\tod\n}")
}

// events writes the possible events of an actor.
func (m *model) events(p *printer, actor int32, r int) {
	if r >= 0 {
		for c := range m.requesters[r].Choices {
			p.line("\t\t:: phase[%d] == IDLE && wished < ENTRIES -> got = WISH; got_which = %d", r, c)
		}
		if !m.NoExit {
			p.line("\t\t:: phase[%d] == INSIDE -> got = EXIT", r)
		}
	}
	for _, l := range m.links {
		if l.to != actor {
			continue
		}
		then := ""
		if l.down {
			at, _ := slices.BinarySearch(m.members[r], l.from)
			then = fmt.Sprintf("member = %d", at)
		}
		if !m.NoFIFO {
			if then != "" {
				then = " -> " + then
			}
			p.line("\t\t:: %s?%s%s", l.name(m), m.fieldsOf("got", "got_about", "got_number", "got_which"), then)
			continue
		}
		if then != "" {
			then = "; " + then
		}
		for at := range m.capacity(l) {
			p.line("\t\t:: len(%s) > %d -> take(%s, %d)%s", l.name(m), at, l.name(m), at, then)
		}
	}
}

// over writes the condition for a valid end: nothing can happen any more, and nobody waits.
func (m *model) over(p *printer) {
	var idle []string
	for r := range m.requesters {
		idle = append(idle, fmt.Sprintf("phase[%d] != TRYING", r))
	}
	p.line("\n/* Where nothing can happen and nobody waits all is over. Where somebody waits this is no way out,\n * and spin reports an invalid end state. */")
	p.line("active proctype Over()\n{\n\tdo\n\t:: timeout && %s\n\tod\n}", strings.Join(idle, " && "))
}
