import ArgumentParser
import Management
import Ticketing

/// Which organizer, where there may be one only.
struct OrganizerOption: ParsableArguments {
    @Option(help: "The organizer. (default: your only one)")
    var organizer: String?

    func organizer(in office: Office) throws -> Organizer {
        if let organizer { return try office.organizer(named: organizer) }
        let organizers = try office.organizers()
        guard let only = organizers.first, organizers.count == 1 else {
            throw Failure(
                .usage, organizers.isEmpty ? "there is no organizer yet" : "there are \(organizers.count) organizers",
                hint: organizers.isEmpty ? "eventpass organizer create NAME makes one" : "say which with --organizer")
        }
        return only
    }
}
