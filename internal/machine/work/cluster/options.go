package cluster

import "time"

// DefaultListen is where a server listens unless it is told otherwise: on this machine alone.
const DefaultListen = "127.0.0.1:4222"

// ServeOptions say how a server is run. Dir is needed, all else may be left out.
type ServeOptions struct {
	// Dir is the folder of the store. It is made if there is none, and belongs to one server at a
	// time. What a server has confirmed is there when the next one opens the folder, however the
	// first one ended.
	Dir string
	// Listen is host:port; "" is DefaultListen. Port 0 takes any that is free. Beyond loopback
	// there must be a Token or a CA.
	Listen string
	// Store is the most bytes that the store may take; 0: three quarters of what the disk has free.
	Store int64
	// Token, if not "", is asked of every client.
	Token string
	// Cert and Key are the files of the server's certificate, in PEM. With CA, a client has to show
	// a certificate that one of those in the file has signed.
	Cert, Key, CA string
	// MessageLimit is the most bytes of one message; 0: 1 MiB. It is there for tests.
	MessageLimit int32
	// Log, if not nil, is called with each line in which the server complains. It is called by
	// several goroutines.
	Log func(line string)
}

// Access says where a server is, and what it asks for. URL is needed.
type Access struct {
	// URL is nats://HOST:PORT or tls://HOST:PORT; of several servers of one cluster, with commas
	// between them. Without a port, 4222. No other servers are tried.
	URL   string
	Token string
	// CA is the file, in PEM, of those who sign the certificate of the server; "": those whom this
	// machine trusts. Cert and Key are the files of the certificate that a server may ask for.
	CA, Cert, Key string
	// Name is shown beside the connection by the tools of the server.
	Name string
	// Patience is how long the first connection may take; 0: five seconds.
	Patience time.Duration
	// Note, if not nil, is told when the connection breaks and when it is there again.
	Note func(line string)
}
