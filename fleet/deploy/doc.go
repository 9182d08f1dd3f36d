// Package deploy writes a system of a fleet as configuration of the software that is to run it.
//
// [Write] takes any reads and writes, and recognises by computing whether the software can have
// these quorums: they are compared with those of every setting that the software has. Nothing else
// is written: for a system that the software cannot run the error names the nearest that it can,
// with its capacity. etcd and Consul know majorities alone; there the members are written whatever
// the system, and comments say how far a majority of them is from it.
//
// Comments say what the lines cannot express, and compare the capacity of the plan with that of the
// lines: if each request asked one quorum alone, and as the software makes requests. Each of them
// sends a write to every node (in ZooKeeper, etcd, Consul and MongoDB through the leader) and waits
// for a quorum. Which nodes work for a read differs:
//
//	Cassandra,  as many replicas as the level says             Cassandra, Architecture, Dynamo;
//	ScyllaDB                                                   ScyllaDB, CQL Reference
//	ZooKeeper   the one server that its client is connected    ZooKeeper, Overview: Implementation;
//	            to; after a sync the last write is seen        Programmer's Guide: Consistency Guarantees
//	etcd        linearizable (the default): confirmed by a     etcd, API guarantees
//	            majority; serializable: one member
//	Consul      default: the leader; consistent: the leader,   Consul, HTTP API, Consistency Modes
//	            confirmed by a majority; stale: one server
//	MongoDB     primary (the default): that one; secondary,    MongoDB, Read Preference
//	            nearest and the others: one member
//
//	format     what is written                                  source
//	cassandra  replicas for each datacenter, consistency        Cassandra, Architecture, Dynamo: Tunable
//	           levels of reads and writes                       Consistency; EACH_QUORUM reads since 3.0
//	scylla     the same; EACH_QUORUM writes alone               ScyllaDB, CQL Reference, Consistency Levels
//	zookeeper  lines group.N and weight.N                       ZooKeeper, Hierarchical Quorums;
//	                                                            Administrator's Guide, Cluster Options
//	etcd       initial-cluster                                  etcd, Clustering Guide, Static
//	consul     bootstrap_expect, retry_join                     Consul, Agent configuration: Bootstrap, Join
//	mongodb    members with votes, priority and tags; the       MongoDB, Replica Set Configuration;
//	           default write concern and read concern           Write Concern; setDefaultRWConcern
//	envoy      weights of the endpoints for reads and writes    Envoy, config.endpoint.v3.LbEndpoint
//	haproxy    weights of the servers for reads and writes      HAProxy, Configuration Manual 5.2, weight
//	json       the quorums with the names of the nodes          package quorum
//
// The rules that the lines keep are, in these sources: a ZooKeeper server that votes is in exactly
// one group, and groups of weight 0 do not count; of the members of a MongoDB replica set at most 7
// have a vote, one each; an arbiter has a vote, no data and priority 0 (MongoDB, Replica Set
// Arbiter); weights are 1 to 128 in Envoy (later versions take more) and 0 to 256 in HAProxy.
package deploy
