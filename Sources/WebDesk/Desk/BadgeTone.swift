import Ticketing

/// The colour of a badge. The raw values are the classes in the style sheet.
enum BadgeTone: String, CaseIterable {
    case good, bad, warn, info
    case neutral = ""
}

extension EventPhase {
    var tone: BadgeTone {
        switch self {
        case .published, .ongoing: .good
        case .cancelled: .bad
        case .draft, .completed: .neutral
        }
    }
}

extension Order.Status {
    var tone: BadgeTone {
        switch self {
        case .paid: .good
        case .cancelled: .bad
        case .pending, .partlyRefunded, .refunded: .neutral
        }
    }
}

extension Ticket.Status {
    var tone: BadgeTone {
        switch self {
        case .issued: .good
        case .cancelled, .refunded, .blocked: .bad
        }
    }
}

extension Webhook.State {
    var tone: BadgeTone {
        switch self {
        case .active: .good
        case .failing: .bad
        case .ended: .neutral
        }
    }
}

extension APIToken.State {
    var tone: BadgeTone {
        switch self {
        case .valid: .good
        case .expired, .revoked: .bad
        }
    }
}
