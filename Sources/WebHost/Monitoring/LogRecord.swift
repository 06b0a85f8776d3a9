package import Logging

/// A log entry for the server's administrator. It never contains secrets, names of people, or the query of a URL.
public struct LogRecord: Sendable {
    public enum Level: String, Sendable { case info, warning, error }

    /// The value of a field.
    public enum Value: Sendable {
        case text(String)
        case number(Int64)
    }

    public let level: Level
    /// The kind of entry in one word, such as `request` or `fault`.
    public let event: String
    /// The fields in the order of display; names are in snake_case.
    public let fields: [(name: String, value: Value)]

    package init(level: Level, event: String, fields: [(name: String, value: Value)]) {
        self.level = level
        self.event = event
        self.fields = fields
    }
}

/// A function that receives log records. The server can call it on any thread.
public typealias LogSink = @Sendable (LogRecord) -> Void

/// Converts log messages of libraries to records.
package struct LogRecordHandler: LogHandler {
    let sink: LogSink
    package var logLevel = Logger.Level.warning
    package var metadata: Logger.Metadata = [:]

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Passes a library’s message to `sink`, without the metadata. The metadata can contain secrets or names of people.
    package func log(event: LogEvent) {
        let level: LogRecord.Level = event.level >= .error ? .error : event.level == .warning ? .warning : .info
        sink(LogRecord(level: level, event: "server", fields: [("message", .text("\(event.message)"))]))
    }

    package static func logger(_ sink: @escaping LogSink) -> Logger {
        Logger(label: "eventpass", factory: { _ in LogRecordHandler(sink: sink) })
    }
}
