package cluster

import "time"

// DefaultListen is the default address of a server, which only this machine can reach.
const DefaultListen = "127.0.0.1:4222"

// ServeOptions configure a server. Only Dir is required.
type ServeOptions struct {
	// Dir is the folder of the store. It is made if there is none, and belongs to one server at a
	// time. When the next server opens the folder, it has all data that the last one confirmed,
	// however that one ended.
	Dir string
	// Listen is host:port; "" stands for DefaultListen. Port 0 takes any free port. An address
	// beyond loopback requires a Token or a CA.
	Listen string
	// Store is the most bytes that the store may take; 0 stands for three quarters of the free disk
	// space.
	Store int64
	// Token, if not "", is the secret that every client must have.
	Token string
	// Cert and Key are the files of the server's certificate, in PEM. With CA, a client must have a
	// certificate signed by one of the authorities in that file.
	Cert, Key, CA string
	// MessageLimit is the most bytes of one message, for tests; 0 stands for 1 MiB.
	MessageLimit int32
	// Log, if not nil, is called with each complaint of the server, by several goroutines.
	Log func(line string)
}

// Access is the address of a server and the credentials for it. Only URL is required.
type Access struct {
	// URL is nats://HOST:PORT or tls://HOST:PORT, or several of one cluster, separated by commas.
	// The default port is 4222. No other servers are tried.
	URL   string
	Token string
	// CA is the PEM file of the authorities that may sign the server's certificate; "" stands for
	// those that this machine trusts. Cert and Key are the files of the certificate that a server
	// may ask for.
	CA, Cert, Key string
	// Name is the name that the server's tools show for the connection.
	Name string
	// Patience is the time limit for the first connection; 0 stands for five seconds.
	Patience time.Duration
	// Note, if not nil, is called when the connection breaks and when it is back.
	Note func(line string)
}
