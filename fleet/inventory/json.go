package inventory

import (
	"cmp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// decode reads a value that has the form of a type; other keys are passed over.
func (p *reader) decode(n *yaml.Node, into any) {
	if n.Decode(into) != nil {
		p.Fail(n, "", "this has not the form that %s has", p.What)
	}
}

// etcdMember is a member of etcd, etcdEndpoint one that answered.
type (
	etcdMember struct {
		ID      string `yaml:"ID"`
		Name    string
		Learner bool `yaml:"isLearner"`
	}
	etcdEndpoint struct {
		Endpoint string `yaml:"Endpoint"`
		Status   struct {
			Header struct {
				ID string `yaml:"member_id"`
			}
			Learner bool `yaml:"isLearner"`
		} `yaml:"Status"`
	}
)

// takeEtcd reads the members of a cluster. Where their list is not there, the endpoints that
// answered are the members.
func takeEtcd(p *reader, _ []string, values []*yaml.Node) {
	var members, endpoints []yaml.Node
	for _, value := range values {
		into := any(&endpoints)
		if value.Kind == yaml.MappingNode {
			into = &struct{ Members *[]yaml.Node }{&members}
		}
		p.decode(value, into)
	}
	silent := map[string]bool{} // the learners
	for _, n := range endpoints {
		var e etcdEndpoint
		if p.decode(&n, &e); e.Status.Header.ID == "" {
			p.Fail(&n, `{"Endpoint": "...", "Status": {"header": {"member_id": 1}}}`, "this is no endpoint with its status")
		}
		if silent[e.Status.Header.ID] = e.Status.Learner; members == nil && !e.Status.Learner {
			p.add(&n, strings.TrimPrefix(strings.TrimPrefix(e.Endpoint, "http://"), "https://"))
		}
	}
	for _, n := range members {
		var m etcdMember
		p.decode(&n, &m)
		name := cmp.Or(m.Name, "member-"+m.ID) // one that never started has no name
		switch {
		case m.ID == "":
			p.Fail(&n, `{"ID": 1, "name": "infra1"}`, "this member has no ID")
		case m.Learner || silent[m.ID]:
			p.noteAll([]string{name}, "a learner, which does not vote, and is left out")
		default:
			p.add(&n, name)
		}
	}
	p.rest = append(p.rest, "require: {same: true}")
	p.found.Today = "majority:n=" + strconv.Itoa(len(p.nodes))
}

type kubeNode struct {
	Kind     string
	Metadata struct {
		Name   string
		Labels map[string]string
	}
	Status struct {
		Conditions []struct{ Type, Status string }
	}
}

// takeKubernetes reads the nodes of a cluster.
func takeKubernetes(p *reader, _ []string, values []*yaml.Node) {
	var bare, unready []string
	list := struct{ Items []yaml.Node }{[]yaml.Node{*values[0]}}
	p.decode(values[0], &list)
	for _, n := range list.Items {
		var v kubeNode
		if p.decode(&n, &v); v.Kind != "Node" {
			p.Fail(&n, "kubectl get nodes -o json prints them", "this is no Node")
		}
		zone := cmp.Or(v.Metadata.Labels["topology.kubernetes.io/zone"], v.Metadata.Labels["failure-domain.beta.kubernetes.io/zone"])
		if p.add(&n, v.Metadata.Name, "zone", quoted(zone)); zone == "" {
			bare = append(bare, v.Metadata.Name)
		}
		for _, c := range v.Status.Conditions {
			if c.Type == "Ready" && c.Status != "True" {
				unready = append(unready, v.Metadata.Name)
			}
		}
	}
	p.noteAll(bare, "without the label topology.kubernetes.io/zone, and so in no zone")
	p.noteAll(unready, "not ready now, and counted none the less")
}
