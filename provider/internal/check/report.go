package check

import (
	"fmt"
	"slices"

	p "github.com/pulumi/pulumi-go-provider"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// finding is one thing to say about one place.
type finding struct {
	at     []any
	reason string
}

// report collects findings in whatever order the rules run.
type report struct {
	failures []finding
	warnings []finding
}

// refuse notes that the value at the node, or its absence, is refused.
func (n node) refuse(format string, args ...any) {
	n.report.failures = append(n.report.failures, finding{n.at.segments(), fmt.Sprintf(format, args...)})
}

// warn notes that the value at the node is probably a mistake.
func (n node) warn(format string, args ...any) {
	n.report.warnings = append(n.report.warnings, finding{n.at.segments(), fmt.Sprintf(format, args...)})
}

// result puts the findings in order, each once. A warning about what is refused anyway would say nothing new.
func (r *report) result(root *model.Field) Result {
	var result Result
	told, refused := map[p.CheckFailure]bool{}, map[string]bool{}
	for _, f := range inOrder(r.failures, root) {
		failure := p.CheckFailure{Property: pathText(f.at), Reason: f.reason}
		if !told[failure] {
			result.Failures = append(result.Failures, failure)
		}
		told[failure], refused[failure.Property] = true, true
	}
	for _, f := range inOrder(r.warnings, root) {
		warning := p.CheckFailure{Property: pathText(f.at), Reason: f.reason}
		if !told[warning] && !refused[warning.Property] {
			result.Warnings = append(result.Warnings, warning.Property+": "+warning.Reason)
		}
		told[warning] = true
	}
	return result
}

func inOrder(findings []finding, root *model.Field) []finding {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b finding) int { return comparePaths(a.at, b.at, root) })
	return sorted
}
