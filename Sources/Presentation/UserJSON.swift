package import Ticketing

/// A user as JSON. For a user who is listed as a member of an organizer, the JSON also contains the role.
package struct UserJSON {
    package let user: User
    package let role: Role?

    package init(user: User, role: Role? = nil) {
        self.user = user
        self.role = role
    }

    package var json: JSON {
        .object(
            [
                ("id", .int(user.id.rawValue)), ("name", .string(user.name)),
                ("email", .optional(user.email?.rawValue)),
                ("phone", .optional(user.phone?.rawValue)), ("birth_date", .optional(user.birthDate?.rawValue)),
            ] + (role.map { [("role", .string($0.rawValue))] } ?? []))
    }
}
