package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

// settings are the flags of the command.
type settings struct {
	address   string
	readyFile string
	state     string
	log       bool
	options   fakeapi.Options
}

// errHelp says that help was asked for and printed.
var errHelp = errors.New("help")

const usage = `fakeapi serves a fake of CoreWeave's RunnerManagementService (Connect unary
JSON over plain HTTP) on a loopback address. Its first line of output tells
where: "listening on http://127.0.0.1:PORT". It ends on SIGINT or SIGTERM.

Nothing it does reaches CoreWeave. Point a client at it, for example with

    export COREWEAVE_API_ENDPOINT=http://127.0.0.1:PORT
    export COREWEAVE_API_TOKEN=%s

Flags:
`

// parseSettings reads the flags.
func parseSettings(args []string, stderr io.Writer) (settings, error) {
	var set settings
	// A flag set of its own: the test helpers behind the fake register flags too.
	flags := flag.NewFlagSet("fakeapi", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		_, _ = fmt.Fprintf(stderr, usage, fakeapi.DefaultToken)
		flags.PrintDefaults()
	}
	flags.StringVar(&set.address, "address", "127.0.0.1:0", "loopback `host:port` to listen on; port 0 picks a free one")
	flags.StringVar(&set.options.Token, "token", "",
		"bearer `token` to accept (default: the variable FAKEAPI_TOKEN, else "+fakeapi.DefaultToken+")")
	flags.DurationVar(&set.options.InstallTime, "install-time", 0, "how long a new runner takes to become READY")
	flags.DurationVar(&set.options.RolloutTime, "rollout-time", 0, "how long a change of configuration takes to roll out")
	flags.DurationVar(&set.options.DeleteTime, "delete-time", 0, "how long a deleted runner stays readable")
	flags.BoolVar(&set.options.UpdateAvailable, "update-available", false, "new runners report an available update")
	flags.StringVar(&set.state, "state", "",
		"JSON `file` to load at start, if it exists, and to save after every change (mode 0600, secrets included)")
	flags.StringVar(&set.readyFile, "ready-file", "", "`file` to write the URL to when listening")
	flags.BoolVar(&set.log, "log", false, "log call, runner and status of every request to standard error")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return set, errHelp
	case err != nil:
		return set, err
	case flags.NArg() > 0:
		return set, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if set.options.Token == "" {
		set.options.Token = os.Getenv("FAKEAPI_TOKEN")
	}
	return set, nil
}
