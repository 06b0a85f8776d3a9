public import Ticketing

extension MessageSettings {
    /// Whether messages can be sent by e-mail or by SMS.
    public var canSend: Bool { mail != nil || sms != nil }

    /// Whether the program itself sends messages by a channel. A prepared link for WhatsApp waits for a person.
    public func sends(by channel: Notice.Channel) -> Bool {
        switch channel {
        case .email: mail != nil
        case .sms: sms != nil
        case .whatsApp: false
        }
    }

    /// Whether messages by a channel contain links. Without the server's public address, they have none.
    public func sendsLinks(by channel: Notice.Channel) -> Bool { publicURL != nil && sends(by: channel) }
}
