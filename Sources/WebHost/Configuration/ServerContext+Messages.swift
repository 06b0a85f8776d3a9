import MessageTransport

extension ServerContext {
    /// Whether this server sends e-mail. False if the settings cannot be read. The error is not reported here, because
    /// the service that sends the messages logs it.
    package var sendsEmail: Bool {
        do { return try messages?().mail != nil } catch { return false }
    }

    /// Whether this server sends e-mail with links to its pages. False if the settings cannot be read, as for
    /// `sendsEmail`.
    package var sendsEmailLinks: Bool {
        do { return try messages?().sendsLinks(by: .email) ?? false } catch { return false }
    }

    /// Whether this server sends SMS. False if the settings cannot be read, as for `sendsEmail`.
    package var sendsSMS: Bool {
        do { return try messages?().sms != nil } catch { return false }
    }
}
