package show

import (
	"bytes"
	"encoding/json"
	"io"
)

// Encoder returns an encoder of JSON that leaves <, > and & as they are. Every JSON text of this
// project is written so.
func Encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

// Marshal returns the JSON of a value as [Encoder] writes it, on one line without its end.
func Marshal(v any) ([]byte, error) {
	var text bytes.Buffer
	err := Encoder(&text).Encode(v)
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
}
