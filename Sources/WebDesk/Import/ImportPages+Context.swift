import Languages
import Management
import Ticketing
import WebHost

extension ImportPages {
    private static let maxFaultsShown = 200
    private static let maxCellLength = 80

    /// Template values for the page of an uploaded list. Before the import, the page shows the columns of the list and
    /// a preview. After the import, it shows the result.
    ///
    /// - Parameter refused: The result of an import that was just refused; nil if no import was refused.
    func context(
        _ request: PageRequest, _ list: UploadedList, _ event: Event, _ services: ManagementServices,
        refused: ImportResult? = nil
    ) throws -> [String: TemplateContext.Value] {
        var context = try desk.headerContext(event, services)
        context["list_path"] = .text("\(event.deskPath)/import/\(kind.rawValue)")
        context["list_id"] = .text(request.pathParameter("list") ?? "")
        context["list_\(kind.rawValue)"] = .section(TemplateContext([:]))
        switch list.state {
        case .done(let trial):
            context["finished"] = .section(TemplateContext(resultContext(trial)))
            let noticeKind: Notice.Kind = kind == .tickets ? .ticketIssued : .invitation
            if let unreached = try services.unreachedRemark(.everyone, by: noticeKind, of: event) {
                context["unreached"] = .sentence(unreached.sentence.asSentence)
            }
        case .importing: context["under_way"] = .section(TemplateContext([:]))
        case .ready(let content):
            let (plan, trial) = (content.plan, content.preview)
            var waiting = columnContext(content)
            if kind == .tickets {
                waiting["types"] = .list(
                    try services.ticketTypes.ticketTypes(of: event).map { type in
                        option("\(type.number)", .verbatim(type.name), isChosen: type.number == plan.type)
                    })
            }
            waiting.merge(resultContext(refused ?? trial)) { $1 }
            waiting["revision"] = .text("\(plan.revision)")
            if let message = (refused ?? trial).refusal { waiting["fault"] = .sentence(message.asSentence) }
            if trial.result != nil, let label = trial.buttonLabel {
                waiting["confirm"] = .section(TemplateContext(consentContext(trial, label)))
            }
            context["arranging"] = .section(TemplateContext(waiting))
        }
        return context
    }

    /// Template values for the columns and the first rows of a list. For each column, the page offers the fields that
    /// the column can contain.
    private func columnContext(_ list: UploadedList.Content) -> [String: TemplateContext.Value] {
        let (headings, plan) = (list.columns.headings, list.plan)
        return [
            "rows": .text("\(list.rows)"),
            "columns": .list(
                headings.enumerated().map { index, heading in
                    let meaning = index < plan.meanings.count ? plan.meanings[index] : nil
                    return TemplateContext([
                        "column": .text("column-\(index)"), "heading": .text(ImportPages.truncated(heading)),
                        "place": .text("\(index + 1)"),
                        "meanings": .list(
                            [option("", Sentence(DeskFormSentence.ignoredColumn), isChosen: meaning == nil)]
                                + list.columns.known.map { option($0.key, $0.label, isChosen: $0.key == meaning) }),
                    ])
                }),
            "first_rows": .list(
                list.columns.previewRows.map { row in
                    TemplateContext([
                        "line": .text("\(row.line)"),
                        "cells": .list(
                            headings.indices.map { index in
                                let text = index < row.fields.count ? row.fields[index] : ""
                                return TemplateContext(["cell": .text(ImportPages.truncated(text))])
                            }),
                    ])
                }),
        ]
    }

    private func resultContext(_ trial: ImportResult) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [:]
        if !trial.notes.isEmpty {
            let notes = trial.notes.map { TemplateContext(["note": .sentence($0.asSentence)]) }
            context["noted"] = .section(TemplateContext(["notes": .list(notes)]))
        }
        if let result = trial.result { context["result"] = .sentence(result.asSentence) }
        if !trial.faults.isEmpty {
            let listed = trial.faults.prefix(ImportPages.maxFaultsShown)
            var faults: [String: TemplateContext.Value] = [
                "faulty": .text("\(trial.faultyRows)"),
                "faults": .list(listed.map { TemplateContext(["fault_text": .sentence($0)]) }),
            ]
            if listed.count < trial.faults.count { faults["more"] = .section(TemplateContext([:])) }
            context["faulty_rows"] = .section(TemplateContext(faults))
        }
        return context
    }

    private func consentContext(_ trial: ImportResult, _ buttonLabel: Sentence) -> [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = ["button_label": .sentence(buttonLabel)]
        if trial.faultyRows > 0 { context["skip"] = .text("\(trial.faultyRows)") }
        if trial.duplicates > 0 { context["again"] = .text("\(trial.duplicates)") }
        if trial.deletedAnswers > 0 { context["lose"] = .text("\(trial.deletedAnswers)") }
        return context
    }

    /// The errors of a refused import. An import skips faulty rows, issues second tickets or deletes answers only if
    /// the user has ticked a checkbox for this. Each required checkbox that is not ticked is an error, with a link to
    /// the checkbox.
    ///
    /// - Parameters:
    ///   - refused: The result of the refused import.
    ///   - tried: The result of the preview. It shows which checkboxes are required.
    static func errors(
        of refused: ImportResult, _ consent: ImportConsent, tried: ImportResult
    ) -> [String: TemplateContext.Value] {
        var summary = ErrorSummary()
        if tried.faultyRows > 0, !consent.skipsFaultyRows {
            summary.add("skip", Sentence(DeskFormSentence.confirmSkipping))
        }
        if tried.duplicates > 0, !consent.issuesDuplicates {
            summary.add("again", Sentence(DeskFormSentence.confirmDuplicates))
        }
        if tried.deletedAnswers > consent.deletedAnswers {
            summary.add("lose", Sentence(DeskFormSentence.confirmDeletion))
        }
        let message = refused.refusal?.asSentence ?? Sentence(DeskFormSentence.nothingWritten)
        return ["fault": .sentence(message), "errors": summary.templateValue(message)]
    }

    private func option(_ value: String, _ label: Sentence, isChosen: Bool) -> TemplateContext {
        var context: [String: TemplateContext.Value] = ["value": .text(value), "label": .sentence(label)]
        if isChosen { context["chosen"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }

    private static func truncated(_ text: String) -> String {
        text.count > maxCellLength ? "\(text.prefix(maxCellLength))…" : text
    }
}
