package import Presenting
package import Ticketing

/// A ticket whose token can't be written anew.
package struct KeyGone: ExplainedError, Hashable {
    package let ticket: TicketCode
    package let key: UInt8
    /// The slug.
    package let event: String

    package var description: String {
        "ticket \(ticket) was signed with key \(key), which is retired or not on the ring any more"
    }

    package var kind: ErrorKind { .trouble }
    package var hint: String? { "eventpass ticket reissue \(event) \(ticket)" }
}
