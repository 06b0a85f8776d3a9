import Ticketing

extension FieldEntity {
    static var columns: [String] { fields.flatMap(\.columns) }

    /// The values of all fields, in the order of `columns`.
    var columnValues: [SQLValue] {
        Self.fields.flatMap { field in
            let values = field.content(of: self).columnValues(field.kind)
            return values.isEmpty ? field.columns.map { _ in .null } : values
        }
    }

    /// Reads all fields.
    ///
    /// - Parameter first: the index, in the row, of the entity's first column. The entity's other columns follow in the
    ///   order of `columns`.
    /// - Throws: `InvalidColumnValue`.
    mutating func read(_ row: any SQLRow, from first: Int) throws {
        var column = first
        for field in Self.fields {
            let content = try row.content(of: field.kind, at: column)
            do {
                // The program sends messages to stored e-mail addresses and phone numbers, so a malformed address or
                // number is a fault here, unless `setOldText` accepts it.
                if [.email, .phone].contains(field.kind), field.kind.limitFault(of: content) != nil {
                    throw field.fault
                }
                try field.set(content, in: &self)
            } catch is FieldFault {
                let isKept = if case .text(let text) = content { setOldText(text, of: field.name) } else { false }
                guard isKept else {
                    throw InvalidColumnValue(
                        column: column, value: row.isNull(column) ? "NULL" : row.text(column),
                        kind: "value of \(field.name)")
                }
            }
            column += field.columns.count
        }
    }

    /// The assignments of an UPDATE statement for all fields. The parameters begin at `$1`, in the order of `columns`.
    static var assignments: String { assignments(columns) }

    /// The assignments of an UPDATE statement for some columns.
    static func assignments(_ columns: [String]) -> String {
        columns.enumerated().map { "\($1) = $\($0 + 1)" }.joined(separator: ", ")
    }

    /// The columns whose values are not copied into gate packs, each with the SQL value that is written in its place.
    static var columnsOutsideGatePacks: [String: String] {
        let columns = fields.filter { !$0.isInGatePacks }.flatMap(\.columns)
        return Dictionary(uniqueKeysWithValues: columns.map { ($0, "NULL") })
    }
}

extension FieldContent {
    /// One value for each column of the field. The array is empty if the field is empty.
    fileprivate func columnValues(_ kind: FieldKind) -> [SQLValue] {
        switch self {
        case .empty: []
        case .text(let text): [.text(text)]
        case .number(let number): [.int(number)]
        case .flag(let flag): [.int(flag ? 1 : 0)]
        case .time(let time): [.instant(time)]
        case .money(let money): [.integer(money.minorUnits), .text(money.currency)]
        case .position(let position): [.int(position.latitude), .int(position.longitude)]
        case .names(let names): [.text(names.joined(separator: kind.separator))]
        }
    }
}

extension FieldKind {
    /// The separator between two values of a field that has several values in one column.
    fileprivate var separator: String { if case .choices = self { " " } else { "\n" } }
}

extension SQLRow {
    fileprivate func content(of kind: FieldKind, at column: Int) throws -> FieldContent {
        guard !isNull(column) else { return .empty }
        return switch kind {
        case .text, .timeZone, .email, .phone, .choice, .syntax: .text(text(column))
        case .number, .numberChoice: .number(try number(column))
        case .flag: .flag(try flag(column))
        case .time: .time(try instant(column))
        case .money: .money(Money(minorUnits: integer(column), currency: text(column + 1)))
        case .position:
            .position(Coordinates(latitude: try number(column), longitude: try number(column + 1)))
        case .names, .choices, .list: .names(text(column).split(separator: kind.separator).map(String.init))
        }
    }
}

/// The placeholders of an INSERT statement: `$1, $2, $3`.
func placeholders(_ count: Int) -> String { (1...count).map { "$\($0)" }.joined(separator: ", ") }
