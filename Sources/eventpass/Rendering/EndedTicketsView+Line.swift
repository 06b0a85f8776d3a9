import Presenting
import Ticketing

extension EndedTicketsView {
    /// `cancelled 4F7K-29QX`, and what is owed for it.
    func line(_ verb: String) -> String {
        let codes = ended.tickets.map(\.code.description).joined(separator: " ")
        return "\(verb) \(codes)\(owed.map { ": \($0) owed to the buyer" } ?? "")"
    }
}

extension StandardError {
    /// Warns of people who are inside on tickets that open no gate any more.
    static func warn(ofPeopleInside count: Int) {
        guard count > 0 else { return }
        say(
            "warning: \(counted(count, "person is", "people are")) inside on it; the gates let them out, and not in again"
        )
    }
}
