import Foundation
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The fields of the form for message preferences, and their errors.
struct PreferencesForm {
    /// The names of the ticked checkboxes.
    private var ticked: Set<String> = []
    private var from = ""
    private var until = ""
    private var zone = ""
    private var timing = MessagePreferences.ReminderTiming.standard
    /// The times for messages about sales; nil for a recipient who gets no such messages.
    private var sales: MessagePreferences.SalesTiming?
    /// The kinds of messages that the page shows.
    private let kinds: [Notice.Kind]
    private var language = Language.english
    /// The error messages, by the name of the field. The name `form` means the whole form.
    var faults: [String: Sentence] = [:]

    private static let checked = "yes"
    private static let pauseField = "paused"

    /// Fills the form with the preferences of a recipient.
    init(_ found: LinkedRecipient, at now: Instant) {
        let recipient = found.recipient
        let preferences = recipient.preferences
        kinds = found.optionalKinds
        sales = found.isUser ? preferences.sales : nil
        for kind in kinds {
            for channel in recipient.channels where !preferences.isOff(kind, by: channel) {
                ticked.insert(PreferencesForm.field(kind, channel))
            }
            if preferences.snoozeEnd(of: kind, at: now) != nil { ticked.insert(PreferencesForm.snoozeField(kind)) }
        }
        if preferences.isPaused { ticked.insert(PreferencesForm.pauseField) }
        from = PreferencesForm.text(minutes: preferences.quietFrom)
        until = PreferencesForm.text(minutes: preferences.quietUntil)
        zone = preferences.timeZone ?? ""
        timing = preferences.reminders
        language = recipient.language.flatMap { Language(code: $0) } ?? .english
    }

    /// Reads the values that a visitor sent, and checks them.
    ///
    /// - Throws: `Problem` 400 if a field was sent twice, or if a list has a value that the page does not offer.
    init(_ fields: FormFields, of found: LinkedRecipient) throws {
        kinds = found.optionalKinds
        ticked = Set(fields.values.filter { $0.value == PreferencesForm.checked }.map { $0.name })
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
        if PreferencesForm.minutes(from) == nil { faults["from"] = Sentence(PreferenceSentence.timeFault) }
        if PreferencesForm.minutes(until) == nil { faults["until"] = Sentence(PreferenceSentence.timeFault) }
        if !zone.isEmpty && (zone.utf8.count > 64 || !TimeZones.isKnown(zone)) {
            faults["zone"] = Sentence(PreferenceSentence.timeZoneFault)
        }
    }

    /// Changes a recipient's preferences to the values of the form. Preferences that the page does not show stay
    /// unchanged.
    func apply(to recipient: inout MessageRecipient, at now: Instant) {
        var preferences = recipient.preferences
        for kind in kinds {
            for channel in recipient.channels {
                preferences.turn(kind, off: !ticked.contains(PreferencesForm.field(kind, channel)), by: channel)
            }
            guard ticked.contains(PreferencesForm.snoozeField(kind)) else {
                preferences.snoozed[kind.rawValue] = nil
                continue
            }
            // A pause that was chosen earlier does not become longer.
            let end = preferences.snoozeEnd(of: kind, at: now) ?? now.advanced(bySeconds: Storefront.snoozeSeconds)
            preferences.snoozed[kind.rawValue] = end.milliseconds
        }
        preferences.isPaused = ticked.contains(PreferencesForm.pauseField)
        preferences.quietFrom = PreferencesForm.minutes(from) ?? preferences.quietFrom
        preferences.quietUntil = PreferencesForm.minutes(until) ?? preferences.quietUntil
        preferences.timeZone = zone.isEmpty ? nil : zone
        preferences.reminders = timing
        if let sales { preferences.sales = sales }
        recipient.preferences = preferences
        recipient.language = language == .english ? nil : language.rawValue
    }

