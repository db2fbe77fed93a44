package fakeapi

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestArrivedComesBeforeTheCallAndObserveAfterIt(t *testing.T) {
	t.Parallel()
	var told []int
	fake := seeded(t, Options{})
	fake.Reconfigure(func(o *Options) {
		o.Arrived = func(r Request) { told = append(told, r.Status) }
		o.Observe = func(r Request) { told = append(told, r.Status) }
	})
	requireOK(t, post(t, fake, "DeleteManagedRunner", deleteRunner))
	assert.Equal(t, []int{0, 200}, told)
}
