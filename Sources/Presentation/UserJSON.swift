package import Ticketing

/// A user as JSON. A member of an organizer also has a role.
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
