import Ticketing

/// The help texts for the screen's keys.
enum KeyHelp {
    /// The footer: as many keys as fit, the most important first.
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

    /// One key per line if the screen is large enough, else a compact version.
    static func help(columns: Int, rows: Int) -> [String] {
        rows >= help.count && help.allSatisfy { $0.columns <= columns } ? help : shortHelp
    }

    private static let help = [
        "F1           show these keys",
        "F2, Ctrl-F   find a ticket by name, code or e-mail",
        "arrows       select a found ticket or a recent verdict",
        "F3, Ctrl-E   switch between way in and way out",
        "F4, Ctrl-G   rename this gate",
        "F5, Ctrl-P   number of people on the next ticket",
        "F6, Ctrl-T   undo an admission: the last, or the selected",
        "F7, Ctrl-O   let the selected ticket through by hand",
        "Esc, Ctrl-U  clear the input; Esc also closes a list or question",
        "F10, Ctrl-C  close the gate; also Ctrl-D and Ctrl-Q",
        "Ctrl-Z       pause; Ctrl-L redraws the screen",
        "You can type a ticket’s code; a scan ends with Enter or Tab",
    ]

    private static let shortHelp = [
        "F1 keys    F2 find    F3 in or out",
        "F4 gate    F5 people  arrows select",
        "F6 undo               F7 let in by hand",
        "Esc, Ctrl-U clear the input",
        "F10, Ctrl-C end       Ctrl-Z pause",
        "Ctrl-F E G P T O are F2 to F7",
    ]
}
