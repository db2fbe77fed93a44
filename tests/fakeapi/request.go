package fakeapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// maxBody bounds a request body. The real limit is UNKNOWN; this one only keeps
// a runaway test from filling the memory.
const maxBody = 16 << 20

var errTooLarge = errors.New("the body is too large")

// service is the path prefix of the RPCs (CONFIRMED).
const service = "/coreweave.sandbox.v1.RunnerManagementService/"

// incoming is a request that was read completely.
type incoming struct {
	*http.Request
	call    string
	body    []byte
	bodyErr error
}

// receive reads the body, decompressed when it says so.
func receive(r *http.Request) incoming {
	in := incoming{Request: r, call: r.URL.Path}
	if name, ok := strings.CutPrefix(r.URL.Path, service); ok {
		in.call = name
	}
	raw, err := readLimited(r.Body)
	in.body, in.bodyErr = raw, err
	if err == nil && r.Header.Get("Content-Encoding") == "gzip" {
		in.body, in.bodyErr = unzip(raw)
	}
	return in
}

func readLimited(body io.Reader) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	raw, err := io.ReadAll(io.LimitReader(body, maxBody+1))
	if len(raw) > maxBody {
		return nil, errTooLarge
	}
	return raw, err
}

func unzip(raw []byte) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(raw))
	if err != nil {
		return raw, fmt.Errorf("decompressing: %w", err)
	}
	return readLimited(in)
}

// runnerID is the runner a request names, read without any checks. It serves
// the record and the lookup of fields that only the stored runner knows.
func runnerID(body []byte) string {
	var named struct {
		RunnerID string `json:"runnerId"`
		Snake    string `json:"runner_id"`
		Runner   struct {
			Identity struct {
				RunnerID string `json:"runnerId"`
			} `json:"identity"`
		} `json:"managedRunner"`
	}
	_ = json.Unmarshal(body, &named) // what cannot be read stays empty
	return orDefault(orDefault(named.RunnerID, named.Snake), named.Runner.Identity.RunnerID)
}
