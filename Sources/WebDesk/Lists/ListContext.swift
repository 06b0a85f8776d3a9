import Languages
import WebHost

/// Template values for the parts of a list: `list-toolbar`, `list-table`, `bulk-bar`, `list-pager` and `empty-state`.
extension ListLayout {
    /// - Parameters:
    ///   - rows: The rows of the page.
    ///   - isMore: Whether further rows follow.
    ///   - none: The sentence to show if there are no rows.
    ///   - selection: The rows of a refused form, which stay ticked; nil for a new form.
    func context(
        _ state: ListState, _ rows: [ListRow], isMore: Bool, none: Sentence, selection: BulkSelection? = nil
    ) -> [String: TemplateContext.Value] {
        let ticked = Set(selection?.rows ?? [])
        let fields = filters.filter { !$0.isTab }
        let tab = filters.filter(\.isTab).compactMap { filter in
            state.filters[filter.name].map { (name: filter.name, value: $0) }
        }
        var context: [String: TemplateContext.Value] = [
            "list_label": .sentence(label), "list_path": .text(path), "list_search_path": .text(searchPath),
            "list_columns": .list(columns.map { heading($0, state) }),
            "list_rows": .list(rows.map { row($0, isTicked: ticked.contains($0.id)) }),
            "list_filters": .list(
                fields.map { $0.field.context(state.filters[$0.name] ?? "") }),
            "list_tab": ListLayout.hidden(tab),
            "list_sort": .text(state.sort.text),
            "list_state": ListLayout.hidden(state.fields()),
            "search_fields": .list([search.context(state.text ?? "")]),
        ]
        if !fields.isEmpty { context["list_has_filters"] = .section(TemplateContext([:])) }
        if foldsFilters {
            context["list_folded"] = .section(TemplateContext([:]))
            if fields.contains(where: { state.filters[$0.name] != nil }) {
                context["list_filtered"] = .section(TemplateContext([:]))
            }
        }
        if rows.isEmpty { context["list_none"] = .sentence(none) }
        if let text = state.text {
            context["list_searching"] = .section(TemplateContext([:]))
            context["list_text"] = .text(text)
            context["list_whole"] = .sentence(wholeList)
            if !tab.isEmpty { context["list_whole_query"] = .text(FormFields(values: tab).encoded) }
            context["list_filter_state"] = ListLayout.hidden(state.fields().filter { $0.name != ListState.sortName })
        }
        if !actions.isEmpty, !rows.isEmpty { context.merge(bulk(state, selection)) { $1 } }
        if isMore, let last = rows.last?.id {
            if let text = state.text {
                context["list_next_fields"] = ListLayout.hidden(
                    [(name: ListState.textName, value: text), (name: ListState.afterName, value: last)]
                        + state.fields())
                context["list_next"] = .section(TemplateContext([:]))
            } else {
                context["list_next_path"] = .text("\(path)?\(state.query(after: last))")
            }
        }
        return context
    }

    static func hidden(_ fields: [(name: String, value: String)]) -> TemplateContext.Value {
        .list(fields.map { TemplateContext(["hidden_name": .text($0.name), "hidden_value": .text($0.value)]) })
    }

    /// The heading of a column. The heading of a sortable column is a link that sorts the list. In a search result, the
    /// heading is a button of the form that repeats the search.
    private func heading(_ column: ListColumn, _ state: ListState) -> TemplateContext {
        var context: [String: TemplateContext.Value] = ["column_label": .sentence(column.heading)]
        if column.isNumber { context["column_number"] = .section(TemplateContext([:])) }
        guard let name = column.sort else { return TemplateContext(context) }
        let isCurrent = state.sort.column == name
        if isCurrent { context["column_sort"] = .text(state.sort.isDescending ? "descending" : "ascending") }
        let next = ListSort(name, descending: isCurrent && !state.sort.isDescending)
        if state.text == nil {
            context["column_path"] = .text("\(path)?\(state.query(sortedBy: next))")
        } else {
            context["column_value"] = .text(next.text)
        }
        return TemplateContext(context)
    }

    private func row(_ row: ListRow, isTicked: Bool) -> TemplateContext {
        let title = row.cells.first?.text ?? .verbatim(row.id)
        var line: [String: TemplateContext.Value] = [
            "row_id": .text(row.id), "row_path": .text(row.path), "row_title": .sentence(title),
            "row_select": .sentence(DeskListSentence.selectRow, ["row": .sentence(title)]),
            "row_cells": .list(
                zip(columns, row.cells).dropFirst().map { column, cell in
                    var context: [String: TemplateContext.Value] = ["cell_label": .sentence(column.heading)]
                    if column.isNumber { context["cell_number"] = .section(TemplateContext([:])) }
                    guard let text = cell.text else { return TemplateContext(context) }
                    if let tone = cell.tone {
                        context["cell_badge"] = .section(TemplateContext(["cell_tone": .text(tone.rawValue)]))
                    }
                    context["cell_text"] = .sentence(text)
                    return TemplateContext(context)
                }),
        ]
        if isTicked { line["row_ticked"] = .section(TemplateContext([:])) }
        return TemplateContext(line)
    }

    private func bulk(_ state: ListState, _ selection: BulkSelection?) -> [String: TemplateContext.Value] {
        var place: [(name: String, value: String)] = []
        if let text = state.text { place.append((name: ListState.textName, value: text)) }
        // The form contains the position of the page in the list. So after a refusal, the page shows the same rows
        // again.
        if let after = state.after { place.append((name: ListState.afterName, value: after)) }
        var context: [String: TemplateContext.Value] = [
            "bulk_path": .text(bulkPath),
            "bulk_fields": ListLayout.hidden(state.fields() + place),
            "bulk_rows": .list([BulkSelection.field.context(selection?.choice ?? BulkSelection.ticked)]),
            "bulk_actions": .list(
                actions.map { action in
                    var context: [String: TemplateContext.Value] = [
                        "action_name": .text(action.name), "action_label": .sentence(action.label),
                    ]
                    if action.isDangerous { context["action_dangerous"] = .section(TemplateContext([:])) }
                    return TemplateContext(context)
                }),
        ]
        context["bulk"] = .section(TemplateContext([:]))
        return context
    }
}
