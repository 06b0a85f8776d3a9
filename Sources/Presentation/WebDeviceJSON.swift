package import Foundation
package import Ticketing

/// A phone that is paired with a gate, or a pairing that no phone has completed yet, as JSON.
package struct WebDeviceJSON {
    private let zone: TimeZone
    private let now: Instant

    package init(zone: TimeZone, now: Instant) {
        self.zone = zone
        self.now = now
    }

    package func json(_ device: WebDevice) -> JSON {
        .object([
            ("id", .string("\(device.id)")), ("state", .string(device.state(at: now).rawValue)),
            ("name", .string(device.name)),
            ("gate", .string(device.assignment.gate)), ("sub_event", .optional(device.assignment.subEvent)),
            ("created", time(device.created)), ("seen", time(device.seen)), ("revoked", time(device.revoked)),
        ])
    }

    package func json(_ pairing: Pairing) -> JSON {
        .object([
            ("id", .string("\(pairing.device)")), ("state", .string(WebDevice.State.awaited.rawValue)),
            ("name", .optional(pairing.name)),
            ("gate", .string(pairing.assignment.gate)), ("sub_event", .optional(pairing.assignment.subEvent)),
            ("expires", time(pairing.expires)), ("wrong_codes", .int(pairing.failures)),
        ])
    }

    private func time(_ instant: Instant?) -> JSON { .optional(instant?.iso8601(in: zone)) }
}
