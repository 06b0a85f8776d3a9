import CPostgreSQL
import Languages
import Synchronization

/// Keeps the last warning that the server sent on a connection. Less severe messages, such as "relation already exists,
/// skipping", are ignored.
final class PostgreSQLWarnings: Sendable {
    private let latest = Mutex<PostgreSQLFailure?>(nil)

    /// Begins to receive the messages of one connection. The connection must be closed before this object is released.
    func receive(from handle: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, result in
            guard let context = unsafe context, let result = unsafe result else { return }
            unsafe Unmanaged<PostgreSQLWarnings>.fromOpaque(context).takeUnretainedValue().add(result)
        }
        _ = unsafe PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns the last warning since the previous call of this method; nil if there was no warning.
    func removeLatest() -> PostgreSQLFailure? {
        latest.withLock { warning in
            defer { warning = nil }
            return warning
        }
    }

    /// Keeps a message if it is a warning. The fields "V", "C" and "M" of the message are its severity, its SQLSTATE
    /// and its text (PostgreSQL's documentation, "Error and Notice Message Fields"). libpq frees `result` after this
    /// call.
    private func add(_ result: OpaquePointer) {
        func field(_ code: Unicode.Scalar) -> String? {
            unsafe PQresultErrorField(result, Int32(code.value)).map { unsafe String(cString: $0) }
        }
        guard field("V") == "WARNING" else { return }
        let message = field("M").map(Sentence.verbatim) ?? Sentence(PostgreSQLFailure.Text.warningWithoutText)
        let warning = PostgreSQLFailure(state: field("C"), message: message)
        latest.withLock { $0 = warning }
    }
}
