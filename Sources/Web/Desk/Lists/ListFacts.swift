import Management
import Ticketing

extension ListPages {
    /// Faults that are shown one by one.
    private static let faultsShown = 200
    /// Letters of a cell or a heading that are shown.
    private static let cellShown = 80

    /// - Parameter refused: why what was just asked for was not done.
    func facts(
        _ visit: Visit, _ list: KeptList, _ event: Event, _ office: Office, refused: ListTrial? = nil
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["list_path"] = .text("\(event.deskPath)/import/\(kind.rawValue)")
        facts["list_id"] = .text(visit.part("list") ?? "")
        facts["list_\(kind.rawValue)"] = .one(Facts([:]))
        switch list.state {
        case .done(let trial): facts["finished"] = .one(Facts(outcome(trial)))
        case .underWay: facts["under_way"] = .one(Facts([:]))
        case .waiting(let content):
            let (plan, trial) = (content.plan, content.trial)
            var waiting = arrangement(content)
            if kind == .tickets {
                waiting["types"] = .list(
                    try office.ticketTypes(of: event).map { type in
                        option("\(type.number)", type.name, isChosen: type.number == plan.type)
                    })
            }
            waiting.merge(outcome(refused ?? trial)) { $1 }
            waiting["revision"] = .text("\(plan.revision)")
            if let words = (refused ?? trial).refusal { waiting["fault"] = .text(words.sentence) }
            if trial.result != nil, !trial.deed.isEmpty { waiting["confirm"] = .one(Facts(consent(trial))) }
            facts["arranging"] = .one(Facts(waiting))
        }
        return facts
    }

    /// The columns, each with what it may be, and the first rows.
    private func arrangement(_ list: KeptList.Content) -> [String: Facts.Fact] {
        let (headings, plan) = (list.columns.headings, list.plan)
        return [
            "rows": .text("\(list.rows)"),
            "columns": .list(
                headings.enumerated().map { index, heading in
                    let meaning = index < plan.meanings.count ? plan.meanings[index] : nil
                    return Facts([
                        "column": .text("column-\(index)"), "heading": .text(ListPages.short(heading)),
                        "place": .text("\(index + 1)"),
                        "meanings": .list(
                            [option("", "– not read –", isChosen: meaning == nil)]
                                + list.columns.known.map { option($0.key, $0.label, isChosen: $0.key == meaning) }),
                    ])
                }),
            "first_rows": .list(
                list.columns.firstRows.map { row in
                    Facts([
                        "line": .text("\(row.line)"),
                        "cells": .list(
                            headings.indices.map { index in
                                let text = index < row.fields.count ? row.fields[index] : ""
                                return Facts(["cell": .text(ListPages.short(text))])
                            }),
                    ])
                }),
        ]
    }

    private func outcome(_ trial: ListTrial) -> [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = [:]
        if !trial.notes.isEmpty {
            let notes = trial.notes.map { Facts(["note": .text($0.sentence)]) }
            facts["noted"] = .one(Facts(["notes": .list(notes)]))
        }
        if let result = trial.result { facts["result"] = .text(result.sentence) }
        if !trial.faults.isEmpty {
            let shown = trial.faults.prefix(ListPages.faultsShown)
            var faults: [String: Facts.Fact] = [
                "faulty": .text("\(trial.faultyRows)"),
                "faults": .list(shown.map { Facts(["fault_words": .text($0)]) }),
            ]
            if shown.count < trial.faults.count { faults["more"] = .one(Facts([:])) }
            facts["faulty_rows"] = .one(Facts(faults))
        }
        return facts
    }

    private func consent(_ trial: ListTrial) -> [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = ["deed": .text(trial.deed)]
        if trial.faultyRows > 0 { facts["skip"] = .text("\(trial.faultyRows)") }
        if trial.repeats > 0 { facts["again"] = .text("\(trial.repeats)") }
        if trial.answersLost > 0 { facts["lose"] = .text("\(trial.answersLost)") }
        return facts
    }

    /// The errors of an import that was refused: each consent that is missing, with a link to its tick.
    ///
    /// - Parameters:
    ///   - refused: the result of the import.
    ///   - tried: the result of the trial, whose consents the page asks for.
    static func errors(
        of refused: ListTrial, _ consent: ListConsent, tried: ListTrial
    ) -> [String: Facts.Fact] {
        var summary = ErrorSummary()
        if tried.faultyRows > 0, !consent.skipsFaultyRows {
            summary.add("skip", "Skip rows: tick it, or correct these rows and send the list again")
        }
        if tried.repeats > 0, !consent.issuesAgain {
            summary.add("again", "Issue again: tick it, or delete these rows and send the list again")
        }
        if tried.answersLost > consent.answersLost {
            summary.add("lose", "Delete answers: tick it, or keep these invitations in the list")
        }
        let words = refused.refusal?.sentence ?? "Nothing was written."
        return ["fault": .text(words), "errors": summary.fact(words)]
    }

    private func option(_ value: String, _ label: String, isChosen: Bool) -> Facts {
        var facts: [String: Facts.Fact] = ["value": .text(value), "label": .text(label)]
        if isChosen { facts["chosen"] = .one(Facts([:])) }
        return Facts(facts)
    }

    private static func short(_ text: String) -> String {
        text.count > cellShown ? "\(text.prefix(cellShown))…" : text
    }
}
