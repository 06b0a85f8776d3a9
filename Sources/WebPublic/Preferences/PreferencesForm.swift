import Foundation
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The fields of the form for message preferences, and their errors.
///
/// For each kind of message, the form has hidden hashes of the stored channels and of the stored pause. So an old page
/// does not undo a later change, such as a click on “unsubscribe” in a mail program. If a form has no fields for a kind
/// of message, the preferences for this kind stay unchanged.
struct PreferencesForm {
    /// The names of the ticked checkboxes.
    private(set) var ticked: Set<String> = []
    private(set) var from = ""
    private(set) var until = ""
    private(set) var zone = ""
    private(set) var timing = MessagePreferences.ReminderTiming.standard
    /// The times for messages about sales; nil for a recipient who gets no such messages.
    private(set) var sales: MessagePreferences.SalesTiming?
    /// The choice about pictures in mails; nil for a recipient without an e-mail address.
    private(set) var pictures: Pictures?
    /// The kinds that the recipient can turn off or pause.
    let kinds: [Notice.Kind]
    /// The kinds for which the recipient can choose the channel, each with the recipient’s choice. Empty if the
    /// recipient can get messages by only one channel.
    private(set) var ways: [(kind: Notice.Kind, way: MessageWay)] = []
    /// The channels that the recipient can choose; the channel of the recipient’s own address comes first.
    let choices: [Notice.Channel]
    /// The hashes in a form that was sent, by the names of the fields.
    private(set) var seen: [String: String] = [:]
    let policy: NoticePolicy
    private(set) var language = Language.english
    /// The error messages, by the name of the field. The name `form` means the whole form.
    var faults: [String: Sentence] = [:]

    /// The pictures in mails. The raw values are the values in the form.
    enum Pictures: String, CaseIterable {
        case symbols
        /// Symbols, and the posters and logos of events.
        case posters
        case nothing = "none"

        init(_ preferences: MessagePreferences) {
            self = !preferences.showsSymbols ? .nothing : preferences.showsPosters ? .posters : .symbols
        }

        func apply(to preferences: inout MessagePreferences) {
            preferences.showsSymbols = self != .nothing
            preferences.showsPosters = self == .posters
        }

        var sentence: PreferenceSentence {
            switch self {
            case .symbols: .picturesOfCodes
            case .posters: .picturesOfPosters
            case .nothing: .noPictures
            }
        }
    }

    private static let checked = "yes"
    static let pauseField = "paused"
    /// The hidden field with the channels from which the recipient could choose when the page was opened. The field is
    /// empty if the form had checkboxes instead of lists of channels.
    private static let layoutField = "layout"

    var layout: String { choices.map(\.rawValue).joined(separator: " ") }

    /// Fills the form with the preferences of a recipient.
    ///
    /// - Parameter policy: the defaults of the server.
    init(_ found: LinkedRecipient, _ policy: NoticePolicy, at now: Instant) {
        let recipient = found.recipient
        let preferences = recipient.preferences
        kinds = found.optionalKinds
        choices = found.choices
        self.policy = policy
        if !choices.isEmpty { ways = found.choosableKinds.map { (kind: $0, way: .automatic) } }
        sales = found.isUser ? preferences.sales : nil
        pictures = found.storedPictures
        fillKinds(recipient, at: now)
        if preferences.isPaused { ticked.insert(PreferencesForm.pauseField) }
        from = PreferencesForm.text(minutes: preferences.quietFrom ?? policy.quietHours.from)
        until = PreferencesForm.text(minutes: preferences.quietUntil ?? policy.quietHours.until)
        zone = preferences.timeZone ?? ""
        timing = preferences.reminders
        language = recipient.language.flatMap { Language(code: $0) } ?? .english
    }

    /// Sets the channels and pauses of all kinds to the stored ones.
    mutating func fillKinds(_ recipient: MessageRecipient, at now: Instant) {
        let preferences = recipient.preferences
        ways = ways.map { (kind: $0.kind, way: MessageWay(of: $0.kind, preferences, choices)) }
        for kind in kinds {
            for channel in recipient.ownChannels(for: kind) {
                tick(PreferencesForm.field(kind, channel), !preferences.isOff(kind, by: channel))
            }
            tick(PreferencesForm.snoozeField(kind), preferences.snoozeEnd(of: kind, at: now) != nil)
        }
    }

    private mutating func tick(_ field: String, _ isTicked: Bool) {
        if isTicked { ticked.insert(field) } else { ticked.remove(field) }
    }

