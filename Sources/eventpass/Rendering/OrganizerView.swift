import Foundation
import Ticketing

/// An organizer on the page and in JSON.
struct OrganizerView {
    let organizer: Organizer

    var json: JSON {
        .object([
            ("number", .int(organizer.number.rawValue)), ("name", .string(organizer.name)),
            ("slug", .string(organizer.slug)), ("verified", .bool(organizer.isVerified)),
            ("verified_by", .optional(verifiedBy)),
            ("missing", .array(organizer.verification.missing.map { .string($0.rawValue) })),
            ("created", .string(organizer.created.iso8601(in: .gmt))),
        ])
    }

    private var verifiedBy: String? {
        switch organizer.verification {
        case .localOwner: "local owner"
        case .steps: organizer.isVerified ? "steps" : nil
        }
    }

    private var verified: String {
        switch organizer.verification {
        case .localOwner: "yes, by the local owner"
        case .steps(let checked):
            VerificationStep.allCases.map { step in
                "\(step.rawValue) \(checked[step].map { $0.iso8601(in: .gmt) } ?? "missing")"
            }.joined(separator: "; ")
        }
    }

    var lines: [String] {
        [
            "organizer  \(organizer.name.visible)", "number     \(organizer.number)", "slug       \(organizer.slug)",
            "verified   \(verified)",
        ]
    }
}
