package cluster

import "strings"

// Reason is the kind of trouble that a cluster can be in, as a caller may want to tell them apart.
type Reason int

// The kinds of trouble.
const (
	BadURL       Reason = iota + 1 // no address of a server
	BadFile                        // a certificate, a key or a token cannot be read, or is none
	Unreachable                    // nobody listens there, or what listens is no such server
	Unauthorized                   // the token is wrong, or missing
	Untrusted                      // one side does not trust the certificate of the other
	Storeless                      // the server has no JetStream
	Unguarded                      // a server that everybody could use was asked for
	InUse                          // the address or the folder of a server is another's
	Taken                          // another worker has that name
	Unstarted                      // the server did not start, for another reason
)

// Error is trouble that a person can cause and end: one sentence, and what may help.
type Error struct {
	Reason Reason
	What   string // the sentence, without a full stop
	Advice string // "" where there is none
	Err    error  // what lies below; nil where nothing does
}

func (e *Error) Error() string { return e.What }

// Hint says what may help; "" where nothing is known to.
func (e *Error) Hint() string { return e.Advice }

func (e *Error) Unwrap() error { return e.Err }

// plain returns the text of an error of the library without its prefix.
func plain(err error) string {
	text, _ := strings.CutPrefix(err.Error(), "nats: ")
	return text
}
