import Languages
import Management
import Ticketing
import WebHost

extension FlashMessage {
    private static let guestsName = "count"
    private static let noticesName = "messages"
    private static let withoutAddressName = "unaddressed"
    private static let loweredName = "lowered"
    private static let codelessName = "codeless"

    /// The URL of a page that shows how many guests were invited. If nobody was invited, the page says that nothing has
    /// changed.
    ///
    /// - Parameters:
    ///   - summary: The result; nil for a form that was sent again.
    ///   - query: The sorting and the filters of the list as a query; nil for the default list.
    static func path(_ path: String, _ summary: InvitationSummary?, query: String? = nil) -> String {
        let rest = query.map { "&\($0)" } ?? ""
        guard let summary, !summary.guests.isEmpty else { return FlashMessage.path(path, .unchanged) + rest }
        return FlashMessage.path(path, .guestsInvited, count: summary.guests.count)
            + "&\(noticesName)=\(summary.notices)&\(withoutAddressName)=\(summary.withoutAddress)" + rest
    }

    /// The URL of a page that shows the result of an edit of a guest. The page also says how many answers now have
    /// fewer companions, and how many guests lost a shared code.
    static func path(_ path: String, saved edit: GuestEdit) -> String {
        let counts = [(loweredName, edit.answersLowered), (codelessName, edit.codes.guestsWithoutCode)]
        return FlashMessage.path(path, .saved) + counts.filter { $0.1 > 0 }.map { "&\($0.0)=\($0.1)" }.joined()
    }

    /// The sentences about answers with fewer companions and about lost codes, after an edit of a guest.
    ///
    /// - Parameter number: Takes the name of a parameter, and returns the parameter’s value; 0 for a missing parameter.
    static func editResult(_ number: (String) -> Int) -> [Sentence] {
        let (lowered, codeless) = (number(loweredName), number(codelessName))
        var sentences: [Sentence] = []
        if lowered > 0 {
            sentences.append(Sentence(ResultSentence.answersLowered, ["count": .number(lowered)]).asSentence)
        }
        if codeless > 0 {
            sentences.append(Sentence(ResultSentence.codeless, ["count": .number(codeless)]).asSentence)
            sentences.append(Sentence(DeskGuestListSentence.inviteAgain))
        }
        return sentences
    }

    /// - Parameter number: Takes the name of a parameter, and returns the parameter’s value; 0 for a missing parameter.
    static func invitationResult(_ number: (String) -> Int) -> Sentence {
        func sentence(_ key: DeskGuestListSentence, _ count: Int) -> Sentence {
            Sentence(key, ["count": .number(count)])
        }
        let withoutAddress = number(withoutAddressName)
        return .list(
            [
                sentence(.guestsInvited, number(guestsName)), sentence(.messagesQueued, number(noticesName)),
            ] + (withoutAddress > 0 ? [sentence(.withoutAddress, withoutAddress)] : []))
    }
}
