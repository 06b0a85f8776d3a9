/// A list of sheet numbers as people write it: `37`, `37-40`, `3,8,12-14`.
package struct SheetNumbers: Hashable, Sendable {
    private static let maximum = 1_000_000

    /// The sheet numbers, counted from 1, in ascending order without repetitions.
    package let numbers: [Int]

    /// The list as the user wrote it.
    package let text: String

    package init?(_ text: String) {
        var numbers: Set<Int> = []
        var count = 0
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first >= 1,
                last >= first, last <= SheetNumbers.maximum
            else { return nil }
            // A repeated number counts towards the limit each time, because the program takes time to process each
            // repetition.
            count += last - first + 1
            guard count <= SheetNumbers.maximum else { return nil }
            numbers.formUnion(first...last)
        }
        guard !numbers.isEmpty else { return nil }
        self.numbers = numbers.sorted()
        self.text = text
    }
}
