import Logging

/// Something the server did, for who looks after it: never an address with its query, a name, a secret.
public struct LogRecord: Sendable {
    public enum Level: String, Sendable { case info, warning, error }

    /// A value beside the event.
    public enum Value: Sendable {
        case text(String)
        case number(Int64)
    }

    public let level: Level
    /// In a word: `request`, `fault`, `server`.
    public let event: String
    /// In the order in which they are shown; names are snake_case.
    public let fields: [(name: String, value: Value)]
}

/// Takes records, from any thread.
public typealias LogSink = @Sendable (LogRecord) -> Void

/// The library's own messages, as records.
struct ForwardedLog: LogHandler {
    let sink: LogSink
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Without what stands beside the message: that may be anything.
    func log(event: LogEvent) {
        let level: LogRecord.Level = event.level >= .error ? .error : event.level == .warning ? .warning : .info
        sink(LogRecord(level: level, event: "server", fields: [("message", .text("\(event.message)"))]))
    }

    static func logger(_ sink: @escaping LogSink) -> Logger {
        Logger(label: "eventpass", factory: { _ in ForwardedLog(sink: sink) })
    }
}
