public import Ticketing

extension MessageSettings {
    /// Whether messages can be sent by e-mail or by SMS.
    public var canSend: Bool { mail != nil || sms != nil }

    /// Whether the program itself sends messages by a channel. It does not send messages by WhatsApp: it only prepares
    /// links, with which a person sends them.
    public func sends(by channel: Notice.Channel) -> Bool {
        switch channel {
        case .email: mail != nil
        case .sms: sms != nil
        case .whatsApp: false
        }
    }

    /// Whether messages by a channel contain links. If the server's public address is not set, messages contain no
    /// links.
    public func sendsLinks(by channel: Notice.Channel) -> Bool { publicURL != nil && sends(by: channel) }
}
