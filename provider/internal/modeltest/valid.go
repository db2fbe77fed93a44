package modeltest

import (
	"slices"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/model"
)

// pools are texts that a field of the name may have, several spellings of one meaning among them. They are chosen so
// that the rules between fields hold: every minimum is below every default, and so on.
var pools = map[string][]string{
	"runnerId":                   {"test"},
	"runnerGroupId":              {"default", "blue"},
	"clusterId":                  {"00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000A"},
	"displayName":                {"", "Name", "Other name"},
	"cron":                       {"0 2 * * SAT", "*/5 0 1 1 1-5"},
	"startTime":                  {"2026-12-24T00:00:00Z", "2026-12-24T01:00:00+01:00", "2026-12-24T00:00:00.000Z"},
	"endTime":                    {"2026-12-26T00:00:00Z", "2026-12-26T02:00:00+02:00"},
	"cpuRequest":                 {"1", "1000m"},
	"cpuLimit":                   {"2", "2000m", "2.0"},
	"memoryRequest":              {"1Gi", "1024Mi"},
	"memoryLimit":                {"2Gi", "2147483648", "2.5Gi"},
	"minCpu":                     {"0.1", "100m"},
	"minMemory":                  {"128Mi", "134217728"},
	"defaultCpu":                 {"1", "1000m"},
	"defaultMemory":              {"1Gi", "1024Mi"},
	"maxCpu":                     {"2", "2e0"},
	"maxMemory":                  {"2Gi", "2048Mi"},
	"cpuCeiling":                 {"4", "4000m"},
	"memoryCeiling":              {"4Gi", "4096Mi"},
	"maxSize":                    {"100Gi", "102400Mi"},
	"cpuRuntimeClass":            {"", "kata"},
	"gpuRuntimeClass":            {"", "kata-gpu"},
	"kubernetesRuntimeClassName": {"kata", "kata-qemu"},
	"loadBalancerClass":          {"example.com/internal"},
	"hostname":                   {"runner.example.com"},
	"advertisedUri":              {"https://runner.example.com"},
	"image":                      {"", "example.com/metrics:v1"},
	"cidr":                       {"10.0.0.0/8", "0.0.0.0/0"},
	"except":                     {"10.1.0.0/16", "10.2.0.0/16"},
	"cidrs":                      {"203.0.113.0/24", "2001:db8::/32", "10.0.0.0/8"},
	"sourceRanges":               {"10.0.0.0/8", "192.168.0.0/16"},
	"httpsHostname":              {"*.example.com"},
	"httpsHostnameExcept":        {"a.example.com"},
	"csiDriverAllowlist":         {"csi.vastdata.com", "csi.example.com"},
	"allowedCapabilities":        {"NET_ADMIN", "SYS_PTRACE"},
	"topologyKey":                {"kubernetes.io/hostname"},
	"key":                        {"example.com/key", "other"},
	"reason":                     {"", "freeze"},
}

// ints are the numbers that a field of the name may have.
var ints = map[string][]int{
	"durationSeconds":        {60, 3600},
	"replicas":               {0, 2},
	"minReplicas":            {0, 1},
	"maxReplicas":            {0, 3},
	"port":                   {1, 443},
	"endPort":                {0, 443, 65535},
	"weight":                 {1, 100},
	"maxGpuCount":            {0, 1, model.MaxInteger},
	"defaultLifetimeSeconds": {0, 3600},
	"maxAnnotationCount":     {0, 20},
}

// Valid generates inputs that nothing objects to.
func Valid() *rapid.Generator[property.Map] {
	return rapid.Custom(func(t *rapid.T) property.Map {
		args := Args().Draw(t, "args")
		v := fit(t, property.New(args), model.Describe[model.Args](), "").AsMap()
		return v
	})
}

