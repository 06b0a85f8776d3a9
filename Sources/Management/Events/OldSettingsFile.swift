public import Foundation
public import Languages
public import Ticketing

/// A fault in the settings file of an older system, with its position in the file, such as `weddingEvents[2].date`.
public struct OldSettingsFault: Error, Hashable, Sendable, SentenceConvertible {
    public let location: Sentence
    /// The fault, such as `must be text`.
    public let allowed: Sentence

    fileprivate init(_ location: Sentence, _ allowed: Sentence) {
        self.location = location
        self.allowed = allowed
    }

    enum Text: String, SentenceKey {
        static let subject = "oldSettingsFault"

        case file = "the file"
        case notJSON = "is not valid JSON"
        case notJSONBecause = "is not valid JSON: {detail}"
        case notAnObjectFile = "must be a JSON object"
        case missing = "is missing; the file has {keys}"
        case notAList = "must be a list"
        case notAnObject = "must be an object"
        case notText = "must be text"
        case notAFlag = "must be true or false"
        case repeatedName = "“{name}” occurs twice"
        case missingDate = "is missing, but there is a time; write a date such as 2026-12-24"
        case notADate = "“{text}” is not a date such as 2026-12-24"
        case notATime = "“{text}” is not a time such as 18:00 or 6:00 PM"
        case noSuchTime = "{date} {time} does not exist"
    }

    public var sentence: Sentence { .list([location, allowed], separator: ": ") }
}

/// The settings file of an older system. An organizer who switches to EventPass can import it. The file is a JSON
/// object with `weddingEvents`: a list of objects with `name`, `date` (2026-12-24), `time` (18:00 or 6:00 PM), `venue`,
/// and `isMain` or `main`.
public enum OldSettingsFile {
    /// The sub-events in the file, in file order.
    ///
    /// - Parameter timeZone: the time zone of the times in the file.
    /// - Throws: `GuestError.oldSettings` with all faults.
    public static func subEvents(in data: Data, timeZone: TimeZone) throws -> [LegacySubEvent] {
        let root: Any
        do {
            root = try JSONSerialization.jsonObject(with: data)
        } catch {
            let detail = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            throw singleFault(
                Sentence(OldSettingsFault.Text.file),
                detail.map { Sentence(OldSettingsFault.Text.notJSONBecause, ["detail": .text($0)]) }
                    ?? Sentence(OldSettingsFault.Text.notJSON))
        }
        guard let object = root as? [String: Any] else {
            throw singleFault(Sentence(OldSettingsFault.Text.file), Sentence(OldSettingsFault.Text.notAnObjectFile))
        }
        guard let entries = object["weddingEvents"] else {
            throw singleFault(
                .verbatim("weddingEvents"),
                Sentence(
                    OldSettingsFault.Text.missing, ["keys": .text(object.keys.sorted().joined(separator: ", "))]))
        }
        guard let list = entries as? [Any] else {
            throw singleFault(.verbatim("weddingEvents"), Sentence(OldSettingsFault.Text.notAList))
        }
        var faults: [OldSettingsFault] = []
        var names: Set<String> = []
        let subEvents = list.enumerated().compactMap { index, entry -> LegacySubEvent? in
            var reader = EntryReader(location: "weddingEvents[\(index)]", timeZone: timeZone)
            let subEvent = reader.subEvent(entry)
            if let subEvent, !names.insert(subEvent.name.folded).inserted {
                reader.report("name", .repeatedName, ["name": .text(subEvent.name)])
            }
            faults += reader.faults
            return subEvent
        }
        guard faults.isEmpty else { throw GuestError.oldSettings(faults) }
        return subEvents
    }

    private static func singleFault(_ location: Sentence, _ allowed: Sentence) -> GuestError {
        .oldSettings([OldSettingsFault(location, allowed)])
    }
}

/// Reads one entry of `weddingEvents`, and collects the faults of the entry.
private struct EntryReader {
    let location: String
    let timeZone: TimeZone
    var faults: [OldSettingsFault] = []

    mutating func subEvent(_ entry: Any) -> LegacySubEvent? {
        guard let fields = entry as? [String: Any] else {
            faults.append(OldSettingsFault(.verbatim(location), Sentence(OldSettingsFault.Text.notAnObject)))
            return nil
        }
        let name = text("name", fields)?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        if name.isEmpty {
            report("name", .notText)
        } else if let fault = TextFault.of(name) {
            report("name", fault.sentence)
        }
        let venue = text("venue", fields).flatMap { $0.isEmpty ? nil : $0 }
        if let fault = venue.flatMap({ TextFault.of($0) }) { report("venue", fault.sentence) }
        return LegacySubEvent(name: name, isMain: isMain(fields), venue: venue, start: start(fields))
    }

    private mutating func report(_ field: String, _ allowed: Sentence) {
        faults.append(OldSettingsFault(.verbatim("\(location).\(field)"), allowed))
    }

    mutating func report(
        _ field: String, _ allowed: OldSettingsFault.Text, _ arguments: [String: SentenceArgument] = [:]
    ) {
        report(field, Sentence(allowed, arguments))
    }

    private mutating func text(_ field: String, _ fields: [String: Any]) -> String? {
        switch fields[field] {
        case nil, is NSNull: return nil
        case let text as String: return text
        case .some:
            report(field, .notText)
            return nil
        }
    }

    /// Whether the entry is the main sub-event. The name of the field that says so, such as `isMain`, differs between
    /// versions of the older system.
    private mutating func isMain(_ fields: [String: Any]) -> Bool {
        let spellings = ["ismain", "main", "mainevent", "ismainevent"]
        for (name, value) in fields {
            let plain = name.lowercased().filter { $0 != "_" && $0 != "-" }
            guard spellings.contains(plain), !(value is NSNull) else { continue }
            if let number = value as? NSNumber, [0, 1].contains(number.intValue) { return number.boolValue }
            switch (value as? String)?.lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0", "": return false
            default: report(name, .notAFlag)
            }
        }
        return false
    }

    private mutating func start(_ fields: [String: Any]) -> Instant? {
        let time = text("time", fields) ?? ""
        guard let date = text("date", fields), !date.isEmpty else {
            if !time.isEmpty { report("date", .missingDate) }
            return nil
        }
        guard let day = date.wholeMatch(of: /\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?\s*/) else {
            report("date", .notADate, ["text": .text(date)])
            return nil
        }
        var components = DateComponents()
        components.year = Int(day.1)
        components.month = Int(day.2)
        components.day = Int(day.3)
        if !time.isEmpty {
            guard let clock = EntryReader.timeOfDay(time) else {
                report("time", .notATime, ["text": .text(time)])
                return nil
            }
            (components.hour, components.minute) = clock
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        components.calendar = calendar
        guard components.isValidDate, let moment = calendar.date(from: components) else {
            report("date", .noSuchTime, ["date": .text(date), "time": .text(time)])
            return nil
        }
        return Instant(seconds: Int64(moment.timeIntervalSince1970.rounded()))
    }

    private static func timeOfDay(_ text: String) -> (hour: Int, minute: Int)? {
        guard
            let match = text.wholeMatch(of: /\s*(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*([AaPp])?\.?(?:[Mm])?\.?\s*/),
            var hour = Int(match.1), match.2 != nil || match.3 != nil
        else { return nil }
        let minute = match.2.flatMap { Int($0) } ?? 0
        if let half = match.3?.lowercased() {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "p" ? 12 : 0)
        }
        return (0..<24).contains(hour) && (0..<60).contains(minute) ? (hour, minute) : nil
    }
}
