import CPostgreSQL
import Synchronization

/// Collects the warnings that a server sends with its answers. Notices and information, such as "relation already
/// exists, skipping", are dropped. Unlike libpq, this type prints nothing to standard error.
final class PostgreSQLWarnings: Sendable {
    private let latest = Mutex<PostgreSQLFailure?>(nil)

    /// Receives the messages of one connection. The connection must be closed before this object is released.
    func receive(from handle: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, result in
            guard let context = unsafe context, let result = unsafe result else { return }
            unsafe Unmanaged<PostgreSQLWarnings>.fromOpaque(context).takeUnretainedValue().add(result)
        }
        _ = unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// The last warning since the previous call; nil if there was none.
    func removeLatest() -> PostgreSQLFailure? {
        latest.withLock { warning in
            defer { warning = nil }
            return warning
        }
    }

    /// Keeps a message if it is a warning. The message's severity, state and text are the fields "V", "C" and "M"
    /// ("PostgreSQL", section "Error and Notice Message Fields"). libpq frees `result`.
    private func add(_ result: OpaquePointer) {
        func field(_ code: Unicode.Scalar) -> String? {
            unsafe PQresultErrorField(result, Int32(code.value)).map { unsafe String(cString: $0) }
        }
        guard field("V") == "WARNING" else { return }
        let warning = PostgreSQLFailure(state: field("C"), message: field("M") ?? "a warning without a text")
        latest.withLock { $0 = warning }
    }
}
