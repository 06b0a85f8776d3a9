public import Ticketing

extension MessageSettings {
    /// Whether messages can be sent by e-mail or by SMS.
    public var canSend: Bool { mail != nil || sms != nil }

    /// Whether the program itself sends messages by a channel. It does not send messages by WhatsApp: it only prepares
    /// links, with which a person sends them. It sends push messages only if the server has a public address.
    public func sends(by channel: Notice.Channel) -> Bool {
        switch channel {
        case .email: mail != nil
        case .sms: sms != nil
        case .whatsApp: false
        case .push: push != nil && publicURL != nil
        }
    }

    /// The maximum number of messages by a channel in a minute; nil for no limit.
    public func perMinute(_ channel: Notice.Channel) -> Int? {
        switch channel {
        case .email: mail?.perMinute
        case .sms: smsPerMinute
        case .whatsApp, .push: nil
        }
    }

    /// Whether messages by a channel contain links. Messages contain no links if the server's public address is not
    /// set.
    public func sendsLinks(by channel: Notice.Channel) -> Bool { publicURL != nil && sends(by: channel) }
}
