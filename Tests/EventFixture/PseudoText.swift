import Foundation

/// Finds untranslated words in texts of the artificial language for tests (`en-XA`). In this language, the sentences of
/// the catalogue of translations are in brackets, and their letters have accents.
public enum PseudoText {
    /// Words in which no letter can have an accent, and names that are not translated.
    private static let untranslatable: Set<String> = [
        "QR", "SMS", "PNG", "SVG", "PDF", "ZIP", "CSV", "XLSX", "s", "h", "f", "EventPass", "English", "Français",
        "Kiswahili", "UGX", "UTC", "http", "https", "GB", "MB", "km", "md", "fr", "sw", "d", "m", "lt", "gt", "amp",
        "quot", "Ctrl", "K",
    ]
    private static let accented: Set<Character> = Set("áéíóúÁÉÍÓÚñçý")
    /// The names of weekdays and months. They are parts of dates, and are not in the catalogue.
    private static let calendar: Set<String> = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        return Set(
            formatter.weekdaySymbols + formatter.monthSymbols + formatter.shortWeekdaySymbols
                + formatter.shortMonthSymbols)
    }()

    /// The words of a text that do not come from the catalogue.
    ///
    /// - Parameter known: texts that are not translated, such as the title and the venue of an event.
    public static func untranslatedWords(in text: String, except known: [String]) -> [String] {
        // Codes of tickets, ids of requests, and character references are removed first, because a known text such as
        // “A3” can be a part of a code.
        var rest = text.replacing(/[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f-]{16,}|&#?\w+;/, with: " ")
        for text in known.sorted(by: { $0.count > $1.count }) { rest = rest.replacing(text, with: " ") }
        return rest.split { !$0.isLetter && $0 != "’" }.map(String.init).filter { word in
            !untranslatable.contains(word) && !calendar.contains(word) && !word.contains(where: accented.contains)
        }
    }

    /// The attributes with texts that people see or hear, and the attributes with texts that scripts show.
    private static let textAttributes: Set<String> = [
        "alt", "aria-label", "title", "placeholder", "data-apple", "data-blocked", "data-change", "data-clear",
        "data-copied", "data-days", "data-empty", "data-ended", "data-failed", "data-forgotten", "data-free",
        "data-hide", "data-label", "data-less", "data-lost", "data-missing", "data-more", "data-next", "data-none",
        "data-not-answered", "data-off", "data-on", "data-open", "data-over", "data-pdf", "data-print",
        "data-reading", "data-refresh", "data-refused", "data-saved", "data-saving", "data-text", "data-time",
        "data-title", "data-too-large", "data-undo", "data-unreachable", "data-unsupported",
    ]

    /// The texts that people can see or hear in a page or a mail: the texts between tags, and the texts of attributes.
    /// The names of arguments in braces, which scripts replace, are left out.
    public static func texts(ofHTML html: String) -> [String] {
        let shown = html.replacing(/<(script|style)\b[^>]*>.*?<\/\1>/.dotMatchesNewlines(), with: "")
        let attributes = shown.matches(of: /\s([a-z-]+)="([^"]*)"/).filter { textAttributes.contains(String($0.1)) }
            .map { String($0.2).replacing(/\{[a-z]+\}/, with: "") }
        return attributes + shown.replacing(/<[^>]*>/, with: "\u{0}").split(separator: "\u{0}").map(String.init)
    }

    /// The texts that a page has written into its inputs for words, such as the proposed name of a gate.
    public static func values(ofHTML html: String) -> [String] {
        html.matches(of: /<input\b[^>]*>/).compactMap { match -> String? in
            let input = String(match.0)
            let type = input.firstMatch(of: /\stype="([^"]*)"/)?.1 ?? "text"
            guard type == "text" || type == "search" else { return nil }
            return input.firstMatch(of: /\svalue="([^"]*)"/).map { String($0.1) }
        }
    }
}
