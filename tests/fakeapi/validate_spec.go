package fakeapi

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// cronField is the syntax of one field of a schedule: numbers or names with
// lists, ranges and steps.
var cronField = regexp.MustCompile(`^(\*|[0-9A-Za-z]+(-[0-9A-Za-z]+)?)(/[0-9]+)?(,(\*|[0-9A-Za-z]+(-[0-9A-Za-z]+)?)(/[0-9]+)?)*$`)

// validateSpec checks a spec. The rules are CONFIRMED unless they say otherwise.
func validateSpec(bad *violations, spec map[string]any, at path) {
	validateMaintenance(bad, lookupObject(spec, "maintenancePolicy"), at.at("maintenancePolicy"))
	validateOverrides(bad, lookupObject(spec, "overrides"), at.at("overrides"))
	if plane := lookupObject(spec, "dataPlane"); plane != nil {
		validateDataPlane(bad, plane, at.at("dataPlane"))
	}
}

func validateMaintenance(bad *violations, policy map[string]any, at path) {
	for i, window := range lookupList(policy, "windows") {
		here := at.at("windows").index(i)
		validateCron(bad, lookupString(window, "cron"), here.at("cron"))
		between(bad, lookupNumber(window, "durationSeconds"), 60, 604800, here.at("durationSeconds"))
	}
	for i, exclusion := range lookupList(policy, "exclusions") {
		validateExclusion(bad, exclusion, at.at("exclusions").index(i))
	}
}

// validateCron checks for five fields in cron syntax; their ranges are not checked.
func validateCron(bad *violations, cron string, at path) {
	fields := strings.Fields(cron)
	if len(fields) != 5 {
		bad.add(at, "must have five fields, got %d", len(fields))
		return
	}
	for _, text := range fields {
		if !cronField.MatchString(text) {
			bad.add(at, "%q is not a cron field", text)
		}
	}
}

func validateExclusion(bad *violations, exclusion any, at path) {
	start, errStart := time.Parse(time.RFC3339Nano, lookupString(exclusion, "startTime"))
	end, errEnd := time.Parse(time.RFC3339Nano, lookupString(exclusion, "endTime"))
	if errStart != nil {
		bad.add(at.at("startTime"), "must be given")
	}
	if errEnd != nil {
		bad.add(at.at("endTime"), "must be given")
	}
	if errStart == nil && errEnd == nil && !end.After(start) {
		bad.add(at.at("endTime"), "must be after start_time")
	}
}

func validateOverrides(bad *violations, overrides map[string]any, at path) {
	for i, toleration := range lookupList(overrides, "tolerations") {
		here := at.at("tolerations").index(i)
		member(bad, lookupString(toleration, "operator"), here.at("operator"), "", "Equal", "Exists")
		member(bad, lookupString(toleration, "effect"), here.at("effect"), "", "NoSchedule", "PreferNoSchedule", "NoExecute")
	}
	for name := range lookupObject(overrides, "affinity") { // DERIVED: keys of a Kubernetes Affinity
		member(bad, name, at.at("affinity"), "nodeAffinity", "podAffinity", "podAntiAffinity")
	}
	scaling := lookupObject(overrides, "scaling")
	for _, name := range []string{"replicas", "minReplicas", "maxReplicas"} {
		notNegative(bad, lookupNumber(scaling, name), at.in("scaling", name))
	}
	if highest := lookupNumber(scaling, "maxReplicas"); highest != 0 && lookupNumber(scaling, "minReplicas") > highest {
		bad.add(at.in("scaling", "minReplicas"), "must not exceed max_replicas")
	}
}

// validateDataPlane checks that one exposure is chosen; two are refused earlier,
// by the decoder.
func validateDataPlane(bad *violations, plane map[string]any, at path) {
	if !hasMember(dataPlaneMessage, "exposure", plane) {
		bad.add(at, "choose one of disabled, cluster_ip, load_balancer and custom")
	}
	for i, item := range lookupList(plane, "loadBalancer", "sourceRanges") {
		if text, _ := item.(string); !isPrefix(text) {
			bad.add(at.in("loadBalancer", "sourceRanges").index(i), "%q is not a CIDR block", text)
		}
	}
	if custom := lookupObject(plane, "custom"); custom != nil {
		uri, err := url.Parse(lookupString(custom, "advertisedUri"))
		if err != nil || !uri.IsAbs() || uri.Host == "" {
			bad.add(at.in("custom", "advertisedUri"), "must be an absolute URI")
		}
	}
}

// hasMember tells whether a member of a oneof is set.
func hasMember(m *message, oneof string, doc map[string]any) bool {
	for _, f := range m.fields {
		if f.oneof == oneof && doc[f.name] != nil {
			return true
		}
	}
	return false
}

func isPrefix(text string) bool {
	_, err := netip.ParsePrefix(text)
	return err == nil
}
