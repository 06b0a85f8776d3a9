import FileAccess

extension String {
    /// The text for a terminal. Visible characters replace unsafe characters.
    package var visible: String { visible(keeping: "") }

    package func visible(keeping kept: String) -> String { VisibleText(self, keeping: kept).text }
}

extension Unicode.Scalar {
    /// Whether the character can be sent to a terminal unchanged.
    package var isFreeOfControlCharacters: Bool { VisibleText.isHarmless(self) }
}
