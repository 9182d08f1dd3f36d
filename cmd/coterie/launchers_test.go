package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"coterie/internal/check/assert"
)

// commented matches a comment at the end of a shell line.
var commented = regexp.MustCompile(`\s+#.*$`)

// TestClusterPage: the verb and the flags of every command of docs/cluster.md exist.
func TestClusterPage(t *testing.T) {
	data := assert.Got(os.ReadFile(filepath.Join(root, "docs/cluster.md")))(t)
	commands := 0
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(data), -1) {
		for line := range strings.Lines(block[1]) {
			if line = commented.ReplaceAllString(strings.TrimSpace(line), ""); strings.HasPrefix(line, "coterie ") {
				commands++
				parses(t, line)
			}
		}
	}
	if commands < 4 {
		t.Errorf("only %d commands found", commands)
	}
}

// TestSlurm: the job array of Slurm is a script, and the verb and the flags of its command exist.
func TestSlurm(t *testing.T) {
	path := filepath.Join(root, "docs/cluster/slurm.sh")
	if out, err := exec.Command("bash", "-n", path).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	data := assert.Got(os.ReadFile(path))(t)
	_, command, found := strings.Cut(strings.ReplaceAll(string(data), "\\\n", " "), "\nexec srun ")
	assert.MustTrue(t, found, "no command found")
	// The shell replaces each variable by a word, and the number of cores by a number.
	command = strings.ReplaceAll(command, `"${SLURM_CPUS_PER_TASK:-1}"`, "16")
	command = strings.Replace(command, `"${COTERIE:-coterie}"`, "coterie", 1)
	command = regexp.MustCompile(`"\$\{[^}]*\}"`).ReplaceAllString(command, "word")
	if strings.Contains(command, "$") {
		t.Errorf("what does the shell put into %s?", command)
	}
	parses(t, strings.TrimSpace(command))
}

// TestKubernetes: the objects are of the expected kinds, and the verbs and flags of their commands
// exist.
func TestKubernetes(t *testing.T) {
	data := assert.Got(os.ReadFile(filepath.Join(root, "docs/cluster/kubernetes.yaml")))(t)
	type pod struct {
		Spec struct {
			Containers []struct{ Command []string }
		}
	}
	kinds := map[string]bool{}
	for dec := yaml.NewDecoder(bytes.NewReader(data)); ; {
		var object struct {
			APIVersion string `yaml:"apiVersion"`
			Kind       string
			Spec       struct {
				Mode     string `yaml:"completionMode"`
				Template pod
			}
		}
		if err := dec.Decode(&object); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		kinds[object.APIVersion+" "+object.Kind+" "+object.Spec.Mode] = true
		for _, c := range object.Spec.Template.Spec.Containers {
			parses(t, strings.TrimPrefix(strings.Join(c.Command, " "), "/"))
		}
	}
	for _, kind := range []string{"v1 Service ", "apps/v1 StatefulSet ", "batch/v1 Job Indexed"} {
		assert.True(t, kinds[kind], "no %s among %v", kind, kinds)
	}
}
