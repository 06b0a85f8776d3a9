import Presenting
import Ticketing

extension InvalidatedTicketsJSON {
    /// `cancelled 4F7K-29QX`, with the refund owed.
    func line(_ verb: String) -> String {
        let codes = invalidated.tickets.map(\.code.description).joined(separator: " ")
        return "\(verb) \(codes)\(refundNotice.map { ": \($0) owed to the buyer" } ?? "")"
    }
}

extension StandardError {
    /// Warns if people are inside on tickets that are no longer valid.
    static func warn(ofPeopleInside count: Int) {
        guard count > 0 else { return }
        say(
            "warning: \(counted(count, "person is", "people are")) inside on it; gates let them out, but not in again"
        )
    }
}
