package sim

// due is a pending event: at a time, in the order of their making among equals.
type due struct {
	at   Time
	seq  uint64
	what uint8
	who  int32 // the process, or the slot of the message
}

func (a due) before(b due) bool { return a.at < b.at || a.at == b.at && a.seq < b.seq }

// heap is a heap of four children: fewer levels than a binary one, and one line of the cache each.
type heap []due

func (h *heap) push(d due) {
	s := append(*h, d)
	*h = s
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 4
		if !d.before(s[up]) {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = d
}

func (h *heap) pop() due {
	s := *h
	top := s[0]
	last := s[len(s)-1]
	s = s[:len(s)-1]
	*h = s
	if len(s) == 0 {
		return top
	}
	i := 0
	for {
		least, from := i, 4*i+1
		if from >= len(s) {
			break
		}
		at := last
		for c := from; c < min(from+4, len(s)); c++ {
			if s[c].before(at) {
				least, at = c, s[c]
			}
		}
		if least == i {
			break
		}
		s[i] = s[least]
		i = least
	}
	s[i] = last
	return top
}
