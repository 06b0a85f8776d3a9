import ArgumentParser
import Management
import Ticketing

/// The organizer option; not required for users with one organizer.
struct OrganizerOption: ParsableArguments {
    @Option(help: "The organizer. (default: your only one)")
    var organizer: String?

    /// The maximum number of organizers that an error lists.
    private static let maximumNames = 10

    func organizer(in services: ManagementServices) throws -> Organizer {
        if let organizer { return try services.organizers.organizer(named: organizer) }
        let organizers = try services.organizers.organizers()
        guard let only = organizers.first, organizers.count == 1 else {
            guard !organizers.isEmpty else {
                throw CommandFailure(
                    .usage, "there is no organizer yet", hint: "create one with: eventpass organizer create NAME")
            }
            let names = organizers.prefix(OrganizerOption.maximumNames).map(\.slug).joined(separator: ", ")
            let rest = organizers.count > OrganizerOption.maximumNames ? ", …" : ""
            throw CommandFailure(
                .usage, "there are \(organizers.count) organizers: \(names)\(rest)", hint: "choose one with --organizer"
            )
        }
        return only
    }
}
