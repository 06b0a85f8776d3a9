package import Ticketing

/// An organizer as JSON.
package struct OrganizerJSON {
    package let organizer: Organizer

    package init(organizer: Organizer) {
        self.organizer = organizer
    }

    package var json: JSON {
        .object(
            [("number", .int(organizer.number.rawValue))] + organizer.details.jsonMembers(in: .gmt) + [
                ("slug", .string(organizer.slug)), ("verified", .bool(organizer.isVerified)),
                ("verified_by", .optional(organizer.isVerified ? organizer.verification.kind.rawValue : nil)),
                ("missing", .array(organizer.verification.missing.map { .string($0.rawValue) })),
                ("created", .string(organizer.created.iso8601(in: .gmt))),
            ])
    }
}
