package import Charts
import Foundation
package import Languages
package import Management
package import Spreadsheet
package import Ticketing

/// The attendance report of an event as JSON, as a table and as a chart.
package struct AttendanceReportJSON {
    package let event: Event
    package let report: AttendanceReport

    package init(event: Event, report: AttendanceReport) {
        self.event = event
        self.report = report
    }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("expected", .int(report.totals.expected)),
            ("admitted", .optional(report.totals.admitted)), ("inside", .optional(report.totals.inside)),
            ("no_shows", .optional(report.noShows)), ("reentries", .int(report.reentries)),
            (
                "sub_events",
                .array(
                    report.totals.subEvents.map { figures in
                        figures.json.adding([
                            ("reentries", .int(report.reentriesBySubEvent[figures.subEvent.number] ?? 0))
                        ])
                    })
            ),
            (
                "gates",
                .array(
                    report.byGate.map {
                        .object([
                            ("gate", .string($0.gate)), ("sub_event", .optional($0.subEvent?.name)),
                            ("people", .int($0.people)),
                        ])
                    })
            ),
            (
                "arrivals",
                .array(
                    report.arrivals.map { arrivals in
                        .object([
                            ("from", .string(arrivals.from.iso8601(in: event.zone))),
                            ("gate", .string(arrivals.gate)), ("sub_event", .optional(arrivals.subEvent?.name)),
                            ("people", .int(arrivals.people)),
                        ])
                    })
            ),
            ("refusals", .array(report.totals.refusals.map(\.json))),
        ])
    }

    package var worksheet: Worksheet {
        Worksheet(
            name: "Attendance",
            columns: [
                WorksheetColumn("What", .text), WorksheetColumn("Sub-event", .text), WorksheetColumn("From", .text),
                WorksheetColumn("Gate", .text), WorksheetColumn("Reason", .text), WorksheetColumn("People", .integer),
            ])
    }

    package var rows: [[WorksheetCell]] {
        let arrivals: [[WorksheetCell]] = report.arrivals.map { arrivals in
            [
                .text("arrivals"), cell(arrivals.subEvent), .text(arrivals.from.iso8601(in: event.zone)),
                .text(arrivals.gate), .empty, .integer(Int64(arrivals.people)),
            ]
        }
        let refusals: [[WorksheetCell]] = report.totals.refusals.map { refusal in
            [
                .text("refused"), .empty, .empty, .text(refusal.gate), .text(refusal.reason),
                .integer(Int64(refusal.count)),
            ]
        }
        return sums + arrivals + refusals
    }

    /// The totals of the event and of each sub-event. The counts of people at sub-events are not added up, because one
    /// person can come to several sub-events.
    private var sums: [[WorksheetCell]] {
        var sums: [(String, SubEvent?, Int?)] = [
            ("expected", nil, report.totals.expected), ("admitted", nil, report.totals.admitted),
            ("inside", nil, report.totals.inside), ("no-shows", nil, report.noShows),
        ]
        if report.totals.subEvents.isEmpty { sums.append(("re-entries", nil, report.reentries)) }
        for figures in report.totals.subEvents {
            let subEvent = figures.subEvent
            sums += [
                ("expected", subEvent, figures.expected), ("admitted", subEvent, figures.admitted),
                ("inside", subEvent, figures.inside), ("no-shows", subEvent, figures.noShows),
                ("re-entries", subEvent, report.reentriesBySubEvent[subEvent.number]),
            ]
        }
        return sums.compactMap { what, subEvent, people in
            people.map { [.text(what), cell(subEvent), .empty, .empty, .empty, .integer(Int64($0))] }
        }
    }

    private func cell(_ subEvent: SubEvent?) -> WorksheetCell { subEvent.map { .text($0.name) } ?? .empty }

    /// - Parameter language: the language of the chart's texts.
    package func chart(in language: Language) -> Chart {
        let style = Date.VerbatimFormatStyle(
            format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
            timeZone: event.zone, calendar: Calendar(identifier: .gregorian))
        return Chart(
            .timeSeries, title: language.text(ReportChartText.arrivals, ["event": .text(event.details.title.visible)]),
            labelAxisTitle: language.text(ReportChartText.time), valueAxisTitle: language.text(ReportChartText.people),
            points: report.timeline.map { entry in
                let from = Date(timeIntervalSince1970: Double(entry.from.seconds))
                return Chart.Point(from.formatted(style), Double(entry.people))
            }, in: language)
    }
}