    /// Reads the values that a visitor sent, and checks them. If another address of the recipient was added or removed
    /// after the page was opened, the page's fields for kinds are out of date. The form then keeps the stored values of
    /// all kinds, and has a fault.
    ///
    /// - Throws: `Problem` 400 if a field was sent twice, or if a list has a value that the page does not offer.
    init(_ fields: FormFields, of found: LinkedRecipient, _ policy: NoticePolicy, at now: Instant) throws {
        kinds = found.optionalKinds
        choices = found.choices
        self.policy = policy
        ticked = Set(fields.values.filter { $0.value == PreferencesForm.checked }.map { $0.name })
        if !choices.isEmpty { ways = found.choosableKinds.map { (kind: $0, way: .automatic) } }
        if try fields.value(PreferencesForm.layoutField) ?? "" == layout {
            for kind in found.choosableKinds + kinds { try readSeen(kind, fields) }
            ways = try ways.map { (kind: $0.kind, way: try way(of: $0.kind, fields)) }
        } else {
            fillKinds(found.recipient, at: now)
            faults["form"] = Sentence(PreferenceSentence.pageOutdated)
        }
        from = try fields.value("from") ?? ""
        until = try fields.value("until") ?? ""
        zone = try fields.value("zone") ?? ""
        guard let timing = MessagePreferences.ReminderTiming(rawValue: try fields.value("reminders") ?? ""),
            let language = Language(code: try fields.value("tongue") ?? ""), Language.offered.contains(language)
        else { throw Problem(.badRequest, .malformedForm) }
        (self.timing, self.language) = (timing, language)
        if found.isUser {
            guard let sales = MessagePreferences.SalesTiming(rawValue: try fields.value("sales") ?? "") else {
                throw Problem(.badRequest, .malformedForm)
            }
            self.sales = sales
        }
        pictures = found.storedPictures
        if pictures != nil, let chosen = try fields.value("pictures") {
            guard let choice = Pictures(rawValue: chosen) else { throw Problem(.badRequest, .malformedForm) }
            pictures = choice
        }
        if PreferencesForm.minutes(from) == nil { faults["from"] = Sentence(PreferenceSentence.timeFault) }
        if PreferencesForm.minutes(until) == nil { faults["until"] = Sentence(PreferenceSentence.timeFault) }
        if !zone.isEmpty && (zone.utf8.count > 64 || !TimeZones.isKnown(zone)) {
            faults["zone"] = Sentence(PreferenceSentence.timeZoneFault)
        }
    }

    private mutating func readSeen(_ kind: Notice.Kind, _ fields: FormFields) throws {
        for name in [kind.rawValue, PreferencesForm.snoozeField(kind)] {
            seen[name] = try fields.value(FieldMerge.name(name))
        }
    }

    /// The choice for a kind in a form that was sent. If the form has no fields for this kind, the result is not used.
    private func way(of kind: Notice.Kind, _ fields: FormFields) throws -> MessageWay {
        let text = try fields.value(PreferencesForm.wayField(kind))
        if text == nil && seen[kind.rawValue] == nil { return .automatic }
        guard let way = MessageWay(rawValue: text ?? ""), way != .off || kinds.contains(kind),
            way != .sms || !kind.suggestsEvents
        else {
            throw Problem(.badRequest, .malformedForm)
        }
        return way
    }

    /// A copy of the form that has the stored choices for all kinds, and a fault. The fault says that somebody else has
    /// changed the same kinds since the page was opened.
    func outdated(by found: LinkedRecipient, at now: Instant) -> PreferencesForm {
        var form = PreferencesForm(found, policy, at: now)
        (form.from, form.until, form.zone, form.timing) = (from, until, zone, timing)
        (form.sales, form.language) = (found.isUser ? sales ?? form.sales : nil, language)
        form.pictures = form.pictures.map { pictures ?? $0 }
        form.tick(PreferencesForm.pauseField, ticked.contains(PreferencesForm.pauseField))
        form.faults["form"] = Sentence(PreferenceSentence.pageOutdated)
        return form
    }

    /// The channels of a kind as text, for the comparison with the stored ones.
    func channelText(_ kind: Notice.Kind) -> String {
        if let way = ways.first(where: { $0.kind == kind })?.way { return way.rawValue }
        return Notice.Channel.allCases.map { PreferencesForm.field(kind, $0) }.filter { ticked.contains($0) }
            .joined(separator: " ")
    }

    /// `yes` if a kind is paused, otherwise an empty text; for the comparison with the stored state.
    func snoozeText(_ kind: Notice.Kind) -> String {
        ticked.contains(PreferencesForm.snoozeField(kind)) ? PreferencesForm.checked : ""
    }

    /// Whether the form changes a value.
    ///
    /// - Throws: `PreferencesConflict` if somebody else has changed the value since the page was opened.
    private func changes(_ name: String, _ typed: String, from current: String) throws -> Bool {
        guard let seen = seen[name] else { return false }
        switch try FieldMerge.outcome(typed: typed, current: current, seen: seen) {
        case .keep: return false
        case .change: return true
        case .conflict: throw PreferencesConflict()
        }
    }

