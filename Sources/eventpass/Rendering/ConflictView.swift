import Foundation
import Gate
import Management
import Ticketing

/// Tickets that were let in twice, on the page and in JSON.
struct ConflictView {
    let event: Event
    let functions: [EventFunction]
    /// Whose screen this is, which nobody has given a name.
    private let machine: DeviceID?
    private let sentences: Sentences

    init(_ event: Event, functions: [EventFunction], on machine: DeviceID? = nil) {
        self.event = event
        self.functions = functions
        self.machine = machine
        sentences = Sentences(timeZone: event.zone)
    }

    /// `4F7K-29QX  Grace Nakato`, and below it who came first and who came then.
    func lines(_ conflict: KnownConflict) -> [String] {
        let double = conflict.double
        let head = [TicketCode(double.ticket.serial).description, conflict.holder, function(double.ticket.function)]
            .compactMap(\.self).joined(separator: "  ")
        let people = double.people > 1 ? ", \(double.people) people too many" : ""
        return [
            head.visible, "  first  \(line(double.earlier, conflict.earlier))",
            "  then   \(line(double.later, conflict.later))\(people)",
        ]
    }

    private func line(_ entry: DoubleAdmission.Entry, _ device: KnownConflict.KnownDevice) -> String {
        let id = entry.id.device
        let name =
            device.name.map { "device \($0)" } ?? (id == machine ? "this machine" : "device \("\(id)".prefix(8))")
        let clock = device.clock.flatMap(ClockWords.init).map { "; its clock \($0.text)" } ?? ""
        return
            "\(sentences.moment(entry.admission.at)), gate \(entry.admission.gate), \(name)\(clock)".visible
    }

    func json(_ conflict: KnownConflict) -> JSON {
        let double = conflict.double
        return .object([
            ("event", .int(double.ticket.event.rawValue)), ("serial", .int(double.ticket.serial.rawValue)),
            ("code", .string(TicketCode(double.ticket.serial).description)), ("holder", .optional(conflict.holder)),
            ("function", .optional(function(double.ticket.function))), ("people", .int(double.people)),
            ("first", json(double.earlier, conflict.earlier)), ("second", json(double.later, conflict.later)),
        ])
    }

    private func json(_ entry: DoubleAdmission.Entry, _ device: KnownConflict.KnownDevice) -> JSON {
        .object([
            ("at", .string(entry.admission.at.iso8601(in: event.zone))), ("gate", .string(entry.admission.gate)),
            ("device", .string(entry.id.device.description)), ("sequence", .integer(entry.id.sequence)),
            ("name", .optional(device.name)), ("clock_ahead_least", .optional(device.clock?.least)),
            ("clock_ahead_most", .optional(device.clock?.most)),
        ])
    }

    private func function(_ number: Int) -> String? { functions.first { $0.number == number }?.name }
}

/// How far a device's clock is off, in words; nil when nothing shows that it is.
struct ClockWords {
    let text: String

    init?(_ offset: ClockOffset) {
        guard let certain = offset.certain else {
            text = "was set while it worked"
            return
        }
        guard certain.magnitude >= 1000 else { return nil }
        let seconds = Int(certain.magnitude / 1000)
        let size = seconds < 120 ? "\(seconds) s" : seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
        text = "is \(size) or more \(certain > 0 ? "ahead" : "behind")"
    }
}
