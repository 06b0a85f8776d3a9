import Store
public import Ticketing

/// The notices to the signed-in user's own e-mail address, from all organizers and the server itself. A user needs no
/// role to read them. All methods throw `ManagementError.notGranted` if the user acts through a device or API client
/// with restricted rights.
extension NoticeService {
    /// The user's notices before the position `last`, newest first, without codes and links; at most `limit`. Empty if
    /// the user has no e-mail address.
    public func ownNotices(before last: Notice.Cursor? = nil, limit: Int) throws -> [Notice] {
        try readOwn([]) { connection, address in
            try connection.notices.page(to: address, before: last, limit: limit).map(try shown(connection))
        }
    }

    /// The maximum result of `unreadNotices`.
    public static let maximumUnread = 100

    /// The number of the user's notices that were queued since the user last read them; at most `maximumUnread`.
    /// Notices that are older than `NoticeRetention.days` are not counted.
    public func unreadNotices() throws -> Int {
        try readOwn(0) { connection, address in
            let read = try connection.users.noticesRead(by: services.user.id)
            let oldest = services.now().advanced(bySeconds: -Int64(NoticeRetention.days) * 86_400)
            return try connection.notices.count(
                to: address, since: max(read ?? oldest, oldest), limit: NoticeService.maximumUnread)
        }
    }

    /// The time at which the user last read the notices; nil if the user has never read them.
    public func noticesRead() throws -> Instant? {
        try readOwn(nil) { connection, _ in try connection.users.noticesRead(by: services.user.id) }
    }

    /// Records that the user has read all notices that were queued until a moment. Does nothing if the user has read
    /// later notices.
    public func markNoticesRead(until moment: Instant) throws {
        try services.requireUnrestricted(for: .readNotices)
        try services.store.write { connection in
            if let read = try connection.users.noticesRead(by: services.user.id), read >= moment { return }
            try connection.users.setNoticesRead(moment, by: services.user.id)
        }
    }

    /// - Parameter none: the result for a user without an e-mail address.
    private func readOwn<Result>(
        _ none: Result, _ work: (any StoreConnection, String) throws -> Result
    ) throws -> Result {
        try services.requireUnrestricted(for: .readNotices)
        return try services.store.read { connection in
            guard let address = try connection.users.with(id: services.user.id)?.email else { return none }
            return try work(connection, address.rawValue)
        }
    }
}
