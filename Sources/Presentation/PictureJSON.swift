package import Ticketing

/// Pictures of events as JSON.
package enum PictureJSON {
    package static func json(_ picture: StoredPicture) -> JSON {
        .object([
            ("role", .string(picture.role.rawValue)), ("id", .string(picture.id.description)),
            ("width", .int(picture.width)), ("height", .int(picture.height)),
            ("alternative_text", .string(picture.alternativeText)),
            ("files", .array(PictureVariant.all.map { .string(picture.path(of: $0)) })),
        ])
    }

    /// The result of removing a picture.
    package static func removed(_ role: PictureRole) -> JSON {
        .object([("role", .string(role.rawValue)), ("removed", .bool(true))])
    }
}
