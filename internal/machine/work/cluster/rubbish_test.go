package cluster

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"

	"github.com/nats-io/nats.go/jetstream"
)

// rubbish is data that a foreign client may put anywhere.
var rubbish = [][]byte{nil, []byte("\n"), []byte("no JSON\n"), []byte(`{"worker":"a b*"}` + "\n"), []byte(`{"parts":-1,"end":1e99}`), []byte(`[[[[`), bytes.Repeat([]byte{0}, 100)}

// strew puts rubbish under all subjects that a job may look at.
func strew(ctx context.Context, t *testing.T, s *store, key string, parts int) {
	t.Helper()
	put := func(subject string, data []byte) {
		assert.Got(s.js.Publish(ctx, subject, data))(t, "%s", subject)
	}
	for n, data := range rubbish {
		for _, bucket := range []string{jobsBucket, refusedBucket, workersBucket, failuresBucket} {
			put(fmt.Sprintf("$KV.%s.strange-%d", bucket, n), data)
		}
		put(fmt.Sprintf("$KV.%s.%s.%d.%d", failuresBucket, key, n-1, 99999999999999), data)
	}
	for _, end := range []string{"-1", "007", "99", "99999999999999999999999", "x"} {
		put("$KV."+resultsBucket+"."+key+"."+end, []byte("{}\n1"))
		put("coterie.part."+tag(work.Executable())+"."+key+"."+end, nil)
	}
	for i := range parts {
		put(resultSubject(key, i), rubbish[i%4])
	}
}

// TestRubbish: foreign data at the server neither stops anybody nor takes the place of a result.
func TestRubbish(t *testing.T) {
	c := joined(t, serving(t, ServeOptions{}))
	ctx := bounded(t)
	s := assert.Got(c.open(ctx))(t)
	const parts = 9
	job := squaresJob("among rubbish", parts)
	job.InOrder = true
	strew(ctx, t, s, job.Key(), parts)
	assert.Got(s.jobs.Put(ctx, job.Key(), []byte("}")))(t)
	for bucket, value := range map[string]string{
		jobsBucket:    `{"title":"a\u001b[31m\nb","parts":2,"end":1,"state":"open","executable":"\u001b[2J","platform":"\n"}`,
		workersBucket: `{"worker":"\u001b[31m\n","platform":"\n","job":"\n"}`,
		refusedBucket: `{"worker":"\u001b[31m\n","why":"\n\n","job":"\n"}`,
	} {
		assert.Got(s.js.Publish(ctx, "$KV."+bucket+".hostile", []byte(value)))(t)
	}
	status := assert.Got(c.Status(ctx))(t, "status")
	assert.Equal(t, len(status.Jobs), 1, "the jobs are %+v", status.Jobs)
	var texts []string
	for _, j := range status.Jobs {
		texts = append(texts, j.Title, j.Executable, j.Platform)
	}
	for _, w := range status.Workers {
		texts = append(texts, w.Worker, w.Platform, w.Job)
	}
	for _, r := range status.Refused {
		texts = append(texts, r.Worker, r.Why, r.Job)
	}
	if text := strings.Join(texts, ""); strings.ContainsAny(text, "\x1b\n") {
		t.Errorf("status has %q", text)
	}
	assert.Equal(t, assert.Got(c.Cancel(ctx, "hostile"))(t), "hostile", "cancel")
	if _, err := c.Cancel(ctx, "strange"); !is(err, UnknownJob) && err != nil {
		t.Errorf("cancel: %v", err)
	}
	working(t, c, WorkOptions{Name: "w", Jobs: 2, Kinds: []work.Kind{squares(nil)}})
	next := 0
	report, err := c.Runner(RunnerOptions{Jobs: 1}).Run(ctx, job, taskOf(job), func(i int, result []byte) error {
		if i != next || !bytes.Equal(result, square(job.Params, job.Part(i, 0))) {
			t.Errorf("part %d: %q", i, result)
		}
		next++
		return nil
	})
	if err != nil || report.Parts != parts {
		t.Fatalf("%+v, %v", report, err)
	}
}

// TestObjectsThatAreMissing: a result whose bytes are not there is computed again, whether it is
// judged or not; a part whose input is not there is parked.
func TestObjectsThatAreMissing(t *testing.T) {
	for _, sample := range []int{0, 1} {
		t.Run(fmt.Sprint("sample ", sample), func(t *testing.T) {
			t.Parallel()
			c := joined(t, serving(t, ServeOptions{}))
			ctx := bounded(t)
			s := assert.Got(c.open(ctx))(t)
			job := squaresJob("objects", 1)
			job.Trust.Sample = sample
			assert.Got(s.js.Publish(ctx, resultSubject(job.Key(), 0), []byte(`{"worker":"gone","object":"nowhere"}`+"\n")))(t)
			working(t, c, WorkOptions{Name: "w", Jobs: 1, Kinds: []work.Kind{squares(nil)}})
			report, err := c.Runner(RunnerOptions{Jobs: 1}).Run(ctx, job, taskOf(job), func(int, []byte) error { return nil })
			if err != nil || report.Parts != 1 || len(report.Workers) != 1 || report.Workers[0].Worker != "w" {
				t.Fatalf("%+v, %v", report, err)
			}
		})
	}
}

// TestInputThatIsMissing: a part is parked whose input is lost at the server.
func TestInputThatIsMissing(t *testing.T) {
	t.Parallel()
	c := joined(t, serving(t, ServeOptions{}))
	ctx := bounded(t)
	s := assert.Got(c.open(ctx))(t)
	job := squaresJob("inputs", 1)
	job.Input = func(int) []byte { return bytes.Repeat([]byte("x"), s.inline+1) }
	runs := make(chan error, 1)
	go func() {
		_, err := c.Runner(RunnerOptions{Jobs: 1}).Run(ctx, job, taskOf(job), func(int, []byte) error { return nil })
		runs <- err
	}()
	for {
		_, err := s.parts.GetLastMsgForSubject(ctx, partSubject(work.Executable(), job.Key(), 0))
		if err == nil {
			break
		}
		if !pause(ctx, 10*time.Millisecond) {
			t.Fatal(err)
		}
	}
	assert.OK(t, s.dropObject(ctx, job.Key()+".part.0"))
	working(t, c, WorkOptions{Name: "w", Jobs: 1, Kinds: []work.Kind{squares(nil)}})
	if err := <-runs; !is(err, PartsParked) {
		t.Errorf("the run ended with %v", err)
	}
}

// TestObjectWithoutItsBytes: a damaged object counts as missing, and a client that waits for it can
// leave.
func TestObjectWithoutItsBytes(t *testing.T) {
	t.Parallel()
	c := joined(t, serving(t, ServeOptions{}))
	ctx := bounded(t)
	s := assert.Got(c.open(ctx))(t)
	assert.OK(t, s.putObject(ctx, "damaged", []byte("bytes")))
	info := assert.Got(s.objects.GetInfo(ctx, "damaged"))(t)
	chunks := "$O." + objectsBucket + ".C." + info.NUID
	assert.OK(t, s.purge(ctx, "OBJ_"+objectsBucket, chunks))
	short, end := context.WithTimeout(ctx, 200*time.Millisecond)
	defer end()
	begun := time.Now()
	if _, err := s.object(short, "damaged"); err == nil || time.Since(begun) > enough {
		t.Errorf("after %v: %v", time.Since(begun), err)
	}
	assert.Got(s.js.Publish(ctx, chunks, []byte("other")))(t)
	assert.Is(t, assert.Err(s.object(ctx, "damaged")), jetstream.ErrObjectNotFound, "a damaged object")
}
