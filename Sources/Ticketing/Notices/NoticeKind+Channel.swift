extension Notice.Kind {
    /// Whether messages of this kind may go to another address of the recipient. Codes and links that confirm an
    /// address go only to that address.
    public var canUseOtherAddress: Bool { (secrets.isEmpty || suggestsEvents) && !isByEmailOnly }

    /// Whether messages of this kind are too long for an SMS, or have tickets as files. They go by e-mail if the
    /// recipient has an e-mail address and has not chosen SMS.
    public var isLong: Bool {
        switch self {
        case .ticketIssued, .ticketReissued, .ticketTransferred, .orderPending, .orderPaid, .invitation, .ticketsFound,
            .organizerMessage, .news, .dailySummary, .recommendations, .popularNearYou:
            true
        default: false
        }
    }

    /// Whether messages of this kind go to the recipient's browsers if the recipient has turned on push messages, and
    /// has not chosen another channel.
    public var prefersPush: Bool { isAlwaysUrgent || self == .entryConfirmed }

    /// Whether messages of this kind are urgent at any time.
    var isAlwaysUrgent: Bool { self == .eventCancelled || self == .subEventCancelled }

    /// Whether messages of this kind are urgent within a day before the event's start, and during the event.
    var isUrgentBeforeStart: Bool {
        switch self {
        case .eventMoved, .eventRestored, .ticketCancelled: true
        default: false
        }
    }
}
