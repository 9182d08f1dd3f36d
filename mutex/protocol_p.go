package mutex

import (
	"fmt"
	"slices"
	"strings"

	"coterie/quorum"
)

// The steps of protocol P in section 3.1 of Miyamoto, Kakugawa and Yamashita; the primed ones are
// those of the variant.
const (
	pRequest    = iota + 1 // 資源要求: REQ to every member of a quorum
	pPermit                // 許可, first item: OK to a REQ that finds no OK given, else it waits
	pNext                  // 許可, second item: after a REL, OK to the first that waits
	pRelease               // 資源解放: REL to every member
	pInquire               // 許可': an earlier request has come, give the OK back
	pRelinquish            // 許可': the OK back
	pReturn                // 許可': after it, OK to the earliest
	pGiveUp                // 資源解放': REL of a request that is given up
	pFailed                // 許可': FAILED to a REQ that waits
	pRetry                 // 資源要求': REQ to more arbiters, of another quorum
	pSpare                 // 資源獲得': REL to those that are asked and not needed
)

// protocolP is the protocol of section 3.1. Whoever has the OK of all arbiters of a quorum uses a
// resource; an arbiter gives one OK at a time, and who comes later waits in a queue, first come
// first served. No request is ever taken back, so that processes may wait for each other in a
// circle, as footnote 1 of the paper says.
//
// Proof of when they can, and that nothing else goes wrong: docs/theorems/protocol-p.md.
func protocolP() *Algorithm {
	return &Algorithm{
		Name:   "protocol-p",
		Title:  "protocol P: a quorum of permissions, first come first served; it can deadlock",
		Source: "Miyamoto, Kakugawa and Yamashita 1994, section 3.1",
		Over:   []quorum.Kind{quorum.KindSharing, quorum.KindKCoterie, quorum.KindSystem},
		Order:  OrderProcesses,
		Lines:  []string{"", "(request)", "(permission 1)", "(permission 2)", "(release)"},
		Kinds:  []Kind{Request, OK, Release},
		Self:   SelfNetwork, // REQ goes "to all processes u_j in q": the text excepts nobody
		Unsafe: true,
		New:    func(s *Setup, actor int32) Machine { return &pMachine{setup: s, self: actor} },
	}
}

// pMachine is a process, an arbiter, or both.
type pMachine struct {
	setup *Setup
	self  int32

	// The process.
	phase  Phase
	quorum int32
	has    []bool // beside the nodes of the quorum: an OK
	cause  Cause

	// The arbiter.
	held   bool
	holder int32
	queue  []pWaiting
}

// pWaiting is a REQ in a queue.
type pWaiting struct {
	process int32
	cause   Cause
}

func (m *pMachine) Phase() Phase { return m.phase }

func (m *pMachine) Wish(w Wish, out []Message) []Message {
	mustBe(m.phase, Idle, "Wish")
	m.phase, m.quorum, m.cause = Trying, w.Quorum, Cause{w.Process, w.Entry}
	n := len(m.setup.Quorums[w.Quorum])
	m.has = slices.Grow(m.has[:0], n)[:n]
	clear(m.has)
	return m.multicast(Request, pRequest, w.Process, m.quorum, out)
}

func (m *pMachine) multicast(k Kind, line uint8, process, quorum int32, out []Message) []Message {
	for _, j := range m.setup.Quorums[m.quorum] {
		out = append(out, Message{Kind: k, Line: line, From: m.self, To: j, Node: j, Stamp: Stamp{Process: process}, Quorum: quorum, Cause: m.cause})
	}
	return out
}

func (m *pMachine) Exit(out []Message) []Message {
	mustBe(m.phase, Critical, "Exit")
	m.phase = Idle
	process, _ := m.setup.ProcessAt(m.self)
	return m.multicast(Release, pRelease, process, 0, out)
}

func (m *pMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Request:
		r := pWaiting{msg.Stamp.Process, msg.Cause}
		if m.held {
			m.queue = append(m.queue, r)
			return out
		}
		return m.permit(r, pPermit, out)
	case Release:
		m.held = false
		if len(m.queue) == 0 {
			return out
		}
		r := m.queue[0]
		m.queue = slices.Delete(m.queue, 0, 1)
		return m.permit(r, pNext, out)
	case OK:
		at, ok := slices.BinarySearch(m.setup.Quorums[m.quorum], msg.Node)
		if !ok || m.phase != Trying {
			panic(fmt.Sprintf("mutex: an OK from node %v that nobody asked for", quorum.Node(msg.Node)))
		}
		m.has[at] = true
		if !slices.Contains(m.has, false) {
			m.phase = Critical // 資源獲得
		}
		return out
	}
	panic(fmt.Sprintf("mutex: protocol P knows no %v", msg.Kind))
}

func (m *pMachine) permit(r pWaiting, line uint8, out []Message) []Message {
	m.held, m.holder = true, r.process
	return append(out, Message{Kind: OK, Line: line, From: m.self, To: m.setup.Place(r.process), Node: m.self, Stamp: Stamp{Process: r.process}, Cause: r.cause})
}

func (m *pMachine) View() View {
	v := View{Phase: m.phase}
	given := "-"
	if m.held {
		v.Holders = append(v.Holders, m.holder)
		given = quorum.Node(m.holder).String()
	}
	var queue []string
	for _, r := range m.queue {
		v.Queue = append(v.Queue, r.process)
		queue = append(queue, quorum.Node(r.process).String())
	}
	if m.phase != Idle {
		for i, j := range m.setup.Quorums[m.quorum] {
			if m.has[i] {
				v.Has = append(v.Has, j)
			} else {
				v.Lacks = append(v.Lacks, j)
			}
		}
	}
	v.Fields = []Field{{"OK to", given}, {"QUEUE", strings.Join(queue, " ")}}
	return v
}

func (m *pMachine) AppendState(dst []byte) []byte {
	dst = appendNumbers(dst, uint8(m.phase))
	if m.phase != Idle {
		dst = appendNumbers(dst, m.quorum)
		for _, has := range m.has {
			dst = appendBool(dst, has)
		}
	}
	if dst = appendBool(dst, m.held); !m.held {
		return dst // and nobody waits
	}
	dst = appendNumbers(appendNumbers(dst, m.holder), len(m.queue))
	for _, r := range m.queue {
		dst = appendNumbers(dst, r.process)
	}
	return dst
}

func (m *pMachine) LoadState(src []byte) ([]byte, error) {
	r := &stateReader{src: src}
	m.phase, m.has, m.queue = Phase(readNumber[uint8](r)), m.has[:0], m.queue[:0]
	if m.phase != Idle {
		m.quorum = readNumber[int32](r)
		if m.quorum < 0 || int(m.quorum) >= len(m.setup.Quorums) {
			return nil, errState
		}
		for range m.setup.Quorums[m.quorum] {
			m.has = append(m.has, readBool(r))
		}
	}
	if m.held = readBool(r); m.held {
		m.holder = readNumber[int32](r)
		for range readCount(r) {
			m.queue = append(m.queue, pWaiting{process: readNumber[int32](r)})
		}
	}
	return r.src, r.err
}
