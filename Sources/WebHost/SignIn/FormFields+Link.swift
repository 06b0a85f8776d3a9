import Management

extension FormFields {
    /// The secret of a sign-in, invitation or password link, from the field `link`. The user can paste the whole link,
    /// or only the part after its `#`. Nil if the text contains no secret.
    ///
    /// - Throws: `Problem` 400 if the field occurs twice.
    func linkSecret() throws -> AccessSecret? {
        let text = try value("link") ?? ""
        let digits = text.split(separator: "#").last.map { String($0).filter { !$0.isWhitespace } } ?? ""
        return try AccessSecret(encoded: digits)
    }
}
