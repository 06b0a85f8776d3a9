import Presenting
import Ticketing

extension OrganizerJSON {
    private var verified: String {
        switch organizer.verification {
        case .localOwner: "yes, by the local owner"
        case .steps(let checked):
            VerificationStep.allCases.map { step in
                "\(step.rawValue) \(checked[step].map { $0.iso8601(in: .gmt) } ?? "missing")"
            }.joined(separator: "; ")
        }
    }

    var lines: [String] {
        [
            "organizer  \(organizer.name.visible)", "number     \(organizer.number)", "slug       \(organizer.slug)",
            "verified   \(verified)",
        ]
    }
}
