import Cryptography
import Languages
import Management
import Ticketing
import WebHost

/// A list whose rows can be selected for an action.
protocol SelectableList: Sendable {
    var layout: ListLayout { get }

    /// Template values for the top of the page that asks for a confirmation.
    func headerContext(_ desk: Desk, _ services: ManagementServices) throws -> [String: TemplateContext.Value]
}

protocol SelectableEventList: SelectableList {
    var event: Event { get }
}

extension SelectableEventList {
    func headerContext(_ desk: Desk, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        try desk.headerContext(event, services)
    }
}

struct BulkSubmission<List: SelectableList>: Sendable {
    let list: List
    let selection: BulkSelection
    let form: FormFields
    /// The hash by which the store recognizes a form that is sent twice, even if the server was restarted in between,
    /// or if another server gets the second form. Nil for a form without an id.
    let formKey: String?
    /// The id of the change that the form makes; nil for a form without an id.
    let change: ChangeID?
    let request: PageRequest

    /// The format of the export that the form asks for; nil for another action.
    var format: ListFormat? {
        get throws { ListFormat(action: try form.value(BulkSelection.actionName) ?? "") }
    }

    /// - Throws: `FieldFault` for an unknown action.
    func action<Action: RawRepresentable>() throws -> Action where Action.RawValue == String {
        guard let action = Action(rawValue: try form.value(BulkSelection.actionName) ?? "") else {
            throw BulkForm.fault(.chooseAction)
        }
        return action
    }

    private var listPath: String {
        selection.layout.path + (selection.layout.query(of: selection.state).map { "?\($0)" } ?? "")
    }

    /// Template values for the page that asks for a confirmation. Its form sends the fields of the list’s form again.
    ///
    /// - Parameters:
    ///   - seen: The hash of the rows that the page shows (`BulkForm.hash`).
    ///   - typed: The names of the fields that the user fills in on this page.
    func planContext(
        title: Sentence, about: Sentence, seen: String, typed: [String] = [], _ desk: Desk,
        _ services: ManagementServices
    ) throws -> [String: TemplateContext.Value] {
        let own =
            [CSRFToken.field, PageRequest.formID, RecipientConfirmation.field, BulkForm.confirmedName] + typed
        let fields = form.without(own.contains).values + [(name: BulkForm.confirmedName, value: seen)]
        var context = try list.headerContext(desk, services)
        context["bulk_title"] = .sentence(title)
        context["bulk_about"] = .sentence(about)
        context["bulk_path"] = .text(selection.layout.bulkPath)
        context["list_path"] = .text(listPath)
        context["bulk_fields"] = ListLayout.hidden(fields)
        // The list has changed: the rows that the user has confirmed differ from the rows that the page shows now.
        if let confirmed = try form.value(BulkForm.confirmedName), confirmed != seen {
            context["bulk_note"] = .sentence(DeskListSentence.planChanged)
        }
        return context
    }
}

extension BulkSubmission where List: SelectableEventList {
    var event: Event { list.event }
}

/// The rules that all forms for several rows of a list share.
enum BulkForm {
    /// The name of the field with a hash of the rows that the member has seen and confirmed.
    static let confirmedName = "confirmed"

    /// The maximum number of rows to read from a list. It is one more than a PDF or a change accepts, so that a longer
    /// list is refused. There is no limit for CSV and XLSX.
    ///
    /// - Parameter format: The format of a file; nil for a change.
    static func mostRead(_ format: ListFormat?) -> Int {
        switch format {
        case .csv, .xlsx: .max
        case .pdf: ListExport.maxPDFRows + 1
        case nil: BulkPlan.limit + 1
        }
    }

    static func fault(_ sentence: DeskListSentence) -> FieldFault {
        FieldFault([FieldFault].wholeForm, sentence)
    }

    /// - Parameter refusal: The sentence of the fault. It has the argument `limit`.
    static func requireAtMost(
        _ limit: Int, _ count: Int, otherwise refusal: DeskListSentence = .tooManyChanges
    ) throws(FieldFault) {
        guard count <= limit else {
            throw FieldFault([FieldFault].wholeForm, refusal, ["limit": .number(limit)])
        }
    }

    /// A hash of the rows that an action changes. A form with this hash confirms only the rows that its page has shown.
    ///
    /// - Parameter tickets: The number of tickets that the action concerns.
    static func hash(of rows: [String], _ tickets: Int) throws -> String {
        Hexadecimal.text(try SHA256.digest(Array("\(tickets) \(rows.sorted().joined(separator: " "))".utf8)))
    }
}
