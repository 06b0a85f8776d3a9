package import Ticketing

/// A user as JSON. In a list of an organizer's members, it also contains the user's role.
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
