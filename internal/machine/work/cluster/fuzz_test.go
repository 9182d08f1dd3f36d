package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

// FuzzWire reads data from a server as each of its records, and as the stream of a connection.
// Cutting the stream in two anywhere makes no difference.
func FuzzWire(f *testing.F) {
	for _, data := range append(rubbish,
		[]byte("{\"worker\":\"w\"}\nbytes"), []byte(`{"kind":"k","parts":3,"end":2,"state":"open"}`), []byte(`{"id":"a","worker":"b","jobs":1}`),
		[]byte("INFO {}\r\nPING\r\nMSG a 1 3\r\nabc\r\n+OK\r\nHMSG a 1 b 12 14\r\nNATS/1.0\r\n\r\nab\r\n-ERR 'x'\r\n"), []byte("MSG a 1 9223372036854775807\r\n")) {
		f.Add(data, uint16(len(data)/2))
	}
	f.Fuzz(func(t *testing.T, data []byte, cut uint16) {
		if r, err := parseResult(data); err == nil {
			head, _ := json.Marshal(r)
			again, err := parseResult(append(append(head, '\n'), r.bytes...))
			if err != nil || again.Worker != r.Worker || again.Object != r.Object || !bytes.Equal(again.bytes, r.bytes) {
				t.Errorf("the result %+v is %+v when it is written and read, %v", r, again, err)
			}
		} else if !errors.Is(err, errRubbish) {
			t.Errorf("a result: %v", err)
		}
		if r, err := parseRecord(data); err == nil && (r.End < 0 || r.Parts < r.End) || err != nil && !errors.Is(err, errRubbish) {
			t.Errorf("the record of a job: %+v, %v", r, err)
		}
		if n := lastNumber(string(data)); n < -1 {
			t.Errorf("the number %d", n)
		}
		at := min(int(cut), len(data))
		whole, parts := &guard{}, &guard{}
		want, got := whole.judge(data), parts.judge(data[:at])
		if got == "" {
			got = parts.judge(data[at:])
		}
		if want != got || want == "" && (whole.skip != parts.skip || whole.ends != parts.ends || !bytes.Equal(whole.line, parts.line)) {
			t.Errorf("%q: %q, %+v; cut at %d: %q, %+v", data, want, whole, at, got, parts)
		}
		if whole.skip > mostOfMessage || len(whole.line) > mostOfLine && want == "" {
			t.Errorf("%q: %+v", data, whole)
		}
	})
}
