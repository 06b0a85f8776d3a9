import Management
import Ticketing

/// Several events of an organizer, moved at once: chosen, looked at, moved.
struct ShiftPage: Sendable {
    let desk: Desk

    /// Events that are offered at most.
    private static let most = 100

    private static let later = FormField(
        "later", "How much later they are",
        hint: "Such as 7d, 2h or 1d30m; earlier with a minus. Days keep the hour on the wall.", need: .needed)

    private struct Typed: Sendable {
        var events: Set<String> = []
        var later = ""
        /// Of what the page said that would become of them; nil asks for that.
        var told: String?
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .shiftEvents)
            return (organizer.name, try self.facts(organizer, office, Typed()))
        }
        return try desk.page(visit, "desk-shift", title: name, facts)
    }

    /// Shows what would become of the events that are chosen, or moves them when that was shown.
    func shift(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        let typed = Typed(
            events: Set(form.all("event")), later: try form.typed("later") ?? "", told: try form.one("told"))
        guard typed.told != nil else {
            let seen = try await visit.office { office in
                let organizer = try office.organizer(of: visit, for: .shiftEvents)
                return try preview(typed, organizer, office)
            }
            return try answer(visit, seen)
        }
        return try await desk.once(visit) {
            let outcome = try await visit.office { office in
                let organizer = try office.organizer(of: visit, for: .shiftEvents)
                let seen = try preview(typed, organizer, office)
                guard let ready = seen.ready else { return Outcome.again(seen) }
                // Also when the form comes a second time: what was to become of them has become of them.
                guard ready.mark == typed.told else { return .again(try changed(seen, typed, organizer, office)) }
                let queued = try office.shift(ready.events, by: ready.shift).filter { $0.notices > 0 }
                let event = queued.count == 1 ? queued.first?.event.number : nil
                return .done(
                    DeskNote.path(
                        organizer.deskPath, .moved, count: queued.reduce(0) { $0 + $1.notices }, of: event))
            }
            switch outcome {
            case .done(let path): return .seeOther(path)
            case .again(let seen): return try answer(visit, seen)
            }
        }
    }

    private enum Outcome: Sendable {
        case done(String)
        case again(Look)
    }

    /// What would become of events.
    private struct Look: Sendable {
        let title: String
        var facts: [String: Facts.Fact]
        /// Nil where something is wrong.
        var ready: (events: [Event], shift: TimeShift, mark: String)?
        var isRefused = false
    }

    private func answer(_ visit: Visit, _ seen: Look) throws -> Answer {
        try desk.page(
            visit, "desk-shift", title: seen.title, status: seen.isRefused ? .unprocessableContent : .ok, seen.facts)
    }

    private func changed(_ seen: Look, _ typed: Typed, _ organizer: Organizer, _ office: Office) throws -> Look {
        var seen = seen
        seen.isRefused = true
        seen.facts["fault"] = .text(
            "They are not as this page had them, or were moved already. Nothing is done; this is how they stand now.")
        return seen
    }

    private func preview(_ typed: Typed, _ organizer: Organizer, _ office: Office) throws -> Look {
        let chosen = try ShiftPage.events(of: organizer, office).filter { typed.events.contains("\($0.number)") }
        var faults: [FieldFault] = []
        if chosen.isEmpty { faults.append(FieldFault("event", "choose one or more")) }
        let shift = TimeShift(typed.later)
        if shift == nil { faults.append(FieldFault("later", "a time such as 7d, -2h or 1d12h")) }
        var lines: [Facts] = []
        var words: [String] = [typed.later]
        for event in chosen {
            guard let shift else { break }
            do {
                // One by one, so that each fault is told with its event.
                guard let edit = try office.shift([event], by: shift, effect: .tryOnly).first else { continue }
                lines.append(Facts(ShiftPage.line(edit)))
                words.append("\(event.number) \(edit.event.details) \(edit.sold)")
            } catch {
                guard let why = ShiftPage.words(error) else { throw error }
                faults.append(FieldFault("event", "“\(event.details.title)”: \(why)"))
            }
        }
        var seen = Look(title: organizer.name, facts: try self.facts(organizer, office, typed, faults))
        guard faults.isEmpty, let shift else {
            seen.isRefused = true
            seen.facts["fault"] = .text("Nothing is moved. Look at what is marked.")
            return seen
        }
        let mark = try Seen.mark(words.joined(separator: "\n"))
        seen.ready = (chosen, shift, mark)
        seen.facts["preview"] = .one(
            Facts([
                "moves": .list(lines), "told": .text(mark), "later": .text(typed.later),
                "chosen": .list(chosen.map { Facts(["chosen_number": .text("\($0.number)")]) }),
            ]))
        return seen
    }

    /// Why an event can't be moved; nil for trouble.
    private static func words(_ error: any Error) -> String? {
        if case ManagementError.notPublishable(let faults) = error {
            return faults.map(\.description).joined(separator: "; ")
        }
        return [FieldFault](refusal: error)?.map(\.allowed).joined(separator: "; ")
    }

    private static func line(_ edit: EventEdit) -> [String: Facts.Fact] {
        [
            "move_title": .text(edit.event.details.title), "move_zone": .text(edit.event.details.timeZone),
            "move_from": .text(edit.before.start?.minuteText(in: edit.event.zone) ?? "no time yet"),
            "move_to": .text(edit.event.shown(edit.event.details.start) ?? "no time yet"),
            "move_sold": .text("\(edit.sold)"), "move_notices": .text("\(edit.notices)"),
        ]
    }

    /// Those that can still be moved: by start, drafts without one last.
    private static func events(of organizer: Organizer, _ office: Office) throws -> [Event] {
        let own = try office.events().filter { $0.organizer == organizer.number && $0.status != .cancelled }
        return own.sorted { ($0.details.start?.milliseconds ?? .max) < ($1.details.start?.milliseconds ?? .max) }
    }

    private func facts(
        _ organizer: Organizer, _ office: Office, _ typed: Typed, _ faults: [FieldFault] = []
    ) throws -> [String: Facts.Fact] {
        let now = desk.house.now()
        let open = try ShiftPage.events(of: organizer, office).filter { $0.phase(at: now) != .completed }
        var facts: [String: Facts.Fact] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "events": .list(
                open.prefix(ShiftPage.most).map { event in
                    var line = event.heading(at: now)
                    line["event_number"] = .text("\(event.number)")
                    if typed.events.contains("\(event.number)") { line["is_chosen"] = .one(Facts([:])) }
                    return Facts(line)
                }),
            "fields": .list([ShiftPage.later.facts(typed.later, fault: faults.text(of: "later"))]),
        ]
        if let fault = faults.text(of: "event") {
            facts["event_fault"] = ErrorSummary.fault(fault, of: "Events", at: "events")
        }
        if open.count > ShiftPage.most {
            facts["rest"] = .text("\(open.count - ShiftPage.most) more begin later than these.")
        }
        return facts
    }
}
