package provider_test

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/property"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/pulumiverse/pulumi-coreweave-sandbox/provider/internal/modeltest"
	"github.com/pulumiverse/pulumi-coreweave-sandbox/tests/fakeapi"
)

const runnerID = "test"

// A server may answer in many ways that mean the same.
func answers(t *rapid.T) func(*fakeapi.Options) {
	zeros, nulls := rapid.Bool().Draw(t, "zeros"), rapid.Bool().Draw(t, "nulls")
	strings, affinity := rapid.Bool().Draw(t, "strings"), rapid.Bool().Draw(t, "affinity")
	return func(o *fakeapi.Options) {
		o.EmitZeroValues, o.EmitNullMessages, o.EmitNumbersAsStrings, o.EmitAffinityAsString = zeros, nulls, strings, affinity
	}
}

func newFake(t testing.TB) *fakeapi.Running {
	t.Helper()
	fake := fakeapi.Start(fakeapi.Options{})
	t.Cleanup(fake.Close)
	return fake
}

// What the program says goes to the server and comes back as the program says it. An import, which has no program,
// gives one that changes nothing.
func TestProgramServerReadIsAFixedPoint(t *testing.T) {
	t.Parallel()
	fake := newFake(t)
	e := newEngine(t, fake)
	rapid.Check(t, func(rt *rapid.T) {
		fake.Reconfigure(answers(rt))
		e := e
		e.t = rt
		program := modeltest.Valid().Draw(rt, "program")
		for _, name := range []string{"waitForReady", "applyAvailableUpdate"} {
			if rapid.Bool().Draw(rt, "gives "+name) {
				program = program.Set(name, property.New(rapid.Bool().Draw(rt, name)))
			}
		}
		inputs := e.check(property.Map{}, program)
		state := e.create(inputs)
		defer fake.Remove(runnerID)

		gotInputs, gotState := e.read(runnerID, inputs, state)
		assert.Equal(rt, property.New(inputs), property.New(gotInputs), "inputs after a refresh")
		assert.Empty(rt, e.diff(runnerID, gotState, gotInputs, inputs))
		for name, v := range inputs.All {
			assert.Equal(rt, v, gotState.Get(name), "output %s after a refresh", name)
		}

		imported, importedState := e.read(runnerID, property.Map{}, property.Map{})
		again := e.check(imported, imported)
		assert.Empty(rt, e.diff(runnerID, importedState, imported, again), "after an import")
	})
}

// An update turns the runner into what a create of the new program makes, with exactly one call, or none if the two
// programs mean the same.
func TestUpdateEqualsCreate(t *testing.T) {
	t.Parallel()
	fake, mirror := newFake(t), newFake(t)
	e, m := newEngine(t, fake), newEngine(t, mirror)
	rapid.Check(t, func(rt *rapid.T) {
		e, m := e, m
		e.t, m.t = rt, rt
		how := answers(rt)
		fake.Reconfigure(how)
		mirror.Reconfigure(how)
		before := modeltest.Valid().Draw(rt, "before")
		after := alike(rt, before)
		oldInputs := e.check(property.Map{}, before)
		state := e.create(oldInputs)
		defer fake.Remove(runnerID)
		inputs := e.check(oldInputs, after)
		diff := e.diff(runnerID, state, oldInputs, inputs)

		fake.ResetRequests()
		state = e.update(runnerID, state, oldInputs, inputs)
		updates := fake.Count("UpdateManagedRunner")
		assert.Equal(rt, len(diff) > 0, updates == 1, "diff %v, %d updates", diff, updates)

		// A program that leaves spec out leaves it to the runner.
		whole := after
		if whole.Get("spec").IsNull() {
			whole = whole.Set("spec", before.Get("spec"))
		}
		m.create(m.check(property.Map{}, whole))
		defer mirror.Remove(runnerID)
		_, want := m.read(runnerID, property.Map{}, property.Map{})
		_, got := e.read(runnerID, property.Map{}, property.Map{})
		assert.Empty(rt, e.diff(runnerID, want, want, got), "the updated runner differs from a created one")

		gotInputs, gotState := e.read(runnerID, inputs, state)
		assert.Empty(rt, e.diff(runnerID, gotState, gotInputs, inputs), "after the update")
	})
}

// alike generates a program for the same runner that shares some parts with the other.
func alike(t *rapid.T, before property.Map) property.Map {
	after := modeltest.Valid().Draw(t, "after")
	for _, name := range []string{"runnerId", "clusterId", "zone"} {
		after = after.Set(name, before.Get(name))
	}
	for _, name := range []string{"displayName", "policy", "spec"} {
		if rapid.Bool().Draw(t, "same "+name) {
			after = after.Set(name, before.Get(name))
		}
	}
	return after
}
