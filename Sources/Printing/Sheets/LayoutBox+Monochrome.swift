import Drawing

extension [LayoutBox] {
    /// These boxes with other colours, for a printer that prints only black. Such a printer prints grey as a pattern of
    /// dots, in which letters and thin lines would be illegible. Perforations therefore become black, unless they are
    /// nearly white. Texts become black, or white if they are lighter than their background. A text that is almost as
    /// light as its background keeps its colour.
    var monochrome: [LayoutBox] {
        enumerated().map { index, box in
            var box = box
            if case .perforation(let colour) = box.content, colour.luma < 0.9 {
                box.content = .perforation(.black)
            }
            guard case .text(let template, let style, let colour) = box.content else { return box }
            let ground = prefix(index).last { other in
                if case .fill = other.content { other.area.containsCentre(of: box.area) } else { false }
            }
            let paper = if case .fill(let fill)? = ground?.content { fill.luma } else { 1.0 }
            guard abs(colour.luma - paper) > 0.1 else { return box }
            box.content = .text(template, style, colour.luma < paper ? .black : .white)
            return box
        }
    }
}

extension LayoutBox.Area {
    fileprivate func containsCentre(of other: LayoutBox.Area) -> Bool {
        let (x, y) = (other.x + other.width / 2, other.y + other.height / 2)
        return self.x <= x && x <= self.x + width && self.y <= y && y <= self.y + height
    }
}
