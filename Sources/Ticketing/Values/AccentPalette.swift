/// The colours that pages and files of tickets derive from an accent that an organizer has chosen, for one colour
/// scheme, light or dark. Each colour is the shade closest to the accent that has enough contrast (WCAG 2.2, level AA).
///
/// Organizers can choose any colour as the accent: the last shade, black or white, always has enough contrast.
public struct AccentPalette: Hashable, Sendable {
    /// The colour scheme of a page.
    public enum Scheme: String, Sendable, CaseIterable {
        case light, dark

        /// The backgrounds of pages: the page, a raised card, and a sunken part. The values equal `--paper`, `--raised`
        /// and `--sunken` in `styles/tokens.css`.
        public var backgrounds: [Colour] {
            switch self {
            case .light:
                [
                    Colour(red: 0xFA, green: 0xF9, blue: 0xF7), Colour(red: 0xFF, green: 0xFF, blue: 0xFF),
                    Colour(red: 0xF2, green: 0xF0, blue: 0xEC),
                ]
            case .dark:
                [
                    Colour(red: 0x14, green: 0x13, blue: 0x12), Colour(red: 0x1E, green: 0x1C, blue: 0x1A),
                    Colour(red: 0x28, green: 0x26, blue: 0x23),
                ]
            }
        }
    }

    /// The minimum contrast of text with its background (WCAG 2.2, 1.4.3).
    public static let textContrast = 4.5
    /// The minimum contrast of a part of a page, such as a button, with its background (WCAG 2.2, 1.4.11).
    public static let partContrast = 3.0
    /// The colours of text on the accent, the preferred one first.
    public static let inks = [Colour(red: 0x1B, green: 0x1A, blue: 0x18), Colour(red: 0xFF, green: 0xFF, blue: 0xFF)]

    /// The background of the primary action.
    public let fill: Colour
    /// The colour of text on `fill`; one of `inks`.
    public let onFill: Colour
    /// The colour of text on the backgrounds of pages: a shade with enough contrast to all of them. In files of
    /// tickets, it is the background of white text.
    public let text: Colour

    /// Derives the colours for one colour scheme from an accent.
    public init(_ accent: Colour, _ scheme: Scheme) {
        let shades = AccentPalette.shades(of: accent, scheme)
        let fill = shades.first { AccentPalette.isFill($0, scheme) } ?? shades[shades.count - 1]
        self.fill = fill
        let isLegible = { (ink: Colour) in ink.contrast(with: fill) >= AccentPalette.textContrast }
        onFill = AccentPalette.inks.first(where: isLegible) ?? AccentPalette.inks[0]
        text =
            shades.first { AccentPalette.stands($0, out: AccentPalette.textContrast, scheme) }
            ?? shades[shades.count - 1]
    }

    /// The shades of the accent, from the accent to black in the light scheme, and from the accent to white in the dark
    /// scheme.
    private static func shades(of accent: Colour, _ scheme: Scheme) -> [Colour] {
        (0...255).reversed().map { scheme == .light ? accent.darkened(to: $0) : accent.lightened(to: $0) }
    }

    /// Whether a shade can be the background of the primary action. The shade must have enough contrast with the page,
    /// and text in one of `inks` must be legible on the shade.
    private static func isFill(_ shade: Colour, _ scheme: Scheme) -> Bool {
        stands(shade, out: partContrast, scheme) && inks.contains { $0.contrast(with: shade) >= textContrast }
    }

    private static func stands(_ shade: Colour, out least: Double, _ scheme: Scheme) -> Bool {
        scheme.backgrounds.allSatisfy { shade.contrast(with: $0) >= least }
    }
}
