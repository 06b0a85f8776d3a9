import Store
import Ticketing

extension MessageRecipient {
    /// The recipient's addresses: the own address and the second address, if there is one.
    var addresses: [String] { [address] + [otherAddress].compactMap(\.self) }

    private func isPushed(_ kind: Notice.Kind, _ connection: any StoreConnection) throws -> Bool {
        try preferences.chosen[kind.rawValue] == .push && !preferences.isOff(kind, by: .push)
            && connection.pushSubscriptions.hasConfirmed(of: address)
    }

    /// Whether a message that suggests events can be sent now. It cannot be sent if the recipient has paused all
    /// messages. It also cannot be sent if the recipient has no e-mail address that gets messages, and has not chosen
    /// push for this kind or has no browser for push messages.
    ///
    /// - Parameter kind: a kind that suggests events.
    func canGetSuggestions(_ kind: Notice.Kind, _ connection: any StoreConnection) throws -> Bool {
        guard !preferences.isPaused else { return false }
        if try isPushed(kind, connection) { return true }
        guard !preferences.isOff(kind, by: .email) else { return false }
        return try addresses.contains { email in
            try email.contains("@") && connection.recipients.with(address: email)?.suppressed == nil
        }
    }

    /// Turns off the messages that suggest events and that have no way to the recipient: the recipient has no e-mail
    /// address, and has not chosen push for the kind or has no browser for push messages. The page of preferences does
    /// not show such a kind, so the recipient could not turn it off there.
    mutating func turnOffUnreachableSuggestions(_ connection: any StoreConnection) throws {
        guard !addresses.contains(where: { $0.contains("@") }) else { return }
        for kind in Notice.Kind.allCases where kind.suggestsEvents {
            if try !isPushed(kind, connection) { preferences.turn(kind, off: true) }
        }
    }
}