// fit replaces what a field cannot have by what it can, and takes out what its rules forbid.
func fit(t *rapid.T, v property.Value, f *model.Field, name string) property.Value {
	switch {
	case v.IsMap() && f.Kind == model.Object:
		return property.New(fitObject(t, v.AsMap(), f, name))
	case v.IsMap() && name == "base":
		return property.New(map[string]property.Value{"metadata": v})
	case v.IsMap() && slices.Contains([]string{"labels", "nodeSelector", "matchLabels", "podLabels", "namespaceLabels"}, name):
		return property.New(map[string]property.Value{"example.com/team": property.New("platform")})
	case v.IsMap() && name == "env":
		return property.New(map[string]property.Value{"EMPTY": property.New(""), "A_B": property.New(rapid.SampledFrom(words).Draw(t, "env"))})
	case v.IsMap():
		return property.New(map[string]property.Value{"example.com/note": property.New(rapid.SampledFrom(words).Draw(t, "note"))})
	case v.IsArray():
		return property.New(fitList(t, v.AsArray(), f, name))
	case v.IsString() && pools[name] != nil:
		return property.New(rapid.SampledFrom(pools[name]).Draw(t, name))
	case v.IsNumber() && ints[name] != nil:
		return property.New(float64(rapid.SampledFrom(ints[name]).Draw(t, name)))
	default:
		return v
	}
}

func fitList(t *rapid.T, a property.Array, f *model.Field, name string) []property.Value {
	items := []property.Value{}
	switch {
	case pools[name] != nil:
		for _, text := range rapid.SliceOfNDistinct(rapid.SampledFrom(pools[name]), 0, -1, rapid.ID).Draw(t, name) {
			items = append(items, property.New(text))
		}
	case f.Elem.Kind == model.String && f.Elem.Enum == nil:
		for _, text := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c"}), 0, -1, rapid.ID).Draw(t, name) {
			items = append(items, property.New(text))
		}
	default:
		for _, item := range a.All {
			items = append(items, fit(t, item, f.Elem, name))
		}
	}
	return items
}

func fitObject(t *rapid.T, m property.Map, f *model.Field, name string) map[string]property.Value {
	out := map[string]property.Value{}
	for _, child := range f.Fields {
		if v, ok := m.GetOk(child.Name); ok {
			out[child.Name] = fit(t, v, child, child.Name)
		}
	}
	mend(out, name)
	return out
}

// mend keeps the rules between the fields of an object.
func mend(m map[string]property.Value, name string) {
	without := func(keys ...string) {
		for _, key := range keys {
			delete(m, key)
		}
	}
	switch {
	case name == "tolerations":
		m["operator"] = property.New("Exists")
		without("value")
	case name == "defaultEgress" || name == "defaultIngress" || name == "allowedIngress":
		without("cidr", "httpsHostname", "selector", "httpsHostnameExcept", "tenant")
		m["any"] = property.New(true)
	case name == "allowedEgress" && !m["httpsHostname"].IsNull():
		without("ports")
	case name == "allowedEgress":
		without("httpsHostnameExcept")
	case name == "security":
		without("allowedRuntimeClasses", "defaultCpuRuntimeClass", "defaultGpuRuntimeClass")
		if !m["runtimeClassMappings"].IsNull() {
			m["runtimeClassMappings"] = property.New([]property.Value{
				property.New(map[string]property.Value{
					"runtimeClass": property.New("RUNTIME_CLASS_GPU_DEFAULT"), "kubernetesRuntimeClassName": property.New("kata"),
				}),
				property.New(map[string]property.Value{
					"runtimeClass": property.New("RUNTIME_CLASS_CPU_DEFAULT"), "nodeDefault": property.New(true),
				}),
			})
		}
	case name == "matchExpressions" || name == "matchFields":
		m["operator"] = property.New("Exists")
		without("values")
	}
	if terms := m["nodeSelectorTerms"]; terms.IsArray() && terms.AsArray().Len() == 0 {
		m["nodeSelectorTerms"] = property.New([]property.Value{property.New(map[string]property.Value{})})
	}
}
