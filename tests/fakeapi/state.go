package fakeapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
)

// savedState is the content of a state file.
type savedState struct {
	Runners  map[string]*runner  `json:"runners"`
	Requests map[string]creation `json:"requests"`
}

// Persist loads the runners of a file, if it exists, and from then on saves them
// there after every change. The file holds whatever the runners hold, secrets
// included, and is readable by its owner only.
func (s *Server) Persist(file string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	raw, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("reading the state: %w", err)
	default:
		var state savedState
		if err := json.Unmarshal(raw, &state); err != nil {
			return fmt.Errorf("reading the state in %s: %w", file, err)
		}
		maps.Copy(s.runners, state.Runners)
		maps.Copy(s.created, state.Requests)
	}
	s.saveFile = file
	return s.save()
}

// save writes the state file, if there is one, in one step: a reader sees the
// old content or the new one.
func (s *Server) save() error {
	if s.saveFile == "" {
		return nil
	}
	raw, err := json.MarshalIndent(savedState{Runners: s.runners, Requests: s.created}, "", "  ")
	if err != nil {
		return fmt.Errorf("encoding the state: %w", err)
	}
	temp, err := os.CreateTemp(filepath.Dir(s.saveFile), ".fakeapi-*") // created with mode 0600
	if err != nil {
		return fmt.Errorf("saving the state: %w", err)
	}
	_, err = temp.Write(append(raw, '\n'))
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), s.saveFile)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("saving the state: %w", err), os.Remove(temp.Name()))
	}
	return nil
}

// changed saves the state after a call and passes its answer on. A call whose
// effect could not be saved has failed.
func (s *Server) changed(answer map[string]any) (map[string]any, *refusal) {
	if err := s.save(); err != nil {
		return nil, refuse(CodeInternal, "%v", err)
	}
	return answer, nil
}

// mustSave saves after a change by a test, which has no other way to hear of it.
func (s *Server) mustSave() {
	if err := s.save(); err != nil {
		panic("fakeapi: " + err.Error())
	}
}
