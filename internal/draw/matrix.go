package draw

func matrix(v *view) (*Picture, error) { return nil, ErrNoList }
