public import Store
public import Ticketing

/// The audit trail: the changes of fields, with their times and users. Readers see only the values of fields that they
/// may see (`EntityField.visibleTo`).
public struct AuditService: Sendable {
    let services: ManagementServices

    /// Passes the audit records of an organizer to a closure, oldest first.
    public func forEachChange(of organizer: Organizer, _ body: (AuditRecord) throws -> Void) throws {
        try forEachPage { last in
            try changes(of: organizer, after: last?.sequence ?? 0, limit: 1000)
        } body: {
            try body($0)
        }
    }

    /// At most `limit` audit records of an organizer with sequence numbers above `sequence`, oldest first.
    public func changes(
        of organizer: Organizer, after sequence: Int64 = 0, limit: Int
    ) throws -> [AuditRecord] {
        try services.read(.readAudit, in: organizer.number) { connection in
            let rights = try services.rights(in: organizer.number, connection)
            return try connection.audit.page(of: organizer.number, after: sequence, limit: limit)
                .visible(with: rights)
        }
    }

    /// Verifies the hash chain of an organizer's audit trail.
    public func verifyAudit(of organizer: Organizer) throws -> AuditVerification {
        try services.read(.readAudit, in: organizer.number) { try $0.audit.verify(organizer.number) }
    }

    /// Passes the audit trail of the store itself to a closure. It contains the changes that concern no organizer, such
    /// as new users. Only the local owner is allowed to see it.
    public func forEachChangeOfStore(_ body: (AuditRecord) throws -> Void) throws {
        try forEachPage { last in
            try services.readAsLocalOwner { try $0.audit.page(of: nil, after: last?.sequence ?? 0, limit: 1000) }
        } body: {
            try body($0)
        }
    }

    /// Verifies the hash chain of the store's own audit trail. Only the local owner is allowed to do this.
    public func verifyAuditOfStore() throws -> AuditVerification {
        try services.readAsLocalOwner { try $0.audit.verify(nil) }
    }

    /// At most `limit` audit records of an organizer with sequence numbers below `sequence`, latest first. If
    /// `sequence` is nil, the result begins with the latest record. Each record has the current name of its subject, if
    /// the reader may see this name.
    public func latestChanges(
        of organizer: Organizer, before sequence: Int64? = nil, limit: Int
    ) throws -> [AuditRecord] {
        try services.read(.readAudit, in: organizer.number) { connection in
            let rights = try services.rights(in: organizer.number, connection)
            let records = try connection.audit.page(of: organizer.number, before: sequence ?? .max, limit: limit)
            return try SubjectNames(connection, rights).named(records.visible(with: rights))
        }
    }
}

/// Reads pages of rows until a page is empty, and passes each row to `body`. The store is not locked between pages.
func forEachPage<Row>(_ page: (Row?) throws -> [Row], body: (Row) throws -> Void) throws {
    var last: Row?
    while true {
        let rows = try page(last)
        guard let end = rows.last else { return }
        try rows.forEach(body)
        last = end
    }
}
