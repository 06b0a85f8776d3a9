public import Ticketing

/// Organizers and their verification.
public struct OrganizerService: Sendable {
    let services: ManagementServices

    /// Creates an organizer, and makes the current user its owner. If the current user is the local owner, the
    /// organizer counts as verified.
    ///
    /// - Throws: `ManagementError.invalid` with all faults.
    public func createOrganizer(_ details: OrganizerDetails) throws -> Organizer {
        try OrganizerService.check(details)
        return try services.transact(.createOrganizer, in: nil) { work in
            let (connection, created) = (work.connection, work.now)
            let isLocalOwner = try connection.users.localOwner()?.id == services.user.id
            var random = SystemRandomNumberGenerator()
            let organizer = try insertWithUniqueSlug(slug: Slug.of(details.name, fallback: "organizer")) { slug in
                Organizer(
                    number: .random(using: &random), details: details, slug: slug, created: created,
                    verification: isLocalOwner ? .localOwner(since: created) : .steps([:]))
            } insert: {
                try connection.organizers.insert($0)
            }
            try connection.users.addMember(services.user.id, of: organizer.number, role: .owner)
            try work.withOrganizer(organizer.number).record(
                AuditSubject(.organizer, organizer.number), after: organizer.auditFields)
            return organizer
        }
    }

    /// Changes the details of an organizer. The organizer's slug (the name in its URLs) stays the same, so that links
    /// keep working.
    ///
    /// - Throws: `ManagementError.invalid` with all faults; any error that `alter` throws.
    public func editOrganizer(
        _ organizer: Organizer, _ alter: (inout OrganizerDetails) throws -> Void
    ) throws -> Organizer {
        try services.perform(.editOrganizer, in: organizer.number) { work in
            guard var current = try work.connection.organizers.locked(organizer.number) else {
                throw ManagementError.unknownOrganizer(organizer.slug, known: [])
            }
            let former = current.details
            try alter(&current.details)
            try OrganizerService.check(current.details)
            try work.connection.organizers.update(current)
            try work.record(
                AuditSubject(.organizer, current.number), before: former.auditFields,
                after: current.details.auditFields)
            return current
        }
    }

    private static func check(_ details: OrganizerDetails) throws {
        let faults = details.limitFaults
        guard faults.isEmpty else { throw ManagementError.invalid(faults) }
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
        return try findByNumberOrSlug(
            .organizer, named: name, among: organizers, number: \.number.description, slug: \.slug
        ) { .unknownOrganizer(name, known: $0) }
    }
}
