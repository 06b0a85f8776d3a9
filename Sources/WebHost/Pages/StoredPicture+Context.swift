package import Ticketing

extension StoredPicture {
    /// Template values for the template `picture`: the URLs of the files except the placeholder, and the picture’s size
    /// and description.
    ///
    /// - Parameter sizes: the width at which the page shows the picture, as the attribute `sizes` of HTML.
    package func context(sizes: String) -> [String: TemplateContext.Value] {
        let widths = PictureWidth.allCases.filter { $0 != .placeholder }
        // Pictures are not enlarged, so a small picture has equal files for several widths. Only one of them is listed.
        let offered = widths.enumerated().filter { $0.offset == 0 || widths[$0.offset - 1].rawValue < width }
            .map(\.element)
        let sources = offered.compactMap { offer in
            PictureVariant(width: offer, format: .webp).map { "\(path(of: $0)) \(min(offer.rawValue, width))w" }
        }
        var context: [String: TemplateContext.Value] = [
            "picture_sources": .text(sources.joined(separator: ", ")), "picture_sizes": .text(sizes),
            "picture_width": .text("\(width)"), "picture_height": .text("\(height)"),
            "picture_text": .text(alternativeText),
        ]
        // Browsers that ignore `srcset` do not support WebP either, so they get a JPEG.
        if let plain = PictureVariant(width: .medium, format: .jpeg) {
            context["picture_source"] = .text(path(of: plain))
        }
        return context
    }
}
