import Store
public import Ticketing

/// A list of notices: those of one event, or those of all events of an organizer.
public enum NoticeList: Sendable {
    case ofEvent(Event)
    case ofOrganizer(Organizer)
}

/// Sorted lists of notices, and changes of several notices. The lists contain no secrets.
extension NoticeService {
    /// The notices of a list that follow the notice `last`; at most `limit`.
    ///
    /// - Parameter last: the key of a notice; nil to begin with the first notice of the list.
    /// - Throws: `ManagementError.unknownNotice` if there is no notice with the key `last`.
    public func notices(
        in list: NoticeList, _ query: NoticeQuery, after last: String? = nil, limit: Int
    ) throws -> [Notice] {
        try read(list) { connection, scope in
            let keys = try NoticeService.keys(in: scope, query, after: last, limit, connection)
            return try connection.notices.all(keys, in: scope).map(try shown(connection))
        }
    }

    /// The keys of the first notices of a list; at most `limit`.
    public func noticeKeys(in list: NoticeList, _ query: NoticeQuery, limit: Int = .max) throws -> [String] {
        try read(list) { connection, scope in
            try NoticeService.keys(in: scope, query, after: nil, limit, connection)
        }
    }

    /// Passes notices to a closure one by one, in the order of `keys`. All notices are read from one snapshot of the
    /// store. Keys without a notice in the list are skipped.
    public func forEachNotice(_ keys: [String], in list: NoticeList, _ body: (Notice) throws -> Void) throws {
        try read(list) { connection, scope in
            let withoutSecrets = try shown(connection)
            for start in stride(from: 0, to: keys.count, by: 1000) {
                let part = Array(keys[start..<min(start + 1000, keys.count)])
                for notice in try connection.notices.all(part, in: scope) { try body(withoutSecrets(notice)) }
            }
        }
    }

    /// Queues notices again (`retry`), in one transaction. Notices that cannot be queued again are skipped.
    ///
    /// - Returns: the number of queued notices.
    public func retryAll(_ keys: [String], in list: NoticeList) throws -> Int {
        try changeAll(keys, in: list) { notice, work in
            notice.canBeRetried ? try NoticeService.retried(notice, work) : nil
        }
    }

    /// Withdraws notices that are not sent yet, in one transaction, so that they are never sent. Other notices are
    /// skipped.
    ///
    /// - Returns: the number of withdrawn notices.
    public func withdrawAll(_ keys: [String], in list: NoticeList) throws -> Int {
        try changeAll(keys, in: list) { notice, work in
            guard notice.canBeWithdrawn else { return nil }
            return notice.delivery.with {
                $0.state = .dropped
                $0.due = nil
                $0.reason = .withdrawn
                $0.changed = work.now
            }
        }
    }

    /// Changes the delivery of each notice for which `alter` returns a new delivery. Notices that are being sent now
    /// stay unchanged.
    ///
    /// - Returns: the number of changed notices.
    private func changeAll(
        _ keys: [String], in list: NoticeList, _ alter: (Notice, UnitOfWork) throws -> NoticeDelivery?
    ) throws -> Int {
        func change(_ work: UnitOfWork, _ scope: Notices.Scope, _ organizer: OrganizerNumber) throws -> Int {
            var changed = 0
            for notice in try work.connection.notices.all(keys.sorted(), in: scope) {
                guard let delivery = try alter(notice, work),
                    try work.connection.notices.finish(notice, as: delivery)
                else { continue }
                try NoticeService.record(delivery, of: notice, in: organizer, work)
                changed += 1
            }
            return changed
        }
        switch list {
        case .ofEvent(let event):
            return try services.perform(.resendTicket, on: event) {
                try change($0, .event(event.number), event.organizer)
            }
        case .ofOrganizer(let organizer):
            return try services.perform(.resendTicket, in: organizer.number) {
                try change($0, .organizer(organizer.number), organizer.number)
            }
        }
    }

    private func read<Result>(
        _ list: NoticeList, _ work: (any StoreConnection, Notices.Scope) throws -> Result
    ) throws -> Result {
        switch list {
        case .ofEvent(let event):
            return try services.read(.readNotices, on: event) { try work($0, .event(event.number)) }
        case .ofOrganizer(let organizer):
            return try services.read(.readNotices, in: organizer.number) { try work($0, .organizer(organizer.number)) }
        }
    }

    private static func keys(
        in scope: Notices.Scope, _ query: NoticeQuery, after last: String?, _ limit: Int,
        _ connection: any StoreConnection
    ) throws -> [String] {
        let position = try last.map { key in
            guard let position = try connection.notices.position(of: key, in: scope, query) else {
                throw ManagementError.unknownNotice(key)
            }
            return position
        }
        return try connection.notices.keys(in: scope, query, after: position, limit: limit)
    }
}

extension Notice {
    /// Whether a member can withdraw the notice: it is not sent yet, and is not being sent now.
    public var canBeWithdrawn: Bool { delivery.state == .queued || delivery.state == .deferred }
}
