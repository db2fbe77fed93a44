package modeltest

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// enough is how many bytes the largest values are drawn from.
const enough = 1 << 16

// Fuzz fuzzes a law about random values. Zeros follow the input, from which the rest of the values is drawn: each choice
// is the first one then, so that a short input is a small example, where rapid by itself would skip it.
func Fuzz(f *testing.F, law func(*rapid.T)) {
	f.Helper()
	for seed := range byte(8) { // that values of every kind are there from the start
		f.Add(noise(seed, 512<<seed))
	}
	run := rapid.MakeFuzz(law)
	f.Fuzz(func(t *testing.T, input []byte) {
		padded := make([]byte, max(len(input), enough))
		copy(padded, input)
		run(t, padded)
	})
}

func noise(seed byte, n int) []byte {
	source := rand.NewChaCha8([32]byte{seed})
	data := make([]byte, n)
	_, _ = source.Read(data) // never fails
	return data
}
