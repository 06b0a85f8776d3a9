/// The direction in which a page is read. Texts start at the left or at the right edge of their boxes accordingly.
public enum WritingDirection: Hashable, Sendable {
    case leftToRight
    case rightToLeft
}
