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

    /// The texts that people can see or hear in a page or a mail: the texts between tags, and the texts of attributes.
    public static func texts(ofHTML html: String) -> [String] {
        let shown = html.replacing(/<(script|style)\b[^>]*>.*?<\/\1>/.dotMatchesNewlines(), with: "")
        let attributes = shown.matches(
            of: /\s(?:alt|aria-label|title|placeholder|data-copied|data-failed|data-label|data-empty)="([^"]*)"/
        ).map { String($0.1) }
        return attributes + shown.replacing(/<[^>]*>/, with: "\u{0}").split(separator: "\u{0}").map(String.init)
    }
}
