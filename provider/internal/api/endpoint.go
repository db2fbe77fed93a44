package api

import (
	"errors"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// ValidateEndpoint reports why an endpoint cannot be used. The error never shows the endpoint, which may hold a
// password.
func ValidateEndpoint(endpoint string) error {
	_, err := parseEndpoint(endpoint)
	return err
}

// parseEndpoint returns the endpoint without a slash at its end.
func parseEndpoint(endpoint string) (*url.URL, error) {
	u, err := url.Parse(endpoint)
	switch {
	case err != nil || u.Opaque != "" || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("must be an absolute https URL, such as https://api.coreweave.com")
	case !validPort(u):
		return nil, errors.New("must have a port between 1 and 65535, if any")
	case u.User != nil:
		return nil, errors.New("must not contain a user name or a password")
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return nil, errors.New("must not have a query or a fragment")
	case u.Scheme == "http" && !loopback(u.Hostname()):
		return nil, errors.New("must be https: http, which shows the token to the network, is for loopback addresses only")
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/")}, nil
}

func validPort(u *url.URL) bool {
	if u.Port() == "" {
		return !strings.HasSuffix(u.Host, ":")
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	return err == nil && port > 0
}

func loopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}

// originOf is what a browser would call the origin of a URL, with the default port spelled out.
func originOf(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme + "://" + u.Hostname() + ":" + port)
}
