import Drawing

extension Layout {
    /// The layout for tickets or cards that are read in this direction. For reading from right to left, each box moves
    /// to the other side of its ticket or card. The positions of the tickets on the sheet, and the cutting marks, stay
    /// the same.
    func arranged(for direction: WritingDirection) -> Layout {
        guard direction == .rightToLeft else { return self }
        var layout = self
        layout.front = front.map { $0.mirrored(onWidth: ticket.width) }
        layout.back = back.map { $0.mirrored(onWidth: ticket.width) }
        return layout
    }
}

extension LayoutBox {
    /// The box on the other side of a ticket of this width, for texts that are read from right to left. Content that is
    /// rotated by a quarter turn is rotated in the other direction, so that its start and its top are mirrored, too.
    fileprivate func mirrored(onWidth width: Double) -> LayoutBox {
        var box = self
        box.area.x = width - area.x - area.width
        box.rotation =
            switch rotation {
            case .none, .upsideDown: rotation
            case .right: .left
            case .left: .right
            }
        if case .text(let template, var style, let colour) = content {
            style.direction = .rightToLeft
            box.content = .text(template, style, colour)
        }
        return box
    }
}
