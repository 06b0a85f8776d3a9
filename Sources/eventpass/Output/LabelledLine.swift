import Foundation
import Presentation

/// A line of a command’s output with a label and a value. The values of short labels begin in the same column.
enum LabelledLine {
    private static let width = 11

    static func text(_ label: String, _ value: String) -> String {
        label.padding(toLength: max(width, label.count + 2), withPad: " ", startingAt: 0) + value.visible
    }
}
