package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/work"
)

// accessFlags say where a cluster is, and with what it is entered.
type accessFlags struct {
	at            string // URL; "": this machine
	tokenFile     string
	ca, cert, key string // files
}

// accessFlagNames are the flags that say where a verb computes, not what.
var accessFlagNames = []string{"at", "token-file", "tls-ca", "tls-cert", "tls-key"}

// declare adds the flags; what is done at the URL is said in a word or two.
func (f *accessFlags) declare(flags *pflag.FlagSet, what string) {
	flags.StringVar(&f.at, "at", "", what+" the cluster at `URL`, as in nats://10.0.0.7:4222")
	flags.StringVar(&f.tokenFile, "token-file", "", "the cluster asks for the token in `FILE`")
	flags.StringVar(&f.ca, "tls-ca", "", "whoever has the certificates in `FILE` vouches for the cluster (default: those of the system)")
	flags.StringVar(&f.cert, "tls-cert", "", "the certificate in `FILE` is shown to the cluster")
	flags.StringVar(&f.key, "tls-key", "", "the key of --tls-cert, in `FILE`")
}

// atFlags gives a verb that hands out parts the flags of a cluster.
func (a *app) atFlags(cmd *cobra.Command) {
	a.access.declare(cmd.Flags(), "hand the work out to the workers of")
}

// runner returns what computes the parts of jobs: nil for this machine, without --at.
func (a *app) runner(context.Context) (work.Runner, error) {
	if a.access.at == "" {
		return nil, nil
	}
	return nil, errors.New("--at: there is no cluster in this program yet")
}
