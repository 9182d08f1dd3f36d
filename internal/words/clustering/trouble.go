package clustering

import (
	"errors"
	"strings"

	"coterie/internal/machine/work/cluster"
)

// Ending is how a command ends after an error of a cluster.
type Ending int

// The endings.
const (
	NotOurs  Ending = iota // the error does not come from a cluster
	BadInput               // the user must change the input
	CutShort               // the job may go on later
	Lied                   // a result was wrong
)

// Trouble returns how a command ends after an error, and advice in the words of the command line.
func Trouble(err error) (end Ending, advice string) {
	var trouble *cluster.Error
	if !errors.As(err, &trouble) {
		return NotOurs, ""
	}
	switch trouble.Reason {
	case cluster.Taken:
		return BadInput, "--name gives this worker another one; without it, it is that of the host with something random"
	case cluster.BadName:
		return BadInput, "--name takes letters, digits, and the signs - _ ."
	case cluster.UnknownJob:
		return BadInput, "`coterie cluster status` lists them"
	case cluster.TurnedAway:
		return BadInput, "copy the program file of whoever asks to this machine"
	case cluster.Refused:
		return Lied, ""
	case cluster.CannotOpen:
		return BadInput, "an external solver is run by workers that were started with the same --solver CMD"
	case cluster.NoRoom:
		return CutShort, "`coterie cluster cancel JOB` makes room, or cluster serve with a larger --store; then the same command goes on"
	case cluster.JobCancelled:
		return CutShort, "the same command begins it anew"
	case cluster.PartsParked:
		return CutShort, "the results of all other parts are kept; the same command tries this again"
	case cluster.Unauthorized:
		return BadInput, "--token-file FILE gives the token that the server was started with"
	case cluster.Untrusted:
		return BadInput, strings.TrimPrefix(trouble.Advice+"; --tls-ca FILE names who signs the server's certificate, --tls-cert and --tls-key are the client's own", "; ")
	case cluster.Unguarded:
		return BadInput, "--token-file FILE asks everybody for a token, --tls-ca with --tls-cert and --tls-key for a certificate; 127.0.0.1 is reached from this machine alone"
	}
	return BadInput, trouble.Advice
}
