import Ticketing

/// The keys of the page, as it tells them.
enum GateKeys {
    /// The most important ones first, as far as there is room.
    static func footer(_ direction: Direction, columns: Int) -> String {
        let keys = [
            "F1 keys", "F10 end", "F2 find", direction == .exit ? "F3 in" : "F3 out", "F4 gate", "F5 people",
            "F6 undo", "F7 hand",
        ]
        return keys.dropFirst().reduce(keys[0]) { line, key in
            let longer = "\(line) · \(key)"
            return longer.columns <= columns ? longer : line
        }
    }

    /// Each on a line of its own, where that fits; else close together.
    static func help(columns: Int, rows: Int) -> [String] {
        rows >= help.count && help.allSatisfy { $0.columns <= columns } ? help : shortHelp
    }

    private static let help = [
        "F1           tells the keys",
        "F2, Ctrl-F   find a ticket by name, code or e-mail",
        "arrows       choose one of them, or one of the last",
        "F3, Ctrl-E   way in or way out",
        "F4, Ctrl-G   another name for this gate",
        "F5, Ctrl-P   several people on the next ticket",
        "F6, Ctrl-T   take back an admission: the last, or the chosen",
        "F7, Ctrl-O   let the chosen one through by hand",
        "Esc, Ctrl-U  take back what is typed; Esc closes what is open",
        "F10, Ctrl-C  end, also Ctrl-D and Ctrl-Q",
        "Ctrl-Z       pause; Ctrl-L draws anew",
        "Letters and digits are a ticket’s; a scan ends with Enter or Tab",
    ]

    private static let shortHelp = [
        "F1 keys    F2 find    F3 in or out",
        "F4 gate    F5 people  arrows choose",
        "F6 take back          F7 let in by hand",
        "Esc, Ctrl-U take back what is typed",
        "F10, Ctrl-C end       Ctrl-Z pause",
        "Ctrl-F E G P T O are F2 to F7",
    ]
}
