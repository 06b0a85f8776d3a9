import ArgumentParser
import Management
import Ticketing

/// Which organizer, where there may be one only.
struct OrganizerOption: ParsableArguments {
    @Option(help: "The organizer. (default: your only one)")
    var organizer: String?

    /// Organizers that an error names at most.
    private static let named = 10

    func organizer(in office: Office) throws -> Organizer {
        if let organizer { return try office.organizer(named: organizer) }
        let organizers = try office.organizers()
        guard let only = organizers.first, organizers.count == 1 else {
            guard !organizers.isEmpty else {
                throw Failure(
                    .usage, "there is no organizer yet", hint: "eventpass organizer create NAME makes one")
            }
            let names = organizers.prefix(OrganizerOption.named).map(\.slug).joined(separator: ", ")
            let rest = organizers.count > OrganizerOption.named ? ", …" : ""
            throw Failure(
                .usage, "there are \(organizers.count) organizers: \(names)\(rest)", hint: "say which with --organizer")
        }
        return only
    }
}
