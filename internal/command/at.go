package command

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/words/typed"
)

// accessFlags are the flags that name a cluster, and the credentials for it.
type accessFlags struct {
	at            string // URL; "": this machine
	tokenFile     string
	ca, cert, key string // files
	changed       func(flag string) bool
}

// accessFlagNames are the flags that choose where a verb computes. They do not change the result.
var accessFlagNames = []string{"at", "token-file", "tls-ca", "tls-cert", "tls-key"}

// declare adds the flags. In the help, the words of what describe how the verb uses the cluster.
func (f *accessFlags) declare(flags *pflag.FlagSet, what string) {
	before := f.changed // another verb may have declared the same flags
	f.changed = func(flag string) bool { return flags.Changed(flag) || before != nil && before(flag) }
	flags.StringVar(&f.at, "at", "", what+" the cluster at `URL`, as in nats://10.0.0.7:4222")
	flags.StringVar(&f.tokenFile, "token-file", "", "the cluster asks for the token in `FILE`")
	flags.StringVar(&f.ca, "tls-ca", "", "the certificate of the cluster is signed by one of those in `FILE` (default: those of the system)")
	flags.StringVar(&f.cert, "tls-cert", "", "show the cluster the certificate in `FILE`")
	flags.StringVar(&f.key, "tls-key", "", "the key of --tls-cert, in `FILE`")
}

// check refuses flags whose value is empty, for example because a variable of a script is unset. It
// also refuses credentials if no cluster is named.
func (f *accessFlags) check() error {
	for _, name := range accessFlagNames {
		switch {
		case f.changed == nil || !f.changed(name):
		case f.empty(name) && name == "at":
			return typed.Hint(errors.New("--at: the address of the cluster is missing"), "such as nats://127.0.0.1:4222")
		case f.empty(name):
			return missingFile(name)
		case f.at == "":
			return typed.Hint(fmt.Errorf("--%s: it is for a cluster, and none is named", name), "--at URL names one; without it this machine computes alone")
		}
	}
	return nil
}

// empty reports whether a flag was given with an empty value.
func (f *accessFlags) empty(name string) bool {
	value := map[string]string{"at": f.at, "token-file": f.tokenFile, "tls-ca": f.ca, "tls-cert": f.cert, "tls-key": f.key}[name]
	return value == "" && f.changed(name)
}

func missingFile(flag string) error {
	return fmt.Errorf("--%s: the name of the file is missing", flag)
}

// AtFlags adds the flags of a cluster to a verb whose work has parts.
func (a *App) AtFlags(cmd *cobra.Command) {
	a.access.declare(cmd.Flags(), "have the parts computed by the workers of")
}
