import FileAccess
import Foundation
import HTTPTypes
import Management
import Presenting
import Spreadsheet
import TicketToken
import Ticketing

/// Lists at the desk: sent, looked at, and imported when somebody says so.
struct ListPages: Sendable {
    let desk: Desk
    let kind: ListKind
    private var house: House { desk.house }

    /// What is kept of one list. More is for the command line.
    static let bounds = KeptSheet.Bounds(rows: 50_000, columns: 100, memory: 16 << 20, unpacked: 64 << 20)

    /// What a form has beside its file, at most, in bytes.
    private static let formBytes = 4096

    private static let text = FormField("text", "Or paste it", .text, hint: "From a spreadsheet, or as CSV.")
    private static let sheet = FormField(
        "sheet", "Sheet", hint: "Of a workbook with several; without a name it is the first that is shown.")

    // MARK: - Sending

    func form(_ visit: Visit) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: kind.operation)
            return (event, try form(event, office))
        }
        return try desk.page(visit, "desk-list-form", title: event.details.title, facts)
    }

    func send(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let form = try await visit.form()
            let (text, sheet) = (try form.one("text") ?? "", try form.typed("sheet") ?? "")
            guard let session = visit.pass?.secret.id else { throw SignInNeeded() }
            let outcome = try await visit.office(on: house.importing) { office -> Outcome in
                let event = try office.event(of: visit, for: kind.operation)
                guard let sent = ListPages.sent(visit.file, text) else {
                    let fault = FieldFault("file", "choose a file, or paste a list")
                    return .again(event.details.title, try self.form(event, office, sheet: sheet, fault: fault))
                }
                do {
                    let list = try kept(sent.bytes, sheet, session, event, office)
                    return Outcome.kept("\(listPath(event))/\(try house.lists.keep(list))")
                } catch {
                    guard let refusal = ListTrial(refusal: error)?.refusal else { throw error }
                    let fault = FieldFault(ListPages.field(of: error) ?? sent.field, refusal)
                    return .again(
                        event.details.title, try self.form(event, office, text: text, sheet: sheet, fault: fault))
                }
            }
            switch outcome {
            case .kept(let path): return .seeOther(path)
            case .again(let title, let facts):
                return try desk.page(visit, "desk-list-form", title: title, status: .unprocessableContent, facts)
            }
        }
    }

    private enum Outcome: Sendable {
        case kept(String)
        case again(String, [String: Facts.Fact])
    }

    /// The list and the field that it came in. A browser sends an empty file where none was chosen. Nil where nothing was
    /// sent at all.
    private static func sent(_ file: SentFile?, _ text: String) -> (bytes: [UInt8], field: String)? {
        if let bytes = file?.take(), !bytes.isEmpty { return (bytes, "file") }
        return text.isEmpty ? nil : (Array(text.utf8), ListPages.text.name)
    }

    /// The field that an error is about; nil where it is about the list itself.
    private static func field(of error: any Error) -> String? {
        guard let fault = error as? SheetFault, case .noSuchSheet = fault.reason else { return nil }
        return sheet.name
    }

    /// Reads what was sent into a form of ours, and tries it as its headings say.
    private func kept(
        _ bytes: [UInt8], _ sheet: String, _ session: WebSessionID, _ event: Event, _ office: Office
    ) throws -> KeptList {
        // What it is its first bytes say; a file without a name is gone when it was read.
        let copy = try SpooledFile(bytes: bytes, folder: FileManager.default.temporaryDirectory.path)
        let rows = try withExtendedLifetime(copy) {
            try KeptSheet(
                path: copy.path, sheet: sheet.isEmpty ? .firstVisible : .named(sheet), within: ListPages.bounds)
        }
        let list = ListFile(rows, named: "the list")
        let columns = try kind.columns(of: list, event, office)
        var plan = ListPlan(meanings: columns.guessed)
        if kind == .tickets { plan.type = try office.ticketTypes(of: event).first?.number }
        return KeptList(
            session: session, user: office.user.id, event: event.number, kind: kind, sent: house.now(),
            state: .waiting(
                KeptList.Content(
                    file: list, columns: columns, rows: rows.rows, plan: plan,
                    trial: try plan.trial(list, kind, event, office, try house.keyRing))))
    }

    private func listPath(_ event: Event) -> String { "\(event.deskPath)/import/\(kind.rawValue)" }

    private func form(
        _ event: Event, _ office: Office, text: String = "", sheet: String = "", fault: FieldFault? = nil
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        facts["list_path"] = .text(listPath(event))
        facts["list_\(kind.rawValue)"] = .one(Facts([:]))
        facts["most_bytes"] = .text("\(BodyLimit.list.bytes - ListPages.formBytes)")
        facts["command"] = .text(kind == .guests ? "eventpass guest import" : "eventpass ticket issue --csv")
        func field(_ field: FormField, _ value: String) -> Facts {
            field.facts(value, fault: fault?.field == field.name ? fault?.allowed.sentence : nil)
        }
        facts["fields"] = .list([field(ListPages.text, text), field(ListPages.sheet, sheet)])
        guard let fault else { return facts }
        facts["fault"] = .text("The list is not read. Look at what is marked.")
        if fault.field == "file" {
            facts["file_fault"] = ErrorSummary.fault(fault.allowed.sentence, of: "A file", at: "file")
        }
        return facts
    }

    // MARK: - Looking

    func page(_ visit: Visit) async throws -> Answer {
        let (title, facts) = try await visit.office { office in
            let (event, _, list) = try find(visit, office)
            return (event.details.title, try self.facts(visit, list, event, office))
        }
        return try desk.page(visit, "desk-list", title: title, facts)
    }

    /// Reads the list another way, and tries it again.
    func arrange(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        return .seeOther(
            try await visit.office(on: house.importing) { office in
                let (event, id, list) = try find(visit, office)
                let path = "\(listPath(event))/\(id)"
                guard case .waiting(let content) = list.state else { return path }
                var plan = content.plan
                plan.meanings = try content.columns.headings.indices.map { index in
                    try form.one("column-\(index)").flatMap { $0.isEmpty ? nil : $0 }
                }
                if kind == .tickets, let type = try form.one("type") {
                    plan.type = try office.ticketTypes(of: event).first { "\($0.number)" == type }?.number
                }
                plan.revision += 1
                house.lists.change(id, to: plan, try plan.trial(content.file, kind, event, office, try house.keyRing))
                return path
            })
    }

    // MARK: - Importing

    func confirm(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let form = try await visit.form()
            let revision = try form.one("revision").flatMap { Int($0) }
            let consent = ListConsent(
                skipsFaultyRows: try form.one("skip") != nil,
                answersLost: try form.one("lose").flatMap { Int($0) } ?? 0,
                issuesAgain: try form.one("again") != nil)
            let (title, path, facts) = try await visit.office(on: house.importing) {
                office -> (String, String, [String: Facts.Fact]?) in
                let (event, id, list) = try find(visit, office)
                let path = "\(listPath(event))/\(id)"
                if case .done = list.state { return (event.details.title, path, nil) }
                guard let revision, let content = house.lists.begin(id, as: revision) else {
                    throw Problem(.conflict, "This list was arranged anew meanwhile, or is under way.")
                }
                do {
                    let trial = try content.plan.run(content.file, kind, event, office, try house.keyRing, consent)
                    guard trial.result == nil else {
                        house.lists.finish(id, trial)
                        return (event.details.title, path, nil)
                    }
                    house.lists.giveBack(id)
                    let facts = try self.facts(visit, list, event, office, refused: trial)
                    let errors = ListPages.errors(of: trial, consent, tried: content.trial)
                    return (event.details.title, path, facts.merging(errors) { $1 })
                } catch let error as any ExplainedError where error.kind != .trouble {
                    house.lists.giveBack(id)
                    throw error
                } catch {
                    // What breaks off may be done all the same: nobody is to press the button again.
                    let words = "whether it was taken can’t be told; look before you send it again"
                    house.lists.finish(id, ListTrial(result: words))
                    throw error
                }
            }
            guard let facts else { return .seeOther(path) }
            return try desk.page(visit, "desk-list", title: title, status: .unprocessableContent, facts)
        }
    }

    func forget(_ visit: Visit) async throws -> Answer {
        .seeOther(
            try await visit.office { office in
                let (event, id, _) = try find(visit, office)
                house.lists.forget(id)
                return listPath(event)
            })
    }

    /// The list that a path names, for the session that has sent it.
    ///
    /// - Throws: `Problem` 404 where there is none, or not any more.
    private func find(_ visit: Visit, _ office: Office) throws -> (Event, String, KeptList) {
        let event = try office.event(of: visit, for: kind.operation)
        let id = visit.part("list") ?? ""
        guard let session = visit.pass?.secret.id,
            let list = house.lists.list(id, of: session, event.number, kind, at: house.now())
        else {
            throw Problem(.notFound, "There is no such list any more. Lists are kept for an hour; send it again.")
        }
        return (event, id, list)
    }
}
