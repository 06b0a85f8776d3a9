import Foundation
import Ticketing

/// An organizer on the page and in JSON.
struct OrganizerView {
    let organizer: Organizer

    var json: JSON {
        .object([
            ("number", .int(organizer.number.rawValue)), ("name", .string(organizer.name)),
            ("slug", .string(organizer.slug)), ("verified", .bool(organizer.verification != .pending)),
            ("verified_by", .optional(verifiedBy)), ("created", .string(organizer.created.iso8601(in: .gmt))),
        ])
    }

    var verifiedBy: String? {
        switch organizer.verification {
        case .pending: nil
        case .localOwner: "local owner"
        }
    }

    var lines: [String] {
        [
            "organizer  \(organizer.name.visible)", "number     \(organizer.number)", "slug       \(organizer.slug)",
            "verified   \(verifiedBy.map { "yes, by the \($0)" } ?? "no")",
        ]
    }
}
