package mutex

// AppendState appends a canonical encoding of what a machine can read of a message: equal bytes
// make equal machines behave alike. The step that sent it and its charge are no part of it; with
// charges the charge is.
func (m *Message) AppendState(dst []byte, charges bool) []byte {
	dst = appendBool(appendNumbers(dst, m.Kind), m.Flag)
	dst = appendNumbers(dst, m.From, m.To, m.Node, m.Group)
	dst = appendNumbers(appendStamp(dst, m.Stamp), m.Clock, m.Round)
	dst = appendNumbers(dst, m.Quorum)
	if m.Token != nil {
		dst = appendList(appendList(dst, m.Token.Served), m.Token.Queue)
	}
	if charges {
		dst = appendNumbers(appendNumbers(dst, m.Cause.Process), m.Cause.Entry)
		if m.Token != nil {
			dst = appendList(dst, m.Token.Entries)
		}
	}
	return dst
}
