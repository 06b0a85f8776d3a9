package import Management
import MessageTransport
package import Messaging
import Store
package import Ticketing

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

    /// The numbers on which decisions about messages depend. If the settings cannot be read, these are the standard
    /// numbers.
    package var noticePolicy: NoticePolicy {
        do { return try messages?().noticePolicy ?? .standard } catch { return .standard }
    }

    /// The SMS with which a message of an organizer is sent; nil if the server has no keys for links. If the settings
    /// cannot be read, the price is unknown.
    ///
    /// - Throws: errors of the store and of the composer.
    package func smsEstimate(of message: OrganizerMessage, at event: Event) async throws -> SMSEstimate? {
        guard let ring = try keyRing else { return nil }
        let settings: MessageSettings
        do { settings = try messages?() ?? MessageSettings() } catch { settings = MessageSettings() }
        let now = now()
        return try await storeThreads.run { store in
            try store.read { connection in
                try SMSEstimate(of: message, at: event, ring: ring, settings: settings, now: now, connection)
            }
        }
    }
}
