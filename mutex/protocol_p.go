package mutex

import (
	"fmt"

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

// protocolP is the protocol of section 3.1. A process that has the OK of all arbiters of a quorum
// uses a resource. An arbiter gives one OK at a time, and later requests wait in a queue, first
// come first served. No request is ever taken back, so that processes may wait for each other in a
// circle, as footnote 1 of the paper says.
//
// docs/theorems/protocol-p.md proves when they can, and that nothing else goes wrong.
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
		New:    func(s *Setup, actor int32) Machine { return &pMachine{siteAt(s, actor)} },
	}
}

// pMachine is a process, an arbiter, or both. Those that wait are in the order of their arrival,
// and timestamps have no time.
type pMachine struct{ site }

func (m *pMachine) Wish(w Wish, out []Message) []Message {
	m.begin(w)
	return m.multicast(Request, pRequest, out)
}

func (m *pMachine) Exit(out []Message) []Message {
	m.end(Critical, "Exit")
	return m.multicast(Release, pRelease, out)
}

func (m *pMachine) Receive(msg Message, out []Message) []Message {
	switch msg.Kind {
	case Request:
		r := waiting{stamp: msg.Stamp, charge: msg.Cause}
		if m.held {
			m.queue = append(m.queue, r)
			return out
		}
		return m.permit(r, pPermit, out)
	case Release:
		return m.next(m.permit, pNext, out)
	case OK:
		mustBe(m.phase, Trying, "OK")
		if m.lockedBy(m.memberOf(msg)) {
			m.phase = Critical // 資源獲得
		}
		return out
	}
	panic(fmt.Sprintf("mutex: protocol P knows no %v", msg.Kind))
}

func (m *pMachine) permit(r waiting, line uint8, out []Message) []Message {
	m.give(r)
	return append(out, m.tell(OK, line, r.stamp, 0, r.charge))
}

func (m *pMachine) View() View {
	v := m.view()
	m.viewLock(&v, "OK to")
	v.Fields = []Field{{"OK to", nodesText(v.Holders)}, {"QUEUE", nodeList(v.Queue)}}
	return v
}

func (m *pMachine) State(c *Codec) {
	if m.requested(c) {
		m.known(c, false)
	}
	m.lockState(c, m.self)
}

// Needs: no process gives an OK back before its REL.
func (m *pMachine) Needs(to int32, p *Prospect) (process, arbiter Needs) {
	r := m.present()
	other, ok := m.setup.ProcessAt(to)
	switch {
	case !ok:
		arbiter = Never()
	case p.comes(to, Request):
	case m.waits(other):
		arbiter = p.back(m.setup.Place(m.holder.stamp.Process), Release)
	default:
		arbiter = fromProcess(to)
	}
	return p.toArbiter(m.setup, to, r), arbiter
}

// Apart is true: the parts share nothing.
func (m *pMachine) Apart(*Prospect) bool { return true }
