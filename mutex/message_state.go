package mutex

// AppendState appends a canonical encoding of the fields that a machine can read in a message:
// equal bytes make equal machines behave alike. The step that sent it is not part of the encoding.
// Its charge is part of it only if charges is set.
func (m *Message) AppendState(dst []byte, charges bool) []byte {
	c := Codec{Charges: charges, bytes: dst}
	Numbers(&c, &m.Kind)
	c.Bools(&m.Flag)
	Numbers(&c, &m.From, &m.To, &m.Node, &m.Group)
	Numbers(&c, &m.Stamp.Time)
	Numbers(&c, &m.Stamp.Process)
	Numbers(&c, &m.Clock, &m.Round)
	Numbers(&c, &m.Quorum)
	c.charge(&m.Cause)
	if m.Token != nil {
		m.Token.state(&c)
	}
	return c.bytes
}
