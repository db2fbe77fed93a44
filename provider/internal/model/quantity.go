package model

import (
	"regexp"

	"k8s.io/apimachinery/pkg/api/resource"
)

// longestQuantity has room for every quantity that anybody writes.
const longestQuantity = 64

// hugeExponent matches quantities whose value would need numbers that do not fit into memory.
var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{3,}$`)

// ParseQuantity reads a Kubernetes quantity. Kubernetes' own parser works for minutes on some short texts, which is why
// neither a program nor a server gets to it with more than what a quantity needs.
func ParseQuantity(s string) (resource.Quantity, bool) {
	if len(s) > longestQuantity || hugeExponent.MatchString(s) {
		return resource.Quantity{}, false
	}
	q, err := resource.ParseQuantity(s)
	return q, err == nil
}
