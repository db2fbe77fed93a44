package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// small has one of everything, one a line, for the tests to edit.
const small = `{
  "name": "pkg", "namespace": "org",
  "language": {
    "go": {"importBasePath": "example.com/pkg", "rootPackageName": "pkg", "generateResourceContainerTypes": true},
    "nodejs": {"packageName": "@org/pkg"},
    "python": {"packageName": "org_pkg"}
  },
  "config": {
    "variables": {
      "region": {"type": "string", "default": "here"},
      "token": {"type": "string", "secret": true}
    }
  },
  "provider": {
    "inputProperties": {
      "timeout": {"type": "string", "defaultInfo": {"environment": ["TIMEOUT"]}},
      "token2": {"type": "string"}
    }
  },
  "resources": {
    "pkg:index:Thing": {
      "properties": {
        "status": {"$ref": "#/types/pkg:index:Status"},
        "etag": {"type": "string", "secret": true},
        "state": {"type": "string", "const": "on"}
      },
      "required": ["status"],
      "inputProperties": {
        "size": {"type": "integer", "default": 1},
        "shape": {"type": "object", "additionalProperties": {"type": "string"}},
        "parts": {"type": "array", "items": {"$ref": "#/types/pkg:index:Part"}},
        "place": {"oneOf": [{"type": "string"}, {"type": "integer"}]}
      },
      "requiredInputs": ["size"],
      "stateInputs": {"type": "object", "properties": {"key": {"type": "string"}}},
      "listInputs": {"type": "object", "properties": {"prefix": {"type": "string"}}},
      "aliases": [{"type": "pkg:index:Old"}],
      "methods": {"spin": "pkg:index:Thing/spin"}
    },
    "pkg:index:Other": {}
  },
  "functions": {
    "pkg:index:find": {
      "inputs": {"properties": {"name": {"type": "string"}, "exact": {"type": "boolean"}}},
      "multiArgumentInputs": ["name", "exact"],
      "outputs": {"properties": {"id": {"type": "string"}, "found": {"type": "boolean"}}, "required": ["id"]}
    },
    "pkg:index:count": {"outputs": {"type": "integer"}}
  },
  "types": {
    "pkg:index:Color": {"type": "string", "enum": [
      {"name": "Red", "value": "RED"},
      {"value": "blue"}
    ]},
    "pkg:index:Free": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]},
    "pkg:index:Part": {"type": "object", "required": ["weight"], "properties": {
      "color": {"$ref": "#/types/pkg:index:Color"},
      "weight": {"type": "number"}
    }},
    "pkg:index:Status": {"type": "object", "required": ["phase"], "properties": {
      "message": {"type": "string"},
      "phase": {"type": "string"}
    }}
  }
}`

