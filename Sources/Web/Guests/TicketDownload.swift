import HTTPTypes
import Management
import NIOCore
import PrintShop
import TicketToken
import Ticketing

/// A ticket as a file to keep.
struct TicketDownload: Sendable {
    let house: House

    /// What a holder may take along, and what it is called. Passes and mails need keys and a sender, which the server has
    /// not.
    static let forms: [(form: TicketForm, name: String)] = [
        (.pdf, "PDF to print"), (.phone, "PDF for a phone"), (.card, "Picture for the lock screen"),
        (.png, "Symbol as PNG"), (.svg, "Symbol as SVG"),
    ]

    /// Those of a ticket: none of one whose gates refuse what does not change.
    static func forms(of found: TicketAtLink) -> [(form: TicketForm, name: String)] {
        found.token == nil || found.type.demandsLiveCode ? [] : forms
    }

    func answer(_ visit: Visit) async throws -> Answer {
        guard let link = TicketLink(visit), let form = TicketForm(rawValue: visit.part("form") ?? ""),
            let ring = try house.keyRing, let found = try await house.inFoyer({ try $0.ticket(link) }),
            TicketDownload.forms(of: found).contains(where: { $0.form == form })
        else { throw Problem.notThere }
        let now = house.now()
        let bytes = try await DrawingThread.run {
            try TicketFormWriter(
                TicketSubject(
                    found.event, organizer: found.organizer, types: [found.type], edits: found.edits, ring: ring,
                    signers: PackSigners(now: now))
            ).bytes(of: found.ticket, as: form)
        }
        return Answer(headers: [.contentType: form.mediaType], body: .bytes(ByteBuffer(bytes: bytes)))
            .attached(as: "\(found.ticket.code)\(form.ending)")
    }
}
