package import Charts
import Foundation
package import Management
package import Spreadsheet
package import Ticketing

/// Who came to an event, in every form.
package struct AttendanceReportView {
    package let event: Event
    package let report: AttendanceReport

    package init(event: Event, report: AttendanceReport) {
        self.event = event
        self.report = report
    }

    package var json: JSON {
        .object([
            ("event", .int(event.number.rawValue)), ("expected", .int(report.totals.expected)),
            ("admitted", .int(report.totals.admitted)), ("inside", .int(report.totals.inside)),
            ("no_shows", .int(report.noShows)), ("reentries", .int(report.reentries)),
            (
                "gates",
                .array(
                    report.byGate.map {
                        .object([("gate", .string($0.gate)), ("people", .int($0.people))])
                    })
            ),
            (
                "arrivals",
                .array(
                    report.arrivals.map { arrivals in
                        .object([
                            ("from", .string(arrivals.from.iso8601(in: event.zone))),
                            ("gate", .string(arrivals.gate)), ("people", .int(arrivals.people)),
                        ])
                    })
            ),
            ("refusals", .array(report.totals.refusals.map(\.json))),
        ])
    }

    package var sheet: Sheet {
        Sheet(
            name: "Attendance",
            columns: [
                SheetColumn("What", .text), SheetColumn("From", .text), SheetColumn("Gate", .text),
                SheetColumn("Reason", .text), SheetColumn("People", .integer),
            ])
    }

    package var rows: [[Cell]] {
        let sums = [
            ("expected", report.totals.expected), ("admitted", report.totals.admitted),
            ("inside", report.totals.inside), ("no-shows", report.noShows), ("re-entries", report.reentries),
        ]
        return sums.map { [.text($0.0), .empty, .empty, .empty, .integer(Int64($0.1))] }
            + report.arrivals.map { arrivals in
                [
                    .text("arrivals"), .text(arrivals.from.iso8601(in: event.zone)), .text(arrivals.gate), .empty,
                    .integer(Int64(arrivals.people)),
                ]
            }
            + report.totals.refusals.map { refusal in
                [.text("refused"), .empty, .text(refusal.gate), .text(refusal.reason), .integer(Int64(refusal.count))]
            }
    }

    package var chart: Chart {
        let style = Date.VerbatimFormatStyle(
            format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)",
            timeZone: event.zone, calendar: Calendar(identifier: .gregorian))
        return Chart(
            .timeSeries, title: "\(event.details.title.visible): arrivals per 5 minutes", labels: "Time",
            values: "People",
            points: report.timeline.map { entry in
                let from = Date(timeIntervalSince1970: Double(entry.from.seconds))
                return Chart.Point(from.formatted(style), Double(entry.people))
            })
    }
}
