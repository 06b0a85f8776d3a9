public import Ticketing

/// Organizers and their verification.
public struct OrganizerService: Sendable {
    let services: ManagementServices

    /// Creates an organizer, and makes the current user its owner. If the current user is the local owner (the owner of
    /// the data folder), the organizer counts as verified.
    public func createOrganizer(named name: String) throws -> Organizer {
        try OrganizerService.check(name)
        return try services.transact(.createOrganizer, in: nil) { work in
            let (connection, created) = (work.connection, work.now)
            let isLocalOwner = try connection.users.localOwner()?.id == services.user.id
            var random = SystemRandomNumberGenerator()
            let organizer = try insertWithUniqueSlug(slug: Slug.of(name, fallback: "organizer")) { slug in
                Organizer(
                    number: .random(using: &random), name: name, slug: slug, created: created,
                    verification: isLocalOwner ? .localOwner(since: created) : .steps([:]))
            } insert: {
                try connection.organizers.insert($0)
            }
            try connection.users.addMember(services.user.id, of: organizer.number, role: .owner)
            try work.withOrganizer(organizer.number).record(
                AuditSubject(.organizer, organizer.number), after: ["name": organizer.name, "slug": organizer.slug])
            return organizer
        }
    }

    /// Changes the name of an organizer. The organizer's slug (the name in its URLs) stays the same, so that links keep
    /// working.
    ///
    /// - Throws: `ManagementError.invalid` if the name is not valid.
    public func renameOrganizer(_ organizer: Organizer, to name: String) throws -> Organizer {
        try OrganizerService.check(name)
        return try services.perform(.editOrganizer, in: organizer.number) { work in
            guard let current = try work.connection.organizers.locked(organizer.number) else {
                throw ManagementError.unknownOrganizer(organizer.slug, known: [])
            }
            try work.connection.organizers.rename(current.number, to: name)
            try work.record(
                AuditSubject(.organizer, current.number), before: ["name": current.name], after: ["name": name])
            var renamed = current
            renamed.name = name
            return renamed
        }
    }

    private static func check(_ name: String) throws {
        var faults = FieldFaults()
        faults.require(text: name, "name")
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
    }

    /// The organizers of which the current user is a member, ordered by name.
    public func organizers() throws -> [Organizer] {
        try services.store.read { try $0.organizers.all(of: services.user.id) }.filter {
            services.isWithinGrants($0.number)
        }
    }

    /// Finds an organizer by its full name, by its number or slug, or by an unambiguous prefix of the number or slug.
    public func organizer(named name: String) throws -> Organizer {
        let organizers = try organizers()
        let sameName = organizers.filter { $0.name == name }
        if sameName.count == 1 { return sameName[0] }
        return try findByNumberOrSlug(name, among: organizers, number: \.number.description, slug: \.slug) {
            .unknownOrganizer(name, known: $0)
        }
    }
}
