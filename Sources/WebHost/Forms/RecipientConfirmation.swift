/// The confirmation that a change queues messages to many people.
package enum RecipientConfirmation {
    /// The name of the field of a form, and of the parameter in a query of the API, with the number of people to whom the
    /// user agreed to queue messages.
    package static let field = "confirm_recipients"
    /// The numbers that the field can have.
    package static let allowed = 1...1_000_000_000

    /// The number of people in the field; nil if the text is not such a number.
    package static func people(_ text: String) -> Int? {
        Int(text).flatMap { allowed.contains($0) ? $0 : nil }
    }
}
