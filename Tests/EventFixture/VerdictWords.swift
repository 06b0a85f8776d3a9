/// Texts for verdicts, each with the number of visible characters in its longest word, at most 12. The server and the
/// script of a gate’s page must both count this number.
public enum VerdictWords {
    public static let letters: [(word: String, count: Int)] = [
        ("ADMIT", 5), ("NOT DECIDED", 7), ("CONTRADICTORY", 12),
        // With invisible characters for the writing direction, as in the test language ar-XB.
        ("\u{200F}\u{202E}⟦ÁDMÍT⟧\u{202C}", 7),
        // With combining accents.
        ("A\u{301}DMI\u{301}T", 5),
    ]
}
