import Languages
import Ticketing

/// A field of a guest that a column of a guest list can contain.
enum GuestColumn: Hashable {
    case named(Name)
    /// The column that says whether the guest is invited to the sub-event with this number.
    case subEvent(Int)

    /// The fields that a guest list can have at every event: the fields of `GuestDetails`, the parts of the name, and
    /// the household. The raw values are the names in the option `--map`, in web forms and in faults.
    enum Name: String, CaseIterable {
        case name, first, last, household, email, phone, companions, meal, allergy, access, table, note

        /// The field of the guest; nil for a part of the name and for the household.
        var field: EntityField<GuestDetails>? { GuestDetails.field(rawValue) }

        /// The limits of each column's text, looked up only once. The household has the default limits, because it is
        /// not a field of the guest.
        static let textLimits: [Name: (limit: Int, lines: TextFault.Lines)] = Dictionary(
            uniqueKeysWithValues: allCases.compactMap { name in
                guard case .text(let limit, let lines) = name.field?.kind ?? .text() else { return nil }
                return (name, (limit, lines))
            })

        /// The label on pages.
        fileprivate var label: Sentence {
            switch self {
            case .first: Sentence(GuestListColumns.Text.first)
            case .last: Sentence(GuestListColumns.Text.last)
            case .household: Sentence(GuestListColumns.Text.household)
            default: field?.label ?? .verbatim(rawValue)
            }
        }
    }

    static func all(_ subEvents: [SubEvent]) -> [GuestColumn] {
        Name.allCases.map(GuestColumn.named) + subEvents.map { GuestColumn.subEvent($0.number) }
    }

    /// The field's label on pages. The label of a sub-event's column is the sub-event's name.
    func pageLabel(_ subEvents: [SubEvent]) -> Sentence {
        if case .named(let name) = self { name.label } else { .verbatim(label(subEvents)) }
    }

    /// The field's label in the option `--map` and in faults.
    func label(_ subEvents: [SubEvent]) -> String {
        switch self {
        case .named(let name): name.rawValue
        case .subEvent(let number): subEvents.first { $0.number == number }?.name ?? "\(number)"
        }
    }

    /// The field's key in web forms. The key of a sub-event's column contains the sub-event's number, because the
    /// sub-event's name could equal the name of another field.
    var key: String {
        if case .subEvent(let number) = self { "sub-event \(number)" } else { label([]) }
    }

    /// The recognized headings of each column at an event with these sub-events. A sub-event's column is recognized by
    /// the sub-event's name or number. It is also recognized by the kind of the sub-event, such as “ceremony”, if no
    /// other sub-event is of the same kind.
    static func knownHeadings(_ subEvents: [SubEvent]) -> [(GuestColumn, [String])] {
        subEvents.map { subEvent in
            let isOnly = subEvents.count { $0.details.kind == subEvent.details.kind } == 1
            let own = [subEvent.name, "sub-event \(subEvent.number)"].map(HeaderRow.normalized)
            return (.subEvent(subEvent.number), own + (isOnly ? names(of: subEvent.details.kind) : []))
        } + Name.allCases.map { (GuestColumn.named($0), $0.names) }
    }

    private static func names(of kind: SubEventKind) -> [String] {
        switch kind {
        case .ceremony: ["ceremony", "ceremonie", "zeremonie", "trauung", "ceremonia", "cerimonia", "sherehe"]
        case .reception: ["reception", "empfang", "recepcion", "recepcao", "ricevimento", "receptie", "mapokezi"]
        case .rehearsal: ["rehearsal", "repetition", "probe", "ensayo", "ensaio", "prove", "mazoezi"]
        case .other: []
        }
    }
}

extension GuestColumn.Name {
    /// Common headings for this field in English, French, German, Spanish, Portuguese, Italian, Dutch and Swahili. They
    /// are written in the form that `HeaderRow.normalized` returns.
    var names: [String] {
        switch self {
        case .name: Self.nameHeadings
        case .first: Self.firstHeadings
        case .last: Self.lastHeadings
        case .household: Self.householdHeadings
        case .email: Self.emailHeadings
        case .phone: Self.phoneHeadings
        case .companions: Self.companionsHeadings
        case .meal: Self.mealHeadings
        case .allergy: Self.allergyHeadings
        case .access: Self.accessHeadings
        case .table: Self.tableHeadings
        case .note: Self.noteHeadings
        }
    }

    private static let nameHeadings = [
        "name", "full name", "guest", "guest name", "attendee", "nom", "nom complet", "invite", "gast",
        "vollstandiger name", "nombre", "nombre completo", "nombre y apellidos", "invitado", "nome",
        "nome completo", "convidado", "ospite", "naam", "jina", "jina kamili", "mgeni",
    ]
    private static let firstHeadings = [
        "first", "first name", "given name", "forename", "prenom", "vorname", "nombre de pila",
        "primeiro nome", "nome proprio", "voornaam", "jina la kwanza",
    ]
    private static let lastHeadings = [
        "last", "last name", "surname", "family name", "nom de famille", "nachname", "familienname",
        "apellido", "apellidos", "sobrenome", "apelido", "cognome", "achternaam", "jina la ukoo",
    ]
    private static let householdHeadings = [
        "household", "family", "party", "group", "foyer", "famille", "haushalt", "familie", "hogar", "familia",
        "nucleo familiar", "agregado familiar", "famiglia", "huishouden", "gezin", "kaya", "jamii",
    ]
    private static let emailHeadings = [
        "email", "e mail", "mail", "email address", "e mail address", "courriel", "adresse e mail",
        "adresse mail", "adresse electronique", "e mail adresse", "mailadresse", "correo",
        "correo electronico", "endereco de email", "indirizzo email", "indirizzo e mail", "e mailadres",
        "barua pepe",
    ]
    private static let phoneHeadings = [
        "phone", "telephone", "tel", "mobile", "cell", "phone number", "mobile number", "portable", "telefon",
        "handy", "telefonnummer", "mobil", "telefono", "movil", "celular", "telefone", "telemovel",
        "cellulare", "telefoon", "simu", "nambari ya simu",
    ]
    private static let companionsHeadings = [
        "companions", "plus ones", "plus one", "plus", "1", "number of companions", "extra guests",
        "additional guests", "accompagnants", "begleitung", "begleitpersonen", "acompanantes",
        "acompanhantes", "accompagnatori", "begeleiders", "wageni wa ziada",
    ]
    private static let mealHeadings = [
        "meal", "meal choice", "food", "diet", "dietary requirements", "menu", "repas", "regime", "essen",
        "mahlzeit", "comida", "dieta", "refeicao", "pasto", "maaltijd", "chakula",
    ]
    private static let allergyHeadings = [
        "allergy", "allergies", "allergens", "food allergies", "allergie", "allergien", "alergia", "alergias",
        "allergia", "mzio",
    ]
    private static let accessHeadings = [
        "access", "access needs", "accessibility", "acces", "accessibilite", "barrierefreiheit",
        "accesibilidad", "acessibilidade", "accessibilita", "toegankelijkheid", "ufikiaji",
    ]
    private static let tableHeadings = ["table", "table number", "tisch", "mesa", "tavolo", "tafel", "meza"]
    private static let noteHeadings = [
        "note", "notes", "comment", "comments", "remark", "remarks", "remarque", "remarques", "notiz",
        "bemerkung", "bemerkungen", "nota", "notas", "observaciones", "observacoes", "opmerking", "maelezo",
    ]
}
