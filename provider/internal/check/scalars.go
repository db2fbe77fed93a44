package check

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// checkText checks a text by its field: what it may be, and how it is written.
func checkText(n node) {
	s := n.value.AsString()
	switch required := n.field.Name != "" && !n.field.Optional; {
	case n.field.Enum != nil:
		checkEnum(n, s)
	case required && s == "":
		n.refuse("must not be empty")
	case n.field.Format == model.Quantity:
		checkQuantity(n, s)
	case n.field.Format == model.Timestamp:
		if _, ok := parseTime(s); !ok {
			n.refuse("must be an RFC 3339 timestamp such as `2026-12-24T00:00:00Z`")
		}
	}
}

func checkEnum(n node, s string) {
	if slices.Contains(n.field.Enum, s) || s == "" && mayBeEmpty(n.field) || n.unchanged() {
		return
	}
	suggestion := ""
	if i := slices.IndexFunc(n.field.Enum, func(v string) bool { return strings.EqualFold(v, s) }); i >= 0 && !n.secret {
		suggestion = "; did you mean `" + n.field.Enum[i] + "`?"
	}
	n.refuse("must be one of `%s`%s", strings.Join(n.field.Enum, "`, `"), suggestion)
}

// mayBeEmpty reports whether the empty text is a spelling of absent. It is for the words of Kubernetes, which are plain
// strings on the wire. The values of a protobuf enum carry its name and have no empty spelling.
func mayBeEmpty(f *model.Field) bool {
	return f.Optional && !f.OneOf && !strings.Contains(f.Enum[0], "_")
}

// checkQuantity refuses the empty text too: a bound that was meant to be set must not vanish.
func checkQuantity(n node, s string) {
	q, ok := model.ParseQuantity(s)
	switch {
	case !ok:
		n.refuse("must be a Kubernetes quantity such as `500m`, `2` or `2Gi`")
	case q.Sign() < 0:
		n.refuse("must not be negative")
	}
}

// timestamp is what a protobuf Timestamp can be in JSON. The time package alone accepts a little more.
var timestamp = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$`)

func parseTime(s string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, s)
	return t, err == nil && timestamp.MatchString(s)
}

// checkInteger refuses what a Pulumi number, a float64, cannot hold exactly.
func checkInteger(n node) {
	switch x := n.value.AsNumber(); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		n.refuse("must be a finite number")
	case math.Abs(x) > model.MaxInteger:
		n.refuse("must be between -%d and %[1]d, the integers that Pulumi holds exactly", model.MaxInteger)
	case x != math.Trunc(x):
		n.refuse("must be a whole number")
	}
}

// checkRange refuses integers outside the bounds.
func checkRange(n node, low, high int, unit string) {
	if x, ok := n.integer(); ok && (x < low || x > high) {
		n.refuse("must be between %d and %d%s", low, high, unit)
	}
}

// checkCount refuses negative numbers. The API's counters are 32 bits wide as far as is known, hence only the warning.
func checkCount(n node) {
	x, ok := n.integer()
	switch {
	case ok && x < 0:
		n.refuse("must not be negative")
	case ok && x > math.MaxInt32:
		n.warn("is above %d, probably more than the API can hold", math.MaxInt32)
	}
}

// checkSize refuses a quantity that exceeds another one, if both are known.
func checkSize(n, limit node) {
	q, ok := n.quantity()
	most, okLimit := limit.quantity()
	if ok && okLimit && q.Cmp(most) > 0 {
		n.refuse("must not exceed `%s`%s", limit.field.Name, limit.shown())
	}
}
