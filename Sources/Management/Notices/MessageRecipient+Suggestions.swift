import Store
import Ticketing

extension MessageRecipient {
    var addresses: [String] { [address] + [otherAddress].compactMap(\.self) }

    private func isPushed(_ kind: Notice.Kind, _ connection: any StoreConnection) throws -> Bool {
        try preferences.chosen[kind.rawValue] == .push && !preferences.isOff(kind, by: .push)
            && connection.pushSubscriptions.hasConfirmed(of: address)
    }

    /// Whether a message that suggests events can be sent now, by push or by e-mail. Nothing can be sent while the
    /// recipient has paused all messages. Push requires that the recipient has chosen push for this kind, and has a
    /// confirmed push subscription. E-mail requires an e-mail address that gets messages. In both cases, the kind must
    /// not be turned off for the channel.
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

    /// Turns off the kinds of messages that suggest events, if the recipient can get them neither by e-mail (because
    /// there is no e-mail address) nor by push (`isPushed`). The page of preferences does not show such kinds, so the
    /// recipient could not turn them off there.
    mutating func turnOffUnreachableSuggestions(_ connection: any StoreConnection) throws {
        guard !addresses.contains(where: { $0.contains("@") }) else { return }
        for kind in Notice.Kind.allCases where kind.suggestsEvents {
            if try !isPushed(kind, connection) { preferences.turn(kind, off: true) }
        }
    }
}