// Each case replaces a part of small, and takes a part out if it names no other.
var cases = map[string]struct{ replace, with, want string }{
	// What no longer exists.
	"removed resource": {`,
    "pkg:index:Other": {}`, ``, `resource pkg:index:Other was removed`},
	"removed function": {`,
    "pkg:index:count": {"outputs": {"type": "integer"}}`, ``, `function pkg:index:count was removed`},
	"removed type": {
		`"pkg:index:Free": {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]},`, ``,
		`type pkg:index:Free was removed`,
	},
	"removed enum value":      {`{"name": "Red", "value": "RED"},`, ``, `type pkg:index:Color: enum value "RED" was removed`},
	"removed config variable": {`"region": {"type": "string", "default": "here"},`, ``, `config: variable "region" was removed`},
	"removed provider input":  {`,` + "\n" + `      "token2": {"type": "string"}`, ``, `provider: input "token2" was removed`},
	"removed resource input": {
		`"shape": {"type": "object", "additionalProperties": {"type": "string"}},`, ``,
		`resource pkg:index:Thing: input "shape" was removed`,
	},
	"removed resource output": {`"etag": {"type": "string", "secret": true},`, ``, `resource pkg:index:Thing: output "etag" was removed`},
	"removed nested property": {`"color": {"$ref": "#/types/pkg:index:Color"},`, ``, `type pkg:index:Part: property "color" was removed`},
	"removed function output": {`, "found": {"type": "boolean"}`, ``, `function pkg:index:find: output "found" was removed`},
	"removed input of get":    {`"key": {"type": "string"}`, ``, `resource pkg:index:Thing: input of get "key" was removed`},
	"removed input of list":   {`"prefix": {"type": "string"}`, ``, `resource pkg:index:Thing: input of list "prefix" was removed`},
	"removed alias": {
		`"aliases": [{"type": "pkg:index:Old"}],`, ``,
		`resource pkg:index:Thing: alias "pkg:index:Old" was removed`,
	},
	"removed method": {
		`"spin": "pkg:index:Thing/spin"`, ``,
		`resource pkg:index:Thing: method "spin" was removed or calls another function`,
	},
	"renamed property":           {`"shape":`, `"form":`, `resource pkg:index:Thing: input "shape" was removed, renamed to "form"?`},
	"removed, and another added": {`"token2": {"type": "string"}`, `"key": {"type": "number"}`, `provider: input "token2" was removed`},
	"renamed property, ambiguous": {
		`"message":`, `"text": {"type": "string"}, "info":`,
		`type pkg:index:Status: property "message" was removed, renamed to "info" or "text"?`,
	},

	// What is another type.
	"other type": {
		`{"type": "integer", "default": 1}`, `{"type": "number", "default": 1}`,
		`resource pkg:index:Thing: input "size": type changed from {"type":"integer"} to {"type":"number"}`,
	},
	"other reference": {
		`{"$ref": "#/types/pkg:index:Status"}`, `{"$ref": "#/types/pkg:index:Free"}`,
		`resource pkg:index:Thing: output "status": type changed from {"$ref":"#/types/pkg:index:Status"} to {"$ref":"#/types/pkg:index:Free"}`,
	},
	"other items": {
		`"items": {"$ref": "#/types/pkg:index:Part"}`, `"items": {"type": "string"}`,
		`resource pkg:index:Thing: input "parts": type changed from {"type":"array","items":{"$ref":"#/types/pkg:index:Part"}} to {"type":"array","items":{"type":"string"}}`,
	},
	"other additionalProperties": {
		`"additionalProperties": {"type": "string"}`, `"additionalProperties": {"type": "boolean"}`,
		`resource pkg:index:Thing: input "shape": type changed from {"type":"object","additionalProperties":{"type":"string"}} to {"type":"object","additionalProperties":{"type":"boolean"}}`,
	},
	"other oneOf": {
		`[{"type": "string"}, {"type": "integer"}]`, `[{"type": "string"}, {"type": "boolean"}]`,
		`resource pkg:index:Thing: input "place": type changed from {"oneOf":[{"type":"string"},{"type":"integer"}]} to {"oneOf":[{"type":"string"},{"type":"boolean"}]}`,
	},
	"plain": {
		`"weight": {"type": "number"}`, `"weight": {"type": "number", "plain": true}`,
		`type pkg:index:Part: property "weight": type changed from {"type":"number"} to {"type":"number","plain":true}`,
	},
	"other kind of type": {
		`"pkg:index:Color": {"type": "string"`, `"pkg:index:Color": {"type": "number"`,
		`type pkg:index:Color: type changed from "string" to "number"`,
	},
	"other result": {
		`{"outputs": {"type": "integer"}}`, `{"outputs": {"type": "string"}}`,
		`function pkg:index:count: type of the result changed from {"type":"integer"} to {"type":"string"}`,
	},
	"other order of arguments": {
		`["name", "exact"]`, `["exact", "name"]`,
		`function pkg:index:find: order of arguments changed from ["name","exact"] to ["exact","name"]`,
	},

	// What must be there.
	"new required input": {
		`"requiredInputs": ["size"]`, `"requiredInputs": ["size", "parts"]`,
		`resource pkg:index:Thing: input "parts" became required`,
	},
	"added required input": {
		"]}\n      },\n      \"requiredInputs\": [\"size\"]", `]}, "zone": {"type": "string"}}, "requiredInputs": ["size", "zone"]`,
		`resource pkg:index:Thing: input "zone" is new and required`,
	},
	"added required nested property": {
		`"required": ["weight"], "properties": {`, `"required": ["weight", "mass"], "properties": {"mass": {"type": "string"},`,
		`type pkg:index:Part: property "mass" is new and required`,
	},
	"required in a nested type": {
		`"required": ["weight"]`, `"required": ["weight", "color"]`,
		`type pkg:index:Part: property "color" became required`,
	},
	"required function input": {
		`"boolean"}}},` + "\n" + `      "multi`, `"boolean"}}, "required": ["name"]},` + "\n" + `      "multi`,
		`function pkg:index:find: input "name" became required`,
	},
	"required config": {`"config": {`, `"config": {"defaults": ["token"],`, `config: variable "token" became required`},
	"required provider input": {
		`"provider": {`, `"provider": {"requiredInputs": ["token2"],`,
		`provider: input "token2" became required`,
	},
	"output became optional": {`"required": ["status"],`, ``, `resource pkg:index:Thing: output "status" is no longer required`},
	"output became required": {
		`"required": ["status"]`, `"required": ["status", "etag"]`,
		`resource pkg:index:Thing: output "etag" became required`,
	},
	"nested output optional":   {`"required": ["phase"], `, ``, `type pkg:index:Status: property "phase" is no longer required`},
	"function output optional": {`, "required": ["id"]`, ``, `function pkg:index:find: output "id" is no longer required`},
	"unused type, as input":    {`"required": ["a"]`, `"required": ["a", "b"]`, `type pkg:index:Free: property "b" became required`},
	"unused type, new property": {
		`"b": {"type": "string"}}, "required": ["a"]`, `"b": {"type": "string"}, "c": {"type": "string"}}, "required": ["a", "c"]`,
		`type pkg:index:Free: property "c" is new and required`,
	},
	"unused type, as output":      {`, "required": ["a"]`, ``, `type pkg:index:Free: property "a" is no longer required`},
	"fine: input became optional": {`"requiredInputs": ["size"],`, ``, ``},
	"fine: nested, input only":    {`"required": ["weight"], `, ``, ``},
	"fine: new required output": {
		`"required": ["phase"], "properties": {`, `"required": ["phase", "at"], "properties": { "at": {"type": "string"},`,
		``,
	},
	"fine: new required type": {
		`"types": {`, `"types": {"pkg:index:New": {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},`,
		``,
	},
	"fine: new optional, replaced": {`"size": {`, `"zone": {"type": "string", "replaceOnChanges": true}, "size": {`, ``},
	"fine: new resource": {
		`"pkg:index:Other": {}`,
		`"pkg:index:Other": {}, "pkg:index:More": {"inputProperties": {"a": {"type": "string"}}, "requiredInputs": ["a"]}`,
		``,
	},
	"fine: new enum value": {`{"value": "blue"}`, `{"value": "blue"}, {"value": "green"}`, ``},
	"fine: description":    {`"weight": {`, `"weight": {"description": "Heavy.", `, ``},
	"fine: deprecation":    {`"weight": {`, `"weight": {"deprecationMessage": "Use mass.", `, ``},
	"fine: new secret":     {`"phase": {"type": "string"`, `"phase": {"type": "string", "secret": true`, ``},

	// What means something else.
	"replacement": {
		`"size": {`, `"size": {"replaceOnChanges": true, `,
		`resource pkg:index:Thing: input "size": a change of it now replaces the resource`,
	},
	"replacement in a type": {
		`"weight": {`, `"weight": {"willReplaceOnChanges": true, `,
		`type pkg:index:Part: property "weight": a change of it now replaces the resource`,
	},
	"lost secret": {
		`"token": {"type": "string", "secret": true}`, `"token": {"type": "string"}`,
		`config: variable "token" is no longer secret: its value would stand in the state for everybody to read`,
	},
	"other default": {`"default": 1`, `"default": 2`, `resource pkg:index:Thing: input "size": default changed from 1 to 2`},
	"new default": {
		`"weight": {`, `"weight": {"default": 1.5, `,
		`type pkg:index:Part: property "weight": default changed from none to 1.5`,
	},
	"lost default": {`, "default": "here"`, ``, `config: variable "region": default changed from "here" to none`},
	"other environment": {
		`["TIMEOUT"]`, `["PKG_TIMEOUT"]`,
		`provider: input "timeout": environment of the default changed from ["TIMEOUT"] to ["PKG_TIMEOUT"]`,
	},
	"other const": {
		`"const": "on"`, `"const": "off"`,
		`resource pkg:index:Thing: output "state": const changed from "on" to "off"`,
	},
	"other enum member": {
		`"name": "Red"`, `"name": "Crimson"`,
		`type pkg:index:Color: enum value "RED" changed its name from "Red" to "Crimson"`,
	},
	"named enum member": {
		`{"value": "blue"}`, `{"name": "Blue", "value": "blue"}`,
		`type pkg:index:Color: enum value "blue" changed its name from "blue" to "Blue"`,
	},
	"fine: default of output": {`"etag": {`, `"etag": {"default": "x", `, ``},

	// What the package is called.
	"other name":           {`"name": "pkg",`, `"name": "package",`, `package: name changed from "pkg" to "package"`},
	"other namespace":      {`"namespace": "org"`, `"namespace": "com"`, `package: namespace changed from "org" to "com"`},
	"other npm package":    {`"@org/pkg"`, `"@com/pkg"`, `package: nodejs packageName changed from "@org/pkg" to "@com/pkg"`},
	"other Python package": {`"org_pkg"`, `"com_pkg"`, `package: python packageName changed from "org_pkg" to "com_pkg"`},
	"other import path": {
		`"example.com/pkg"`, `"example.com/pkg/v2"`,
		`package: go importBasePath changed from "example.com/pkg" to "example.com/pkg/v2"`,
	},
	"other Go package": {`"rootPackageName": "pkg"`, `"rootPackageName": "p"`, `package: go rootPackageName changed from "pkg" to "p"`},
	"no Go containers": {
		`, "generateResourceContainerTypes": true`, ``,
		`package: go generateResourceContainerTypes changed from true to none`,
	},
	"other C# namespace": {
		`"go": {`, `"csharp": {"rootNamespace": "Org"}, "go": {`,
		`package: csharp rootNamespace changed from none to "Org"`,
	},
	"fine: other language": {`"go": {`, `"csharp": {"respectSchemaVersion": true}, "go": {`, ``},
}

func TestBreaking(t *testing.T) {
	t.Parallel()
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, 1, strings.Count(small, test.replace), "the case must say which part it replaces")
			edited := parse(t, strings.Replace(small, test.replace, test.with, 1))
			var want []string
			if test.want != "" {
				want = []string{test.want}
			}
			assert.Equal(t, want, Breaking(parse(t, small), edited))
		})
	}
}

func parse(t *testing.T, text string) schema.PackageSpec {
	t.Helper()
	var spec schema.PackageSpec
	require.NoError(t, json.Unmarshal([]byte(text), &spec))
	return spec
}
