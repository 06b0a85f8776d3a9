public import Ticketing

extension Office {
    /// Creates an organizer, whose owner the user becomes. By the local owner's hand it counts as verified.
    public func createOrganizer(named name: String) throws -> Organizer {
        var faults = FieldFaults()
        faults.demand(text: name, "name")
        guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
        return try transact(.createOrganizer, in: nil) { work in
            let (connection, created) = (work.connection, work.now)
            let isLocalOwner = try connection.users.localOwner()?.id == user.id
            var random = SystemRandomNumberGenerator()
            let organizer = try insertingUnique(slug: Slug.of(name, fallback: "organizer")) { slug in
                Organizer(
                    number: .random(using: &random), name: name, slug: slug, created: created,
                    verification: isLocalOwner ? .localOwner(since: created) : .steps([:]))
            } insert: {
                try connection.organizers.insert($0)
            }
            try connection.users.addMember(user.id, of: organizer.number, role: .owner)
            try work.on(organizer.number).record(
                AuditSubject(.organizer, organizer.number), after: ["name": organizer.name, "slug": organizer.slug])
            return organizer
        }
    }

    /// The organizers the user is a member of, by name.
    public func organizers() throws -> [Organizer] {
        try store.read { try $0.organizers.all(of: user.id) }.filter { isWithinGrants($0.number) }
    }

    /// One of them, by number, slug, an unambiguous beginning of either, or its whole name.
    public func organizer(named name: String) throws -> Organizer {
        let organizers = try organizers()
        let sameName = organizers.filter { $0.name == name }
        if sameName.count == 1 { return sameName[0] }
        return try named(name, among: organizers, number: \.number.description, slug: \.slug) {
            .unknownOrganizer(name, known: $0)
        }
    }
}
