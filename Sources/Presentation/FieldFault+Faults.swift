package import Ticketing

extension TicketTypeFault {
    /// This fault, assigned to the input field that it concerns.
    package var fieldFault: FieldFault {
        let field =
            switch self {
            case .name, .nameTaken: "name"
            case .priceTooHigh, .otherCurrency, .soldForMoney: "price"
            case .quantity, .quantityBelowSold: "quantity"
            case .time(let field): field
            case .windowReversed: "valid-until"
            case .salesReversed: "closes"
            case .perOrder: "least"
            case .gate, .tooManyGates: "gates"
            case .gateNote: "gate-note"
            }
        return FieldFault(field, description.withoutFieldName)
    }
}

extension OrderFault {
    package var fieldFault: FieldFault {
        let field =
            switch self {
            case .buyer: "buyer"
            case .email: "email"
            case .phone: "phone"
            case .reference: "reference"
            case .noLines, .unknownType, .duplicateType, .count, .tooManyTickets, .notOnSale, .totalTooHigh: "counts"
            }
        return FieldFault(field, self == .noLines ? "choose at least one ticket" : description.withoutFieldName)
    }
}

extension SubEventFault {
    package var fieldFault: FieldFault {
        let field =
            switch self {
            case .text(let field, _), .time(let field): field
            case .noNote: "note"
            case .endsBeforeStart: "end"
            case .nameTaken: "name"
            case .capacity: "capacity"
            }
        return FieldFault(field, description.withoutFieldName)
    }
}

extension String {
    /// The text of a fault without the field name at its beginning.
    fileprivate var withoutFieldName: String {
        firstRange(of: ": ").map { String(self[$0.upperBound...]) } ?? self
    }
}
