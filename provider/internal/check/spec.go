package check

import (
	"strconv"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

func checkSpec(n node) {
	checkMaintenance(n.get("maintenancePolicy"))
	checkOverrides(n.get("overrides"))
	checkDataPlane(n.get("dataPlane"))
}

func checkMaintenance(n node) {
	for _, window := range n.get("windows").items() {
		checkCron(window.get("cron"))
		// The API's bounds: a minute to a week.
		checkRange(window.get("durationSeconds"), 60, 604800, " seconds")
	}
	for _, exclusion := range n.get("exclusions").items() {
		checkPeriod(exclusion.get("startTime"), exclusion.get("endTime"))
	}
}

const ruleCron = "must be a cron expression of five fields in UTC: minute, hour, day of month, month and day of week, " +
	"such as `0 2 * * SAT`"

// fiveFields reads what the API accepts: no seconds, no descriptors such as @daily.
var fiveFields = cron.NewParser(cron.Minute | cron.Hour | cron.Dom | cron.Month | cron.Dow)

// cronEpoch begins before a leap year, so that the next five years hold every date there is.
var cronEpoch = time.Date(2023, 1, 1, 0, 0, 0, 0, time.UTC)

func checkCron(n node) {
	s, ok := n.word()
	if !ok {
		return
	}
	schedule, problem := parseCron(s)
	switch {
	case problem != "":
		n.refuse("%s%s", ruleCron, problem)
	case schedule.Next(cronEpoch).IsZero():
		n.warn("never comes: there is no such day")
	}
}

// parseCron returns what is wrong beyond the rule, without a word of the expression.
func parseCron(s string) (cron.Schedule, string) {
	switch fields := strings.Fields(s); {
	case strings.HasPrefix(s, "TZ=") || strings.HasPrefix(s, "CRON_TZ="):
		return nil, "; a time zone cannot be chosen"
	case strings.HasPrefix(s, "@"):
		return nil, "; descriptors such as @daily are not accepted"
	case len(fields) != 5:
		return nil, "; found " + strconv.Itoa(len(fields)) + " fields"
	case hasEmptyPart(fields):
		return nil, "; a field has an empty part"
	}
	schedule, err := fiveFields.Parse(s)
	if err != nil {
		return nil, "; a field is out of range or not understood"
	}
	return schedule, ""
}

// hasEmptyPart finds what the parser lets pass, and what would match no time at all: a comma with nothing beside it.
func hasEmptyPart(fields []string) bool {
	for _, field := range fields {
		for part := range strings.SplitSeq(field, ",") {
			if part == "" {
				return true
			}
		}
	}
	return false
}

// checkPeriod wants the end, which is exclusive, after the start.
func checkPeriod(start, end node) {
	from, okFrom := start.text()
	to, okTo := end.text()
	if !okFrom || !okTo {
		return
	}
	first, okFirst := parseTime(from)
	last, okLast := parseTime(to)
	if okFirst && okLast && !last.After(first) {
		end.refuse("must be after `startTime`")
	}
}
