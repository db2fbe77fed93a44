package fakeapi

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
)

const deleteRunner = `{"runnerId":"test-runner"}`

func TestDeleteTakesTime(t *testing.T) {
	t.Parallel()
	c := newClock()
	fake := seeded(t, Options{Clock: c.read, DeleteTime: time.Minute})
	assert.Equal(t, "{}", post(t, fake, "DeleteManagedRunner", deleteRunner).raw)
	assert.Equal(t, "DELETING", stateOf(t, fake).install)
	requireOK(t, post(t, fake, "DeleteManagedRunner", deleteRunner))

	requireRefused(t, update(t, fake, "displayName", `{}`), CodeFailedPrecondition)
	requireRefused(t, post(t, fake, "ApplyAvailableUpdate", deleteRunner), CodeFailedPrecondition)
	requireRefused(t, create(t, fake, minimal), CodeAlreadyExists)
	heir := strings.ReplaceAll(minimal, "test-runner", "heir")
	requireRefused(t, create(t, fake, heir), CodeFailedPrecondition)

	c.advance(time.Minute)
	r := get(t, fake, "test-runner")
	requireRefused(t, r, CodeNotFound)
	assert.Equal(t, "test-runner", detail[*errdetails.ResourceInfo](r).GetResourceName())
	requireOK(t, create(t, fake, heir))
}

func TestDeleteAtOnce(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	requireOK(t, post(t, fake, "DeleteManagedRunner", deleteRunner))
	requireRefused(t, get(t, fake, "test-runner"), CodeNotFound)
	assert.Empty(t, fake.Runners())
}

func TestDeletePolls(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{DeletePolls: 2})
	requireOK(t, post(t, fake, "DeleteManagedRunner", deleteRunner))
	_, there := fake.Runner("test-runner")
	assert.True(t, there, "looking from outside is no poll")
	requireOK(t, get(t, fake, "test-runner"))
	requireOK(t, get(t, fake, "test-runner"))
	requireRefused(t, get(t, fake, "test-runner"), CodeNotFound)
}

func TestDeleteMissing(t *testing.T) {
	t.Parallel()
	fake := start(t, Options{})
	requireRefused(t, post(t, fake, "DeleteManagedRunner", deleteRunner), CodeNotFound)
	requireOK(t, post(t, fake, "DeleteManagedRunner", `{"runnerId":"test-runner","allowMissing":true}`))
	requireRefused(t, post(t, fake, "DeleteManagedRunner", `{"allowMissing":true}`), CodeInvalidArgument)
	requireRefused(t, post(t, fake, "DeleteManagedRunner", `{"runnerId":"x","allowMissing":true,"force":true}`), CodeInvalidArgument)
}

func TestDeleteGuard(t *testing.T) {
	t.Parallel()
	fake := seeded(t, Options{})
	fake.Hold("test-runner", "data", "models")
	r := post(t, fake, "DeleteManagedRunner", `{"runnerId":"test-runner","allowMissing":true}`)
	requireRefused(t, r, CodeFailedPrecondition)
	held := detail[*errdetails.PreconditionFailure](r).GetViolations()
	assert.Len(t, held, 2)
	assert.Equal(t, "volumes/data", held[0].GetSubject())
	fake.Hold("test-runner")
	requireOK(t, post(t, fake, "DeleteManagedRunner", deleteRunner))
}
