import FileAccess
import Foundation
import Languages

/// The time zone of this machine, which is proposed for a new event. UTC is not proposed, because many servers use UTC,
/// wherever they are.
enum MachineTimeZone {
    private static let longestAnswer = 4096
    private static let namesOfUTC: Set = ["UTC", "GMT", "UCT", "Universal", "Zulu", "Greenwich"]

    /// The name of the time zone to propose; nil if the machine uses UTC.
    static var proposal: String? {
        let name = TimeZone.current.identifier
        return namesOfUTC.contains(name.split(separator: "/").last.map(String.init) ?? name) ? nil : name
    }

    /// Whether `forNewEvent` returns UTC without asking. This is the case if the machine uses UTC and standard input is
    /// not a terminal, so that nobody can answer.
    static var isAssumed: Bool { proposal == nil && isatty(STDIN_FILENO) == 0 }

    /// The time zone of a new event if the user gave no time zone. If the machine uses UTC, asks the user. If nobody
    /// can answer (`isAssumed`), returns UTC.
    ///
    /// - Throws: `CommandFailure` if the input ends before an answer.
    static func forNewEvent() throws -> String {
        if let proposal { return proposal }
        if isAssumed { return "UTC" }
        let input = LineReader(standardInputLimit: longestAnswer)
        while true {
            StandardError.write("\(Text.question.text) ")
            guard let line = try input.next() else {
                StandardError.write("\n")
                throw CommandFailure(.usage, Text.unknown, hint: Sentence(Text.unknownHint))
            }
            let answer = String(decoding: line.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            do {
                return try EventDetailOptions.zone(named: answer).identifier
            } catch {
                let failure = CommandFailure.describing(error)
                StandardError.say("\(failure.message.visible)\(failure.hint.map { "; \($0.visible)" } ?? "")")
            }
        }
    }

    enum Text: String, SentenceKey {
        static let subject = "machineTimeZone"

        case unknown = "nothing was created, because the event has no time zone"
        case unknownHint = "give it with --timezone"
        case question = "This machine uses UTC. The event's time zone, such as Africa/Kampala:"
    }
}
