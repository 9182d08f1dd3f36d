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

// accessFlags are the flags that name a cluster, and the credentials for it.
type accessFlags struct {
	at            string // URL; "": this machine
	tokenFile     string
	ca, cert, key string // files
	changed       func(flag string) bool
}

// accessFlagNames are the flags that choose where a verb computes. They do not change the result.
var accessFlagNames = []string{"at", "token-file", "tls-ca", "tls-cert", "tls-key"}

// declare adds the flags. The words of what say in the help how the verb uses the cluster.
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

// mostOfToken bounds a token, in bytes, so that no other file is sent to a server by mistake.
const mostOfToken = 4096

// token returns the secret in the file of --token-file, or "" without that flag.
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
		return "", typed.Hint(fmt.Errorf("--token-file %s: this is no token", show.Path(f.tokenFile)), advice)
	}
	return secret, nil
}

// words returns the flags with which another command enters the server that has these flags.
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

// clusterError gives an error of a cluster its exit status, and a hint that names the flags to
// change.
func clusterError(err error) error {
	end, advice := clustering.Trouble(err)
	status := map[clustering.Ending]int{clustering.BadInput: exitUsage, clustering.CutShort: exitLimit, clustering.Lied: exitInternal}[end]
	if end == clustering.NotOurs {
		return err
	}
	return typed.Hint(fail(status, "%v", err), advice)
}

// atFlags adds the flags of a cluster to a verb whose work has parts.
func (a *app) atFlags(cmd *cobra.Command) {
	a.access.declare(cmd.Flags(), "have the parts computed by the workers of")
}

// runner returns the runner that computes the parts of jobs. Without --at it is nil, and the parts
// are computed on this machine.
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

// leave closes the connection to the cluster, and prints notes on who computed the parts.
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
