import Languages
import Management
import Ticketing
import WebHost

/// The template values of the form for message preferences.
extension PreferencesForm {
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

    /// - Parameter recipient: the recipient with the stored preferences.
    func context(_ recipient: MessageRecipient, at now: Instant) throws -> [String: TemplateContext.Value] {
        let here = TemplateContext.Value.section(TemplateContext([:]))
        var stored = self
        stored.fillKinds(recipient, at: now)
        var marks: [TemplateContext] = []
        for kind in ways.map({ $0.kind }) + kinds.filter({ kind in !ways.contains { $0.kind == kind } }) {
            marks.append(try mark(kind.rawValue, stored.channelText(kind)))
        }
        for kind in kinds { marks.append(try mark(PreferencesForm.snoozeField(kind), stored.snoozeText(kind))) }
        var context: [String: TemplateContext.Value] = [
            "from": .text(from), "until": .text(until), "zone": .text(zone), "layout": .text(layout),
            "marks": .list(marks), "kinds": .list(kinds.map { kindContext($0, recipient, at: now) }),
        ]
        let mandatory = ways.filter { !kinds.contains($0.kind) }
        if !mandatory.isEmpty {
            context["mandatory"] = .section(
                TemplateContext([
                    "mandatory_kinds": .list(
                        mandatory.map { TemplateContext(wayContext($0.kind, $0.way, recipient)) })
                ]))
        }
        if ticked.contains(PreferencesForm.pauseField) { context["is_paused"] = here }
        context["timings"] = .list(
            MessagePreferences.ReminderTiming.allCases.map { choice in
                var values: [String: TemplateContext.Value] = [
                    "timing": .text(choice.rawValue), "timing_name": .sentence(choice.sentence(policy)),
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
        if let sales { context["sales"] = .section(salesContext(sales)) }
        if let pictures { context["pictures"] = .section(picturesContext(pictures)) }
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        return context
    }

    /// The hidden field with the hash of a stored value. A rejected form keeps the hash that the visitor’s page had.
    private func mark(_ name: String, _ stored: String) throws -> TemplateContext {
        TemplateContext([
            "mark_name": .text(FieldMerge.name(name)),
            "mark_value": .text(try seen[name] ?? FieldMerge.fingerprint(stored)),
        ])
    }

    /// The template values of the list from which the recipient chooses when to get messages about sales.
    private func salesContext(_ sales: MessagePreferences.SalesTiming) -> TemplateContext {
        TemplateContext([
            "sales_timings": .list(
                MessagePreferences.SalesTiming.allCases.map { choice in
                    var values: [String: TemplateContext.Value] = [
                        "sales_timing": .text(choice.rawValue), "sales_timing_name": .sentence(choice.sentence(policy)),
                    ]
                    if choice == sales { values["is_chosen"] = .section(TemplateContext([:])) }
                    return TemplateContext(values)
                })
        ])
    }

    /// The template values of the list from which the recipient chooses which pictures mails contain.
    private func picturesContext(_ chosen: Pictures) -> TemplateContext {
        TemplateContext([
            "pictures_choices": .list(
                Pictures.allCases.map { choice in
                    var values: [String: TemplateContext.Value] = [
                        "pictures_choice": .text(choice.rawValue), "pictures_name": .sentence(choice.sentence),
                    ]
                    if choice == chosen { values["is_chosen"] = .section(TemplateContext([:])) }
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
        if kind.suggestsEvents { context["kind_about"] = .sentence(PreferenceSentence.suggestionsAbout) }
        if let end = recipient.preferences.snoozeEnd(of: kind, at: now) {
            context["snooze"] = .sentence(
                PreferenceSentence.snoozedUntil, ["moment": recipient.localTime(end)])
        }
        if ticked.contains(snoozeField) { context["is_snoozed"] = here }
        if let way = ways.first(where: { $0.kind == kind })?.way {
            context["choice"] = .section(TemplateContext(wayContext(kind, way, recipient)))
            return TemplateContext(context)
        }
        context["channels"] = .list(
            recipient.ownChannels(for: kind).map { channel in
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

    /// The template values of the list from which the recipient chooses the channel for one kind of message.
    private func wayContext(
        _ kind: Notice.Kind, _ chosen: MessageWay, _ recipient: MessageRecipient
    ) -> [String: TemplateContext.Value] {
        let ways = MessageWay.allCases.filter { way in
            way == .off
                ? kinds.contains(kind) : way.isOffered(for: kind, to: recipient, choices, chosen: chosen)
        }
        return [
            "way_kind": .sentence(kind.preferenceSentence), "way_field": .text(PreferencesForm.wayField(kind)),
            "ways": .list(
                ways.map { way in
                    var values: [String: TemplateContext.Value] = [
                        "way": .text(way.rawValue),
                        "way_name": .sentence(way.sentence(for: kind, to: recipient, choices)),
                    ]
                    if way == chosen { values["is_chosen"] = .section(TemplateContext([:])) }
                    return TemplateContext(values)
                }),
        ]
    }
}
