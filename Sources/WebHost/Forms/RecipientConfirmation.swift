/// A user’s confirmation of a change that queues messages to many people.
package enum RecipientConfirmation {
    /// The name of the field that contains the number of people to whom the user agrees to queue messages. It is a form
    /// field on pages, and a query parameter in the API.
    package static let field = "confirm_recipients"
    /// The valid numbers of people.
    package static let allowed = 1...1_000_000_000

    /// Parses the number of people; nil if the text is not a valid number.
    package static func people(_ text: String) -> Int? {
        Int(text).flatMap { allowed.contains($0) ? $0 : nil }
    }
}
