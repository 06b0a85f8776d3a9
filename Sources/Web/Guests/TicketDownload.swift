import HTTPTypes
import Management
import NIOCore
import PrintShop
import TicketToken
import Ticketing

/// A ticket as a file to keep, in every form that `ticket export` makes for a holder.
struct TicketDownload: Sendable {
    let house: House

    /// What a holder may take along.
    enum Offer: Equatable {
        case form(TicketForm)
        /// Several of them in a ZIP.
        case archive([TicketForm])

        /// In the address.
        var word: String { if case .form(let form) = self { form.rawValue } else { "zip" } }

        var name: String {
            switch self {
            case .archive: "All of it as ZIP"
            case .form(.pdf): "PDF to print"
            case .form(.phone): "PDF for a phone"
            case .form(.card): "Picture for the lock screen"
            case .form(.png): "Symbol as PNG"
            case .form(.svg): "Symbol as SVG"
            case .form(.apple): "Into Apple Wallet"
            case .form(.google): "Into Google Wallet"
            case .form(.mail): "As a mail"
            case .form(.calendar): "Calendar entry"
            case .form(.terminal): "Symbol for a terminal"
            }
        }
    }

    /// Those of a ticket: none of one whose gates refuse what does not change. The calendar entry has an address of its
    /// own, and nobody holds a ticket in a terminal.
    static func offers(of found: TicketAtLink, _ signers: PackSigners) -> [Offer] {
        guard found.token != nil, !found.type.demandsLiveCode else { return [] }
        let wallets = (signers.apple == nil ? [] : [TicketForm.apple]) + (signers.google == nil ? [] : [.google])
        let mail = signers.sender == nil ? [] : [TicketForm.mail]
        let pack = TicketForm.pack.filter { $0 != .calendar || found.event.details.start != nil } + wallets + mail
        return (wallets + [.pdf, .phone, .card, .png, .svg] + mail).map { .form($0) } + [.archive(pack)]
    }

    func answer(_ visit: Visit) async throws -> Answer {
        guard let link = TicketLink(visit), let ring = try house.keyRing,
            let found = try await house.inFoyer({ try $0.ticket(link) })
        else { throw Problem.notThere }
        let signers = house.signers(for: found.event)
        let word = visit.part("form")
        guard let offer = TicketDownload.offers(of: found, signers).first(where: { $0.word == word }) else {
            throw Problem.notThere
        }
        let key = DrawnFiles.Key(
            path: link.path, form: offer.word, ticket: found.ticket, type: found.type, event: found.event,
            edits: found.edits.count)
        let file = try await house.drawn.file(key, for: "\(visit.caller().address)", at: house.now()) {
            let writer = try TicketFormWriter(
                TicketSubject(
                    found.event, organizer: found.organizer, types: [found.type], edits: found.edits, ring: ring,
                    signers: signers), remark: house.logRemark)
            return switch offer {
            case .form(let form): try writer.file(of: found.ticket, as: form)
            case .archive(let forms): try writer.file(of: TicketBundle(found.ticket), as: forms)
            }
        }
        // Its file is the link, which a browser can follow.
        if offer == .form(.google) {
            return .seeOther(String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").joined())
        }
        return Answer(headers: [.contentType: file.mediaType], body: .bytes(ByteBuffer(bytes: file.bytes)))
            .attached(as: file.name)
    }
}
