//go:build !small && !js

package command

import (
	"context"
	"fmt"
	"strings"

	"coterie/internal/machine/files"
	"coterie/internal/machine/work"
	"coterie/internal/machine/work/cluster"
	"coterie/internal/words/clustering"
	"coterie/internal/words/show"
	"coterie/internal/words/typed"
)

// link is the connection of a run to the cluster of --at. It is empty without that flag.
type link struct {
	cluster *cluster.Cluster
	tally   *clustering.Tally // the runner of the cluster
}

// enter connects to the cluster that the flags name.
func (a *App) enter(ctx context.Context, f accessFlags, name string) (*cluster.Cluster, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	token, err := f.token(ctx)
	if err != nil {
		return nil, err
	}
	c, err := cluster.Connect(ctx, cluster.Access{
		URL: f.at, Token: token, CA: f.ca, Cert: f.cert, Key: f.key, Name: "coterie " + name,
		Note: func(line string) { a.Notef("%s", line) },
	})
	return c, err
}

// clusterError gives an error of a cluster its exit status, and a hint that names the flags to
// change.
func clusterError(err error) error {
	end, advice := clustering.Trouble(err)
	status := map[clustering.Ending]int{clustering.BadInput: ExitUsage, clustering.CutShort: ExitLimit, clustering.Lied: ExitInternal}[end]
	if end == clustering.NotOurs {
		return err
	}
	return typed.Hint(Fail(status, "%v", err), advice)
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

// Runner returns the runner that computes the parts of jobs. Without --at it is nil, and the parts
// are computed on this machine.
func (a *App) Runner(ctx context.Context) (work.Runner, error) {
	if a.access.at == "" {
		return nil, a.access.check()
	}
	if a.link.tally == nil {
		c, err := a.enter(ctx, a.access, "coordinator")
		if err != nil {
			return nil, err
		}
		a.link.cluster = c
		a.link.tally = &clustering.Tally{Runner: c.Runner(cluster.RunnerOptions{Jobs: a.Jobs, Notef: a.Notef})}
	}
	return a.link.tally, nil
}

// leave closes the connection to the cluster, and prints notes on who computed the parts.
func (a *App) leave(err error) {
	if a.link.cluster == nil {
		return
	}
	a.link.cluster.Close()
	if err != nil && !a.link.tally.Ran() {
		return
	}
	for _, note := range a.link.tally.Notes() {
		a.Notef("%s", note)
	}
}
