package fleet

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"coterie/internal/machine/yamlfile"
	"coterie/internal/words/show"
)

// Protocol is a kind of software that runs on quorums: it says what has to meet what, besides reads
// and writes.
type Protocol string

// The protocols.
const (
	// Register is a versioned register: each write first reads the newest version.
	Register Protocol = "register"
	// FlexiblePaxos is a leader that commits to write quorums; its elections ask a read quorum (H.
	// Howard, D. Malkhi and A. Spiegelman, Flexible Paxos: Quorum intersection revisited, 2016).
	FlexiblePaxos Protocol = "flexible-paxos"
	// MajorityLog is a log that assumes majorities, as Raft: two writes have to meet.
	MajorityLog Protocol = "majority-log"
	// Lock has exclusive holders by a write quorum, shared ones by a read quorum: two writes have
	// to meet.
	Lock Protocol = "lock"
)

// Protocols returns the names of all protocols.
func Protocols() []string {
	return []string{string(Register), string(FlexiblePaxos), string(MajorityLog), string(Lock)}
}

// Leads reports whether a leader asks the quorums.
func (p Protocol) Leads() bool { return p == FlexiblePaxos || p == MajorityLog }

// Words returns the words for a read and for a write. A read of Flexible Paxos is an election. In
// logs that assume majorities an election asks the quorums of writes.
func (p Protocol) Words() [2]string {
	switch p {
	case FlexiblePaxos:
		return [2]string{"election", "commit"}
	case MajorityLog:
		return [2]string{"read", "commit"}
	}
	return [2]string{Reads.String(), Writes.String()}
}

// WritesMeet reports whether every two writes have to meet.
func (p Protocol) WritesMeet() bool { return p == MajorityLog || p == Lock }

// readProtocol reads the key protocol after the requirements, which it adds to.
func (p *reader) readProtocol(n, require *yaml.Node) {
	if n == nil {
		return
	}
	name := p.Text(n, "the protocol")
	if !slices.Contains(Protocols(), name) {
		p.Fail(n, yamlfile.Near(name, Protocols())+"; Raft and Multi-Paxos are a majority-log", "there is no protocol %s", show.Value(name))
	}
	p.fleet.Protocol = Protocol(name)
	if !p.fleet.Protocol.WritesMeet() {
		return
	}
	if require != nil {
		for key, value := range yamlfile.Pairs(require) {
			if key.Value == "writes_meet" && !p.fleet.Require.WritesMeet {
				p.Fail(value, "without it they have to; of flexible-paxos and register they need not", "writes_meet is false, and the writes of the protocol %s have to meet", name)
			}
		}
	}
	p.fleet.Require.WritesMeet = true
}
