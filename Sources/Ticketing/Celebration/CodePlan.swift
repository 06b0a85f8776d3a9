/// Who shares a code.
public enum CodeSharing: String, Hashable, Sendable, CaseIterable {
    /// One for each household; guests without one get their own.
    case household
    /// One for each guest and their companions.
    case guest
}

/// Which guests get which code.
public enum CodePlan {
    /// Guests in groups of one code each, in their order. Nobody is apart from their companions; a code admits 16 at
    /// most, so a larger household gets several.
    ///
    /// - Parameter guests: none with more than 15 companions.
    public static func groups(of guests: [Guest], sharing: CodeSharing) -> [[Guest]] {
        guard sharing == .household else { return guests.map { [$0] } }
        var groups: [[Guest]] = []
        // The group of each household that may have room.
        var open: [Int: Int] = [:]
        for guest in guests {
            guard let household = guest.household else {
                groups.append([guest])
                continue
            }
            if let index = open[household],
                groups[index].map(\.people).reduce(guest.people, +) <= Int(Admits.most)
            {
                groups[index].append(guest)
            } else {
                open[household] = groups.count
                groups.append([guest])
            }
        }
        return groups
    }

    /// Those of one code's guests whom it can still admit, each with all their companions, in their order; and those who
    /// need another.
    public static func fitting(_ guests: [Guest]) -> (together: [Guest], apart: [Guest]) {
        var together: [Guest] = []
        var apart: [Guest] = []
        for guest in guests {
            if together.map(\.people).reduce(guest.people, +) <= Int(Admits.most) {
                together.append(guest)
            } else {
                apart.append(guest)
            }
        }
        return (together, apart)
    }

    /// What a code of these guests admits.
    public static func admits(_ guests: [Guest]) -> Admits {
        let people = guests.map(\.people).reduce(0, +)
        return Admits(rawValue: UInt8(clamping: min(max(people, 1), Int(Admits.most)))) ?? .one
    }
}
