import FileAccess

extension String {
    /// The text in a form that is safe to show on a terminal. Characters that could control the terminal or change the
    /// direction of text are replaced by visible characters.
    package var visible: String { visible(keeping: "") }

    /// Does the same as `visible`, but the characters in `kept` stay unchanged.
    package func visible(keeping kept: String) -> String { VisibleText(self, keeping: kept).text }
}

extension Unicode.Scalar {
    /// Whether the character can be sent to a terminal without being replaced.
    package var isFreeOfControlCharacters: Bool { VisibleText.isHarmless(self) }
}