    /// The error summary at the top of the page.
    var errors: TemplateContext.Value {
        var summary = ErrorSummary()
        let fields: [(String, PreferenceSentence)] = [("from", .start), ("until", .end), ("zone", .timeZone)]
        for (field, label) in fields {
            summary.add(
                field,
                faults[field].map {
                    Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence($0)])
                })
        }
        let reason = faults["form"].map { Sentence(PreferenceSentence.notSavedBecause, ["reason": .sentence($0)]) }
        return summary.templateValue(reason ?? Sentence(PreferenceSentence.notSaved))
    }

    /// The template values of the form.
    ///
    /// - Parameter recipient: the recipient with the stored preferences.
    func context(_ recipient: MessageRecipient, at now: Instant) -> [String: TemplateContext.Value] {
        let here = TemplateContext.Value.section(TemplateContext([:]))
        var context: [String: TemplateContext.Value] = [
            "from": .text(from), "until": .text(until), "zone": .text(zone),
            "kinds": .list(kinds.map { kindContext($0, recipient, at: now) }),
        ]
        if ticked.contains(PreferencesForm.pauseField) { context["is_paused"] = here }
        context["timings"] = .list(
            MessagePreferences.ReminderTiming.allCases.map { choice in
                var values: [String: TemplateContext.Value] = [
                    "timing": .text(choice.rawValue), "timing_name": .sentence(choice.sentence),
                ]
                if choice == timing { values["is_chosen"] = here }
                return TemplateContext(values)
            })
        context["tongues"] = .list(
            Language.offered.map { choice in
                var values: [String: TemplateContext.Value] = [
                    "tongue": .text(choice.rawValue), "tongue_name": .text(choice.nativeName),
                ]
                if choice == language { values["is_chosen"] = here }
                return TemplateContext(values)
            })
        if let sales { context["sales"] = .section(PreferencesForm.choices(sales)) }
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        return context
    }

    /// The template values of the choice of times for messages about sales.
    private static func choices(_ sales: MessagePreferences.SalesTiming) -> TemplateContext {
        TemplateContext([
            "sales_timings": .list(
                MessagePreferences.SalesTiming.allCases.map { choice in
                    var values: [String: TemplateContext.Value] = [
                        "sales_timing": .text(choice.rawValue), "sales_timing_name": .sentence(choice.sentence),
                    ]
                    if choice == sales { values["is_chosen"] = .section(TemplateContext([:])) }
                    return TemplateContext(values)
                })
        ])
    }

    private func kindContext(_ kind: Notice.Kind, _ recipient: MessageRecipient, at now: Instant) -> TemplateContext {
        let here = TemplateContext.Value.section(TemplateContext([:]))
        let snoozeField = PreferencesForm.snoozeField(kind)
        var context: [String: TemplateContext.Value] = [
            "kind": .sentence(kind.preferenceSentence), "snooze_field": .text(snoozeField),
            "snooze": .sentence(PreferenceSentence.snooze),
        ]
        if let end = recipient.preferences.snoozeEnd(of: kind, at: now) {
            context["snooze"] = .sentence(
                PreferenceSentence.snoozedUntil, ["moment": .text(recipient.localText(end))])
        }
        if ticked.contains(snoozeField) { context["is_snoozed"] = here }
        context["channels"] = .list(
            recipient.channels.map { channel in
                let field = PreferencesForm.field(kind, channel)
                var values: [String: TemplateContext.Value] = [
                    "channel_field": .text(field),
                    "by_channel": .sentence(PreferenceSentence.byChannel, ["channel": .sentence(channel.label)]),
                ]
                if ticked.contains(field) { values["is_on"] = here }
                return TemplateContext(values)
            })
        return TemplateContext(context)
    }

    private static func field(_ kind: Notice.Kind, _ channel: Notice.Channel) -> String {
        "\(kind.rawValue)-\(channel.rawValue)"
    }

    private static func snoozeField(_ kind: Notice.Kind) -> String { "\(kind.rawValue)-snooze" }

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

extension MessageRecipient {
    /// The local time in the recipient's time zone, as text.
    func localText(_ instant: Instant) -> String {
        let zone = preferences.timeZone.flatMap { TimeZones.named($0) }
        return instant.zonedText(in: zone ?? TimeZones.named(NoticePolicy.standard.timeZone) ?? .gmt)
    }
}

extension Notice.Kind {
    /// The name of the kind of messages on the page with the preferences.
    var preferenceSentence: Sentence {
        switch self {
        case .reminder: Sentence(PreferenceSentence.reminders)
        case .answerReminder: Sentence(PreferenceSentence.answerReminders)
        default: label
        }
    }
}

extension MessagePreferences.ReminderTiming {
    fileprivate var sentence: PreferenceSentence {
        switch self {
        case .standard: .standardTimes
        case .early: .earlyTimes
        case .late: .lateTimes
        }
    }
}

extension MessagePreferences.SalesTiming {
    fileprivate var sentence: PreferenceSentence {
        switch self {
        case .realTime: .realTimeSales
        case .hourly: .hourlySales
        case .daily: .dailySales
        }
    }
}
