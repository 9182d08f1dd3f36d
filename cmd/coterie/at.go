package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coterie/internal/machine/files"
	"coterie/internal/machine/work"
	"coterie/internal/machine/work/cluster"
	"coterie/internal/words/clustering"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
)

// accessFlags say where a cluster is, and with what it is entered.
type accessFlags struct {
	at            string // URL; "": this machine
	tokenFile     string
	ca, cert, key string // files
	changed       func(flag string) bool
}

// accessFlagNames are the flags that say where a verb computes, not what.
var accessFlagNames = []string{"at", "token-file", "tls-ca", "tls-cert", "tls-key"}

// declare adds the flags; what is done at the URL is said in a few words.
func (f *accessFlags) declare(flags *pflag.FlagSet, what string) {
	before := f.changed // of another verb, whose flags these are, too
	f.changed = func(flag string) bool { return flags.Changed(flag) || before != nil && before(flag) }
	flags.StringVar(&f.at, "at", "", what+" the cluster at `URL`, as in nats://10.0.0.7:4222")
	flags.StringVar(&f.tokenFile, "token-file", "", "the cluster asks for the token in `FILE`")
	flags.StringVar(&f.ca, "tls-ca", "", "the certificate of the cluster is signed by one of those in `FILE` (default: those of the system)")
	flags.StringVar(&f.cert, "tls-cert", "", "show the cluster the certificate in `FILE`")
	flags.StringVar(&f.key, "tls-key", "", "the key of --tls-cert, in `FILE`")
}

// check refuses flags that were given with nothing in them, as by an unset variable of a script,
// and those that say how to enter a cluster where none is named.
func (f *accessFlags) check() error {
	for _, name := range accessFlagNames {
		switch {
		case f.changed == nil || !f.changed(name):
		case f.empty(name) && name == "at":
			return hinted{errors.New("--at: the address of the cluster is missing"), "such as nats://127.0.0.1:4222"}
		case f.empty(name):
			return missingFile(name)
		case f.at == "":
			return hinted{fmt.Errorf("--%s: it is for a cluster, and none is named", name), "--at URL names one; without it this machine computes alone"}
		}
	}
	return nil
}

// empty: a flag was given, and has nothing in it.
func (f *accessFlags) empty(name string) bool {
	value := map[string]string{"at": f.at, "token-file": f.tokenFile, "tls-ca": f.ca, "tls-cert": f.cert, "tls-key": f.key}[name]
	return value == "" && f.changed(name)
}

func missingFile(flag string) error {
	return fmt.Errorf("--%s: the name of the file is missing", flag)
}

// mostOfToken bounds a token, in bytes: a file of another kind is not sent to anybody.
const mostOfToken = 4096

// token reads the secret; "" without --token-file.
func (f *accessFlags) token(ctx context.Context) (string, error) {
	if f.tokenFile == "" {
		return "", nil
	}
	const advice = "a secret of one line, such as `openssl rand -hex 32` prints"
	data, err := files.Read(ctx, f.tokenFile, mostOfToken)
	if err != nil {
		return "", typed.Unread("token-file", f.tokenFile, err)
	}
	secret := strings.TrimSpace(string(data))
	if secret == "" || strings.ContainsAny(secret, "\r\n") {
		return "", hinted{fmt.Errorf("--token-file %s: this is no token", show.Path(f.tokenFile)), advice}
	}
	return secret, nil
}

// words are the flags that others have to give to come in.
func (f *accessFlags) words() string {
	words := ""
	if f.tokenFile != "" {
		words += " --token-file FILE"
	}
	if f.ca != "" {
		words += " --tls-cert FILE --tls-key FILE"
	}
	if f.cert != "" {
		words += " --tls-ca FILE"
	}
	return words
}

// enter connects to the cluster that the flags name.
func (a *app) enter(ctx context.Context, f accessFlags, name string) (*cluster.Cluster, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	token, err := f.token(ctx)
	if err != nil {
		return nil, err
	}
	c, err := cluster.Connect(ctx, cluster.Access{
		URL: f.at, Token: token, CA: f.ca, Cert: f.cert, Key: f.key, Name: "coterie " + name,
		Note: func(line string) { a.notef("%s", line) },
	})
	return c, err
}

// clusterError gives the troubles of a cluster their status, and the names of the flags that end
// them.
func clusterError(err error) error {
	end, advice := clustering.Trouble(err)
	status := map[clustering.Ending]int{clustering.BadInput: exitUsage, clustering.CutShort: exitLimit, clustering.Lied: exitInternal}[end]
	if end == clustering.NotOurs {
		return err
	}
	return hinted{fail(status, "%v", err), advice}
}

// atFlags gives a verb that hands out parts the flags of a cluster.
func (a *app) atFlags(cmd *cobra.Command) {
	a.access.declare(cmd.Flags(), "have the parts computed by the workers of")
}

// runner returns what computes the parts of jobs: nil for this machine, without --at.
func (a *app) runner(ctx context.Context) (work.Runner, error) {
	if a.access.at == "" {
		return nil, a.access.check()
	}
	if a.tally == nil {
		c, err := a.enter(ctx, a.access, "coordinator")
		if err != nil {
			return nil, err
		}
		a.cluster = c
		a.tally = &clustering.Tally{Runner: c.Runner(cluster.RunnerOptions{Jobs: a.jobs, Notef: a.notef})}
	}
	return a.tally, nil
}

// leave ends the connection to a cluster, and says who did what.
func (a *app) leave(err error) {
	if a.cluster == nil {
		return
	}
	a.cluster.Close()
	if err != nil && !a.tally.Ran() {
		return
	}
	for _, note := range a.tally.Notes() {
		a.notef("%s", note)
	}
}
