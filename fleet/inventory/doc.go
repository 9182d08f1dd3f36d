// Package inventory reads servers from the files of the software that runs on them, so that nobody
// has to write a fleet file to begin with. Each kind of file is recognised by its content; a file
// of no other kind is read as a fleet file.
//
//   - ZooKeeper: zoo.cfg, or the dynamic configuration file, with server.N=host:port:port, group.N
//     and weight.N. Groups become zones. ZooKeeper's rules hold: weights need groups, and a server
//     that votes is in exactly one; a weight is 1 unless given (ZooKeeper Administrator's Guide,
//     section Cluster Options; the class QuorumHierarchical). A quorum has more than half of the
//     weight in more than half of the groups whose weight is not 0.
//   - Cassandra and ScyllaDB: the output of nodetool status, with the replication of a keyspace, as
//     DESCRIBE KEYSPACE prints it, in a line of its own. Datacenters become zones; where there is
//     one datacenter, its racks do. Where a datacenter has more nodes than replicas, the nodes of
//     the fleet are the replicas of a row.
//   - etcd: the output of etcdctl member list -w json, of etcdctl endpoint status -w json, or both,
//     one after the other. Learners do not vote, and are left out.
//   - Kubernetes: the output of kubectl get nodes -o json. The label topology.kubernetes.io/zone
//     names the zone, or the older failure-domain.beta.kubernetes.io/zone (Kubernetes, Well-Known
//     Labels, Annotations and Taints).
//   - Round-trip times as CSV: from,to,rtt with a row for each pair, or percentiles in place of
//     rtt: from,to,p50,p99,p100. A unit may stand in the head, as in rtt_ms. Every place to which
//     there is a time is a node, and every place from which there is one a place of clients.
//   - quoracle: a JSON object of the arguments of its classes (github.com/mwhittaker/quoracle,
//     quoracle/expr.py): nodes, each with name, and with capacity or with read_capacity and
//     write_capacity, and latency, a number of seconds; and read_fraction, a number or an object
//     of numbers with their weights. A latency that is left out counts as 0, and in quoracle as
//     1 s. The file is recognised by one of the keys read_capacity, write_capacity and
//     read_fraction; other keys are those of a fleet file.
//
// What a file does not say has the default of a fleet file, and a note says so. The replication of
// a keyspace has none, since it decides how many nodes a quorum is of.
package inventory
