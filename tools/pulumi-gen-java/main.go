// Command pulumi-gen-java writes the Java SDK.
//
//	pulumi-gen-java SCHEMA ROOT OUT
//
// It reads the schema.json that SCHEMA names, and from the repository at ROOT the license and the example program of the
// README. It writes the sources, the README, the license and the Maven build into OUT, and removes what OUT/src had before.
//
// This is a module of its own because Pulumi's generator for Java needs an older release of Pulumi than the provider does.
// Its go.mod also pins the language host, with which Pulumi runs programs in Java.
package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 4 {
		fail(2, "usage: pulumi-gen-java SCHEMA ROOT OUT")
	}
	all, err := generate(os.Args[1], os.Args[2])
	if err != nil {
		fail(1, "%v", err)
	}
	if err := all.write(os.Args[3]); err != nil {
		fail(1, "%v", err)
	}
}

func fail(code int, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "pulumi-gen-java: "+format+"\n", args...)
	os.Exit(code)
}

// files are contents by slash-separated path below the folder of the SDK.
type files map[string][]byte

func (f files) write(dir string) error {
	if err := f.removeOthers(dir); err != nil {
		return err
	}
	for name, content := range f {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			return err
		}
		if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, content) {
			continue // make goes by the time of a file
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// removeOthers removes the sources that are not among the files: a class that is not in the schema anymore would still be
// compiled.
func (f files) removeOthers(dir string) error {
	src := filepath.Join(dir, "src")
	if _, err := os.Stat(src); os.IsNotExist(err) {
		return nil
	}
	return filepath.WalkDir(src, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		if _, ok := f[filepath.ToSlash(name)]; ok {
			return nil
		}
		return os.Remove(file) //nolint:gosec // nobody else changes the tree meanwhile
	})
}
