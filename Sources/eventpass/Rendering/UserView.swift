import Ticketing

/// A user or a member in JSON.
struct UserView {
    let user: User
    var role: Role?

    var json: JSON {
        .object(
            [
                ("id", .int(user.id.rawValue)), ("name", .string(user.name)),
                ("email", .optional(user.email?.rawValue)),
                ("phone", .optional(user.phone?.rawValue)), ("birth_date", .optional(user.birthDate?.rawValue)),
            ] + (role.map { [("role", .string($0.rawValue))] } ?? []))
    }
}
