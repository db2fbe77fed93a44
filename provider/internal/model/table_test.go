package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/contract" //nolint:depguard // it reads docs/api-contract.md, no more
)

const contractPath = "../../../docs/api-contract.md"

// TestTableOfFieldsMatchesTheContract holds the declarations against docs/api-contract.md, in both directions.
func TestTableOfFieldsMatchesTheContract(t *testing.T) {
	t.Parallel()
	document, err := contract.Read(contractPath)
	require.NoError(t, err)
	described := map[string]contract.Field{}
	for _, row := range document.Fields {
		assert.NotContains(t, described, row.Path, "the contract has the field twice")
		row.Source, row.Standing = "", ""
		described[row.Path] = row
	}
	modelled := rows(model.Describe[model.ManagedRunner]())
	require.NotEmpty(t, modelled)
	for _, row := range modelled {
		want, ok := described[row.Path]
		if assert.True(t, ok, "%s: the model has the field, the contract does not", row.Path) {
			assert.Equal(t, want, row, "%s: the contract (expected) and the model (actual) differ", row.Path)
		}
		delete(described, row.Path)
	}
	for path := range described {
		assert.Fail(t, "drift", "%s: the contract has the field, the model does not", path)
	}
	for _, path := range document.Unmodelled {
		_, ok := find(model.Describe[model.ManagedRunner](), path)
		assert.False(t, ok, "%s: the contract says that the provider leaves it alone, the model has it", path)
	}
}

// rows are the fields of the message, as rows of the contract's tables. The identity is no field of its own in Pulumi.
func rows(message *model.Field) []contract.Field {
	inputs := model.Describe[model.Configuration]()
	var all []contract.Field
	for _, f := range message.Fields {
		if f.Name == "identity" {
			for _, child := range f.Fields {
				all = append(all, fieldRows(child, "identity.", identityMutability(child))...)
			}
			continue
		}
		mutable := "O"
		if _, ok := inputs.Get(f.Name); ok {
			mutable = "M"
		}
		all = append(all, fieldRows(f, "", mutable)...)
	}
	return all
}

func identityMutability(f *model.Field) string {
	switch {
	case f.Name == "clusterName":
		return "O"
	case f.Replace:
		return "I"
	default:
		return "M"
	}
}

func fieldRows(f *model.Field, prefix, mutable string) []contract.Field {
	row := contract.Field{Path: prefix + f.Name, Presence: f.Presence, Collection: "scalar", Mutable: mutable}
	value := f
	switch {
	case f.Kind == model.Map && f.Elem.Kind == model.Any:
		row.Type = "struct"
		return []contract.Field{row}
	case f.Kind == model.Map:
		row.Path, row.Collection, value = row.Path+"{}", "map", f.Elem
	case f.Kind == model.List:
		row.Path, row.Collection, value = row.Path+"[]", "list", f.Elem
		if f.Set {
			row.Collection = "set"
		}
	}
	row.Type = typeOf(f, value, row)
	all := []contract.Field{row}
	for _, child := range value.Fields {
		all = append(all, fieldRows(child, row.Path+".", mutable)...)
	}
	return all
}

// enumTypes are the API's own enums. The other enumerated strings are enumerated by the provider only.
var enumTypes = map[string]string{
	"RELEASE_CHANNEL_": "ReleaseChannel", "SANDBOX_IMAGE_PULL_POLICY_": "SandboxImagePullPolicy",
	"RUNNER_DATA_PLANE_SERVICE_SCOPE_":           "RunnerDataPlaneServiceScope",
	"RUNNER_DATA_PLANE_EXTERNAL_TRAFFIC_POLICY_": "RunnerDataPlaneExternalTrafficPolicy",
	"TENANT_SCOPE_": "TenantScope", "STORAGE_MEDIUM_": "StorageMedium", "DNS_EGRESS_MODE_": "DNSEgressMode",
	"RUNTIME_CLASS_": "RuntimeClass",
}

// typeOf is the type of a value of the field. What the model reads as a plain string because it is an output may have
// a closer type in the contract; that is the last case.
func typeOf(f, value *model.Field, row contract.Field) string {
	switch {
	case f.EmptyMessage:
		return "empty message"
	case f.Int64:
		return "int64"
	case f.Format == model.Caseless:
		return "string, caseless"
	case f.Format != model.Plain:
		return string(f.Format)
	case value.Enum != nil:
		return enumType(value.Enum)
	case value.Kind == model.Object:
		return "message"
	case value.Kind == model.Int:
		return "int"
	case value.Kind == model.Bool:
		return "bool"
	default:
		return outputType(row)
	}
}

func enumType(values []string) string {
	for prefix, name := range enumTypes {
		if strings.HasPrefix(values[0], prefix) {
			return "enum " + name
		}
	}
	return fmt.Sprintf("string (%s)", map[string]string{
		"Equal Exists":                          "TolerationOperator",
		"NoSchedule PreferNoSchedule NoExecute": "TaintEffect",
		"TCP UDP SCTP":                          "Protocol",
		"In NotIn Exists DoesNotExist":          "LabelSelectorOperator",
		"In NotIn Exists DoesNotExist Gt Lt":    "NodeSelectorOperator",
	}[strings.Join(values, " ")])
}

// outputType is string, or what the contract says of an output: those are reported as they come.
func outputType(row contract.Field) string {
	last := row.Path[strings.LastIndexByte(row.Path, '.')+1:]
	switch {
	case row.Mutable == "O" && strings.HasSuffix(last, "Time"):
		return "timestamp"
	case row.Mutable == "O" && slices.Contains([]string{"installStatus", "connectionStatus"}, last):
		return "enum Runner" + strings.ToUpper(last[:1]) + last[1:]
	default:
		return "string"
	}
}

// find follows a path of the contract through the model.
func find(f *model.Field, path string) (*model.Field, bool) {
	for name := range strings.SplitSeq(contract.Unsuffixed(path), ".") {
		for f.Elem != nil {
			f = f.Elem
		}
		child, ok := f.Get(name)
		if !ok {
			return nil, false
		}
		f = child
	}
	return f, true
}
