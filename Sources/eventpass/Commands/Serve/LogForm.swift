import ArgumentParser
import Foundation
import Presenting
import Ticketing
import Web

/// The format of the server's log, with one record per line on standard error.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json

    var sink: LogSink {
        switch self {
        case .text: { StandardError.write("\(LogFormat.time) \(LogFormat.words(of: $0).visible)\n") }
        case .json: { StandardError.write("\(LogFormat.object(of: $0).text)\n") }
        }
    }

    private static var time: String { Instant.now().iso8601(in: .gmt) }

    private static func words(of record: LogRecord) -> String {
        let fields = record.fields.map { name, value in
            switch value {
            case .text(let text): "\(name)=\(text.contains(" ") ? JSON.string(text).text : text)"
            case .number(let number): "\(name)=\(number)"
            }
        }
        return (["\(record.level.rawValue)", record.event] + fields).joined(separator: " ")
    }

    private static func object(of record: LogRecord) -> JSON {
        .object(
            [
                ("time", .string(time)), ("level", .string(record.level.rawValue)), ("event", .string(record.event)),
            ]
                + record.fields.map { name, value in
                    switch value {
                    case .text(let text): (name, .string(text))
                    case .number(let number): (name, .integer(number))
                    }
                })
    }
}
