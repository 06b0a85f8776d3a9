public import Drawing
public import Foundation
public import Languages

/// The language of the texts on paper.
public struct PaperLanguage: Hashable, Sendable {
    /// The language as a BCP 47 tag, such as `de` or `en-US`.
    public let tag: String

    public init(_ tag: String) { self.tag = tag }

    /// The language of the program's words; English if the words are not translated into the language `tag`.
    public var words: Language { Language(tag: tag) ?? .english }

    /// The locale of dates and amounts.
    public var locale: Locale { words.isPseudo ? words.locale : Locale(identifier: tag) }

    /// The direction in which the paper is read. It follows from `tag`, even if the words are not translated into that
    /// language. Arabic (`ar`), for example, is read from right to left.
    public var direction: WritingDirection {
        let isRightToLeft =
            words.isPseudo
            ? words.isRightToLeft : Locale.Language(identifier: tag).characterDirection == .rightToLeft
        return isRightToLeft ? .rightToLeft : .leftToRight
    }

    /// One of the program's translated sentences, with its arguments.
    package func text(_ key: some SentenceKey, _ arguments: [String: SentenceArgument] = [:]) -> String {
        words.text(key, arguments)
    }
}
