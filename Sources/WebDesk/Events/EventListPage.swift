import Languages
import Management
import Ticketing
import WebHost

/// The list of the events of the user’s organizers, with sorting, filters, a search, exports, and a link to the page
/// that edits several events together.
struct EventListPage: Sendable {
    static let path = "/desk/events"
    private static let editName = "edit"
    private static let pageSize = 50

    let desk: Desk

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let text = request.query(ListState.textName).flatMap { $0.isEmpty ? nil : $0 }
        let context = try await request.withServices { services in
            let list = try self.list(services)
            return try self.context(list, services, ListState(list.layout, text: text) { request.query($0) })
        }
        return try desk.page(request, "desk-events", title: Sentence(DeskSentence.events), context)
    }

    /// The page with the events that match a text.
    func search(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let text = try form.typed(ListState.textName) ?? ""
        let context = try await request.withServices { services in
            let list = try self.list(services)
            return try self.context(list, services, ListState(list.layout, text: text) { try form.value($0) })
        }
        return try desk.page(request, "desk-events", title: Sentence(DeskSentence.events), context)
    }

    private enum Outcome: Sendable {
        case file(ListFormat, ListExport, ListExport.Content)
        case edit([EventNumber])
        case refused([String: TemplateContext.Value])
    }

    /// Performs the action of the form below the list: an export, or the page that edits the events together.
    func bulk(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
            let list = try self.list(services)
            let selection = try BulkSelection(list.layout, form)
            do {
                let chosen = try self.events(of: list, selection, services)
                guard !chosen.isEmpty else {
                    throw FieldFault([FieldFault].wholeForm, DeskListSentence.nothingSelected)
                }
                let name = try form.value(BulkSelection.actionName) ?? ""
                if let format = ListFormat(action: name) {
                    return try self.export(list, chosen, format, request, services)
                }
                guard name == EventListPage.editName else {
                    throw FieldFault([FieldFault].wholeForm, DeskListSentence.chooseAction)
                }
                try EventBatchPage.check(chosen)
                return .edit(chosen.map(\.number))
            } catch {
                guard let refused = RejectedForm(error) else { throw error }
                var context = try self.context(list, services, selection.state, selection)
                context["fault"] = .sentence(refused.message(Sentence(DeskSentence.unchanged)))
                return .refused(context)
            }
        }
        switch outcome {
        case .file(let format, let export, let content): return try await export.response(format, content)
        case .edit(let numbers): return .seeOther(EventBatchPage.path(of: numbers))
        case .refused(let context):
            return try desk.page(
                request, "desk-events", title: Sentence(DeskSentence.events), status: .unprocessableContent, context)
        }
    }

    func export(_ request: PageRequest, _ format: ListFormat) async throws -> RouteResponse {
        let outcome = try await request.withServices(on: desk.server.reportThreads) { services -> Outcome in
            let list = try self.list(services)
            let state = ListState(list.layout) { $0 == ListState.afterName ? nil : request.query($0) }
            do {
                return try self.export(
                    list, list.events(among: services.events.events(.any), state), format, request, services)
            } catch let fault as FieldFault {
                throw Problem(.unprocessableContent, fault.allowed)
            }
        }
        guard case .file(let format, let export, let content) = outcome else { throw Problem(.notFound) }
        return try await export.response(format, content)
    }

    // MARK: -

    private func list(_ services: ManagementServices) throws -> EventList {
        let organizers = try services.organizers.organizers()
        let mayEdit = try organizers.contains { organizer in
            try services.rights(in: organizer.number).contains(Management.Operation.editEvent.requiredRight)
        }
        let edit = ListLayout.BulkAction(
            name: EventListPage.editName, label: Sentence(DeskEventListSentence.editEvents))
        return EventList(
            organizers, sold: try services.events.ticketsSold(of: services.events.events(.any)), at: desk.server.now(),
            actions: ListFormat.buttons + (mayEdit ? [edit] : []))
    }

    private func events(
        of list: EventList, _ selection: BulkSelection, _ services: ManagementServices
    ) throws -> [Event] {
        let all = try services.events.events(.any)
        guard let ids = selection.ids else {
            return list.events(
                among: all,
                ListState(list.layout, text: selection.state.text) { name in
                    name == ListState.sortName ? selection.state.sort.text : selection.state.filters[name]
                })
        }
        let ticked = Set(ids)
        return all.filter { ticked.contains("\($0.number)") }
    }

    private func export(
        _ list: EventList, _ events: [Event], _ format: ListFormat, _ request: PageRequest,
        _ services: ManagementServices
    ) throws -> Outcome {
        let isPDF = format == .pdf
        let time = request.now.zonedText(in: try services.events.timeZone())
        let export = ListExport(
            name: "events",
            title: Sentence(
                DeskListSentence.exportedOn,
                ["title": .sentence(DeskSentence.events), "time": .text(time)]),
            sheet: Sentence(DeskSentence.events), columns: isPDF ? list.layout.columns : EventList.exportColumns,
            language: request.deskLanguage)
        let content = try export.content(format) { append in
            for event in events { try append(isPDF ? list.row(event).cells : list.exportCells(event)) }
        }
        return .file(format, export, content)
    }

    private func context(
        _ list: EventList, _ services: ManagementServices, _ state: ListState, _ selection: BulkSelection? = nil
    ) throws -> [String: TemplateContext.Value] {
        let found = list.events(among: try services.events.events(.any), state)
        let shown = Array(found.prefix(EventListPage.pageSize))
        let none =
            if let text = state.text {
                Sentence(DeskEventListSentence.noneFound, ["text": .text(text)])
            } else if state.filters.isEmpty {
                Sentence(DeskEventListSentence.noEvents)
            } else {
                Sentence(DeskSentence.noMatch)
            }
        var context = list.layout.context(
            state, shown.map(list.row), isMore: found.count > shown.count, none: none, selection: selection)
        context.merge(try SenderState(desk.server).context(services)) { $1 }
        context.merge(try services.onlyOrganizerContext()) { $1 }
        context["calendar_path"] = .text(EventCalendarPage.path)
        if list.showsDeleted(state) {
            context["deleted"] = .section(TemplateContext([:]))
            context["events"] = .list(
                try shown.map { event in
                    var line = event.headerContext(at: list.now)
                    line.merge(try services.permissionContext(in: event.organizer)) { $1 }
                    line["organizer_name"] = .text(list.organizers[event.organizer] ?? "")
                    return TemplateContext(line)
                })
        }
        return context
    }
}