    /// Changes a recipient's preferences to the values of the form. Preferences that the page does not show, and kinds
    /// that the visitor has not changed on the page, stay unchanged.
    ///
    /// - Throws: `PreferencesConflict` if the visitor and somebody else have changed the same kind.
    func apply(to recipient: inout MessageRecipient, at now: Instant) throws {
        var preferences = recipient.preferences
        var stored = self
        stored.fillKinds(recipient, at: now)
        for (kind, way) in ways {
            guard try changes(kind.rawValue, way.rawValue, from: stored.channelText(kind)) else { continue }
            way.apply(to: kind, &preferences, choices)
        }
        for kind in kinds {
            let isWay = ways.contains { $0.kind == kind }
            if try !isWay && changes(kind.rawValue, channelText(kind), from: stored.channelText(kind)) {
                turn(kind, of: recipient, &preferences)
            }
            let field = PreferencesForm.snoozeField(kind)
            guard try changes(field, snoozeText(kind), from: stored.snoozeText(kind)) else { continue }
            let end = now.advanced(bySeconds: Storefront.snoozeSeconds)
            preferences.snoozed[kind.rawValue] = ticked.contains(field) ? end.milliseconds : nil
        }
        preferences.isPaused = ticked.contains(PreferencesForm.pauseField)
        let quiet = (PreferencesForm.minutes(from), PreferencesForm.minutes(until))
        // If the visitor keeps the server's default hours, no hours are stored. So if the default changes later, the
        // hours of the recipient change, too.
        let isDefault =
            preferences.quietFrom == nil && preferences.quietUntil == nil
            && quiet == (policy.quietHours.from, policy.quietHours.until)
        if !isDefault {
            preferences.quietFrom = quiet.0 ?? preferences.quietFrom
            preferences.quietUntil = quiet.1 ?? preferences.quietUntil
        }
        preferences.timeZone = zone.isEmpty ? nil : zone
        preferences.reminders = timing
        if let sales { preferences.sales = sales }
        pictures?.apply(to: &preferences)
        recipient.preferences = preferences
        recipient.language = language == .english ? nil : language.rawValue
    }

    /// Turns a kind of messages on or off. The form has a checkbox for each channel to the recipient's own address. The
    /// first of these checkboxes also applies to the recipient's other addresses.
    private func turn(_ kind: Notice.Kind, of recipient: MessageRecipient, _ preferences: inout MessagePreferences) {
        let own = recipient.ownChannels(for: kind)
        func isOn(_ channel: Notice.Channel) -> Bool { ticked.contains(PreferencesForm.field(kind, channel)) }
        guard let first = own.first else { return }
        preferences.turn(kind, off: !isOn(first))
        for channel in own { preferences.turn(kind, off: !isOn(channel), by: channel) }
    }

    static func wayField(_ kind: Notice.Kind) -> String { "\(kind.rawValue)-way" }

    static func field(_ kind: Notice.Kind, _ channel: Notice.Channel) -> String {
        "\(kind.rawValue)-\(channel.rawValue)"
    }

    static func snoozeField(_ kind: Notice.Kind) -> String { "\(kind.rawValue)-snooze" }

    /// The minutes after midnight of a time such as `22:00`; nil if the text is malformed.
    private static func minutes(_ text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([01][0-9]|2[0-3]):([0-5][0-9])/), let hour = Int(match.1),
            let minute = Int(match.2)
        else { return nil }
        return hour * 60 + minute
    }

    private static func text(minutes: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(padded(minutes / 60 % 24)):\(padded(minutes % 60))"
    }
}

extension LinkedRecipient {
    /// The stored choice about pictures in mails; nil for a recipient without an e-mail address.
    fileprivate var storedPictures: PreferencesForm.Pictures? {
        guard recipient.ownChannel == .email || choices.contains(.email) else { return nil }
        return PreferencesForm.Pictures(recipient.preferences)
    }
}

/// The error if the visitor changes a kind that somebody else has changed since the page of preferences was opened.
struct PreferencesConflict: Error {}

extension MessageRecipient {
    /// The channels to the recipient's own address for which the form can turn a kind off or on. Empty for news,
    /// because recipients end the news of each organizer separately.
    func ownChannels(for kind: Notice.Kind) -> [Notice.Channel] {
        kind == .news ? [] : ownChannel == .email ? [.email] : [.sms, .whatsApp]
    }

    /// A time in the recipient's time zone.
    func localTime(_ instant: Instant) -> SentenceArgument {
        let zone = preferences.timeZone.flatMap { TimeZones.named($0) }
        return .sentence(instant.zonedTime(in: zone ?? TimeZones.named(NoticePolicy.standard.timeZone) ?? .gmt))
    }
}
