import FileAccess
import Foundation
import Glibc
public import Languages

/// The file `messages.json` with the settings for messages. It contains passwords, so only its owner may read it.
///
/// ```swift
/// let file = MessageSettingsFile(folder: "/var/lib/eventpass")
/// var settings = try file.read()
/// settings.publicURL = "https://tickets.example.org"
/// try file.write(settings)
/// ```
public struct MessageSettingsFile: Hashable, Sendable {
    public static let name = "messages.json"
    public let path: String
    /// The maximum size, in bytes.
    private static let largest = 1 << 20

    /// - Parameter folder: the path of the data folder.
    public init(folder: String) { path = folder.hasSuffix("/") ? folder + Self.name : "\(folder)/\(Self.name)" }

    /// Reads and checks the settings. If the file does not exist, the settings are empty. Maximum numbers of messages
    /// that are too great are lowered.
    ///
    /// - Throws: `MessageSettingsError` if other users can read the file, or if its contents are invalid;
    ///   `SystemError`.
    public func read() throws -> MessageSettings {
        guard let bytes = try bytes() else { return MessageSettings() }
        if let stop = JSONValidator.firstFault(in: bytes, deepest: 16) {
            // The error contains only the line number of the fault, because the validator's description of the fault
            // could quote a password.
            throw MessageSettingsError.malformed(path: path, line: stop.line)
        }
        var settings = try decoded(bytes)
        settings.lowerCaps()
        try refuse(settings.faults)
        if let fault = try unknownMember(in: bytes, settings) {
            throw MessageSettingsError.invalid(path: path, [fault])
        }
        return settings
    }

    /// Replaces the file. Only its owner can read the new file.
    ///
    /// - Throws: `MessageSettingsError.invalid` for settings that cannot be used; `SystemError`.
    public func write(_ settings: MessageSettings) throws {
        let faults = settings.faults
        try refuse(faults.isEmpty ? settings.policyFaults : faults)
        try AtomicFile.write(try MessageSettingsFile.json(settings), to: path, existing: .replace)
    }

    private func refuse(_ faults: [MessageSettingsFault]) throws {
        if !faults.isEmpty { throw MessageSettingsError.invalid(path: path, faults) }
    }

    private static func json(_ settings: MessageSettings) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(settings)) + [UInt8(ascii: "\n")]
    }

    /// The contents of the file; nil if the file does not exist.
    private func bytes() throws -> [UInt8]? {
        let reader: BlockReader
        do {
            reader = try BlockReader(path: path)
        } catch let error as SystemError where error.errno == ENOENT {
            return nil
        }
        var status = stat()
        guard unsafe fstat(reader.descriptor, &status) == 0 else { throw SystemError(.inspect, path) }
        guard status.st_mode & 0o077 == 0 else {
            throw MessageSettingsError.readableByOthers(path: path, mode: status.st_mode & 0o777)
        }
        return try reader.next(atMost: MessageSettingsFile.largest)
    }

    private func decoded(_ bytes: [UInt8]) throws -> MessageSettings {
        func fault(_ text: MessageSettingsFault.Text, _ keys: [any CodingKey]) -> MessageSettingsError {
            let field = keys.isEmpty ? Self.name : keys.map(\.stringValue).joined(separator: ".")
            return .invalid(path: path, [MessageSettingsFault(ForeignText.line(field), text)])
        }
        do {
            return try JSONDecoder().decode(MessageSettings.self, from: Data(bytes))
        } catch DecodingError.keyNotFound(let key, let context) {
            throw fault(.missing, context.codingPath + [key])
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            throw fault(.wrongType, context.codingPath)
        }
    }

    /// The fault of the first unknown JSON member in the file; nil if all members are known. Without this check, a
    /// misspelt name would be ignored silently.
    private func unknownMember(in bytes: [UInt8], _ settings: MessageSettings) throws -> MessageSettingsFault? {
        let found = try JSONSerialization.jsonObject(with: Data(bytes))
        let known = try JSONSerialization.jsonObject(with: Data(try MessageSettingsFile.json(settings)))
        return MessageSettingsFile.unknownMember(in: found, known, [])
    }

    private static func unknownMember(in found: Any, _ known: Any, _ names: [String]) -> MessageSettingsFault? {
        guard let found = found as? [String: Any], let known = known as? [String: Any] else { return nil }
        for (name, value) in found.sorted(by: { $0.key < $1.key }) where !(value is NSNull) {
            guard let same = known[name] else {
                let field = (names + [name]).joined(separator: ".")
                return MessageSettingsFault(ForeignText.line(field), .unknown)
            }
            if let fault = unknownMember(in: value, same, names + [name]) { return fault }
        }
        return nil
    }
}

/// The reason why the file with the settings for messages cannot be used.
public enum MessageSettingsError: Error, Hashable, Sendable, SentenceConvertible {
    /// Other users can read the file. `mode` is its permission bits.
    case readableByOthers(path: String, mode: UInt32)
    /// The file is not JSON.
    case malformed(path: String, line: Int)
    case invalid(path: String, [MessageSettingsFault])

    enum Text: String, SentenceKey {
        static let subject = "messageSettingsError"

        case readableByOthers = "other users can read {path}, which contains passwords (its mode is {mode})"
        case malformed = "{path} is not valid JSON: see line {line}"
        case invalid = "{path}: {faults}"
        case readableByOthersHint = "change its mode with: chmod 600 {path}"
        case malformedHint = "correct the line, or set the values again with: eventpass mail set, and eventpass sms set"
        case invalidHint = "correct the value with: eventpass mail set, or eventpass sms set"
        case policyHint =
            "correct the value in the file; the names and ranges are in the output of: eventpass notice policy show --json"
    }

    public var sentence: Sentence {
        switch self {
        case .readableByOthers(let path, let mode):
            Sentence(Text.readableByOthers, ["path": .text(path), "mode": .text(String(mode, radix: 8))])
        case .malformed(let path, let line): Sentence(Text.malformed, ["path": .text(path), "line": "\(line)"])
        case .invalid(let path, let faults):
            Sentence(
                Text.invalid,
                ["path": .text(path), "faults": .sentence(Sentence.list(faults.map(\.sentence), separator: "; "))])
        }
    }

    /// Advice on how to resolve the error.
    public var hint: Sentence? {
        switch self {
        case .readableByOthers(let path, _): Sentence(Text.readableByOthersHint, ["path": .text(path)])
        case .malformed: Sentence(Text.malformedHint)
        case .invalid(_, let faults):
            Sentence(faults.allSatisfy { $0.field.hasPrefix("policy.") } ? Text.policyHint : Text.invalidHint)
        }
    }
}
