import Languages
import Ticketing

/// A field of a guest that a column of a guest list can contain.
enum GuestColumn: Hashable {
    case name, first, last, household, email, phone, companions, meal, allergy, access, table, note
    /// The column that says whether the guest is invited to the sub-event with this number.
    case subEvent(Int)

    static let fields: [GuestColumn] = [
        .name, .first, .last, .household, .email, .phone, .companions, .meal, .allergy, .access, .table, .note,
    ]

    /// The field's label on pages. The label of a sub-event's column is the sub-event's name.
    func pageLabel(_ subEvents: [SubEvent]) -> Sentence {
        typealias Text = GuestListColumns.Text
        return switch self {
        case .name: Sentence(Text.name)
        case .first: Sentence(Text.first)
        case .last: Sentence(Text.last)
        case .household: Sentence(Text.household)
        case .email: Sentence(Text.email)
        case .phone: Sentence(Text.phone)
        case .companions: Sentence(Text.companions)
        case .meal: Sentence(Text.meal)
        case .allergy: Sentence(Text.allergy)
        case .access: Sentence(Text.access)
        case .table: Sentence(Text.table)
        case .note: Sentence(Text.note)
        case .subEvent: .verbatim(label(subEvents))
        }
    }

    /// The field's label in the option `--map` and in faults. The label of a sub-event's column is the sub-event's
    /// name.
    func label(_ subEvents: [SubEvent]) -> String {
        switch self {
        case .name: "name"
        case .first: "first"
        case .last: "last"
        case .household: "household"
        case .email: "email"
        case .phone: "phone"
        case .companions: "companions"
        case .meal: "meal"
        case .allergy: "allergy"
        case .access: "access"
        case .table: "table"
        case .note: "note"
        case .subEvent(let number): subEvents.first { $0.number == number }?.name ?? "\(number)"
        }
    }

    /// The field's key in web forms. The key of a sub-event's column contains the sub-event's number, because the
    /// sub-event's name could equal the name of another field.
    var key: String {
        if case .subEvent(let number) = self { "sub-event \(number)" } else { label([]) }
    }

    /// Common headings for this field in English, French, German, Spanish, Portuguese, Italian, Dutch and Swahili. They
    /// are written in the form that `HeaderRow.normalized` returns.
    var names: [String] {
        switch self {
        case .name:
            [
                "name", "full name", "guest", "guest name", "attendee", "nom", "nom complet", "invite", "gast",
                "vollstandiger name", "nombre", "nombre completo", "nombre y apellidos", "invitado", "nome",
                "nome completo", "convidado", "ospite", "naam", "jina", "jina kamili", "mgeni",
            ]
        case .first:
            [
                "first", "first name", "given name", "forename", "prenom", "vorname", "nombre de pila",
                "primeiro nome", "nome proprio", "voornaam", "jina la kwanza",
            ]
        case .last:
            [
                "last", "last name", "surname", "family name", "nom de famille", "nachname", "familienname",
                "apellido", "apellidos", "sobrenome", "apelido", "cognome", "achternaam", "jina la ukoo",
            ]
        case .household:
            [
                "household", "family", "party", "group", "foyer", "famille", "haushalt", "familie", "hogar", "familia",
                "nucleo familiar", "agregado familiar", "famiglia", "huishouden", "gezin", "kaya", "jamii",
            ]
        case .email:
            [
                "email", "e mail", "mail", "email address", "e mail address", "courriel", "adresse e mail",
                "adresse mail", "adresse electronique", "e mail adresse", "mailadresse", "correo",
                "correo electronico", "endereco de email", "indirizzo email", "indirizzo e mail", "e mailadres",
                "barua pepe",
            ]
        case .phone:
            [
                "phone", "telephone", "tel", "mobile", "cell", "phone number", "mobile number", "portable", "telefon",
                "handy", "telefonnummer", "mobil", "telefono", "movil", "celular", "telefone", "telemovel",
                "cellulare", "telefoon", "simu", "nambari ya simu",
            ]
        case .companions:
            [
                "companions", "plus ones", "plus one", "plus", "1", "number of companions", "extra guests",
                "additional guests", "accompagnants", "begleitung", "begleitpersonen", "acompanantes",
                "acompanhantes", "accompagnatori", "begeleiders", "wageni wa ziada",
            ]
        case .meal:
            [
                "meal", "meal choice", "food", "diet", "dietary requirements", "menu", "repas", "regime", "essen",
                "mahlzeit", "comida", "dieta", "refeicao", "pasto", "maaltijd", "chakula",
            ]
        case .allergy:
            [
                "allergy", "allergies", "allergens", "food allergies", "allergie", "allergien", "alergia", "alergias",
                "allergia", "mzio",
            ]
        case .access:
            [
                "access", "access needs", "accessibility", "acces", "accessibilite", "barrierefreiheit",
                "accesibilidad", "acessibilidade", "accessibilita", "toegankelijkheid", "ufikiaji",
            ]
        case .table:
            ["table", "table number", "tisch", "mesa", "tavolo", "tafel", "meza"]
        case .note:
            [
                "note", "notes", "comment", "comments", "remark", "remarks", "remarque", "remarques", "notiz",
                "bemerkung", "bemerkungen", "nota", "notas", "observaciones", "observacoes", "opmerking", "maelezo",
            ]
        case .subEvent: []
        }
    }

    /// The recognized headings of each column at an event with these sub-events. A sub-event's column is recognized by
    /// the sub-event's name or number. It is also recognized by the kind of the sub-event, such as “ceremony”, if no
    /// other sub-event is of the same kind.
    static func knownHeadings(_ subEvents: [SubEvent]) -> [(GuestColumn, [String])] {
        subEvents.map { subEvent in
            let isOnly = subEvents.count { $0.details.kind == subEvent.details.kind } == 1
            let own = [subEvent.name, "sub-event \(subEvent.number)"].map(HeaderRow.normalized)
            return (.subEvent(subEvent.number), own + (isOnly ? names(of: subEvent.details.kind) : []))
        } + fields.map { ($0, $0.names) }
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
