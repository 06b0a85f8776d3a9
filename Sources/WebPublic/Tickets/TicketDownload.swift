import HTTPTypes
import Languages
import Management
import NIOCore
import PrintShop
import TicketToken
import Ticketing
import WebHost

/// Downloads of a ticket, in every format of `ticket export` that holders can use.
struct TicketDownload: Sendable {
    let site: PublicSite

    /// A file that a holder can download.
    enum Download: Equatable {
        case form(TicketFormat)
        /// Several formats in a ZIP file.
        case archive([TicketFormat])

        /// The last part of the URL.
        var pathComponent: String { if case .form(let form) = self { form.rawValue } else { "zip" } }

        var formats: [TicketFormat] {
            switch self {
            case .form(let form): [form]
            case .archive(let forms): forms
            }
        }

        var name: PublicSentence {
            switch self {
            case .archive: .allFormats
            case .form(.pdf): .pdfToPrint
            case .form(.phone): .pdfForPhone
            case .form(.card): .lockScreen
            case .form(.png): .codeAsPNG
            case .form(.svg): .codeAsSVG
            case .form(.apple): .appleWallet
            case .form(.google): .googleWallet
            case .form(.mail): .mail
            case .form(.calendar): .calendarEntry
            case .form(.terminal): .codeForTerminals
            }
        }
    }

    /// The downloads of a ticket. Empty if gates refuse the ticket, or if its type requires live codes, because gates
    /// would soon refuse a stored live code. The calendar entry is not in the list, because it has a separate URL; nor
    /// is the terminal format, because holders cannot use it.
    static func downloads(of found: LinkedTicket, _ signers: WalletCredentials) -> [Download] {
        guard found.token != nil, !found.type.requiresLiveCode else { return [] }
        let wallets = walletFormats(signers)
        let mail = signers.sender == nil ? [] : [TicketFormat.mail]
        let pack =
            TicketFormat.bundleFormats.filter { $0 != .calendar || found.event.details.start != nil } + wallets + mail
        return (wallets + [.pdf, .phone, .card, .png, .svg] + mail).map { .form($0) } + [.archive(pack)]
    }

    /// The wallets for which the server can make passes.
    static func wallets(_ signers: WalletCredentials) -> [Download] { walletFormats(signers).map { .form($0) } }

    private static func walletFormats(_ signers: WalletCredentials) -> [TicketFormat] {
        (signers.apple == nil ? [] : [.apple]) + (signers.google == nil ? [] : [.google])
    }

    func answer(_ request: PageRequest) async throws -> RouteResponse {
        guard let link = TicketLink(request), let ring = try site.server.keyRing,
            let found = try await site.withStorefront({ try $0.ticket(link) })
        else { throw Problem.pageNotFound }
        let signers = site.server.signers(for: found.event)
        let component = request.pathParameter("form")
        let offers = TicketDownload.downloads(of: found, signers)
        guard let offer = offers.first(where: { $0.pathComponent == component }) else {
            throw Problem.pageNotFound
        }
        let accent = try await site.withStorefront { try $0.accent(of: found.event.number) }
        let key = RenderedFileCache.Key(
            path: link.path, form: offer.pathComponent, ticket: found.ticket, type: found.type, event: found.event,
            edits: found.edits.count, language: request.language, poster: found.poster?.id,
            logo: found.logo?.id, posterURL: url(of: found.poster, AttendeePicture.posterVariant, in: offer, request),
            logoURL: url(of: found.logo, AttendeePicture.fetchedLogoVariant, in: offer, request), accent: accent)
        let file: TicketFile
        if let cached = await site.renderedFiles.cachedFile(key, at: site.server.now()) {
            file = cached
        } else {
            let poster = try await drawn(
                found.poster, as: .poster, AttendeePicture.posterVariant, in: offer, url: key.posterURL)
            let logo = try await drawn(
                found.logo, as: .logo, AttendeePicture.logoVariant, in: offer, url: key.logoURL)
            let context = TicketExportContext(
                found.event, organizer: found.organizer, types: [found.type], edits: found.edits, ring: ring,
                credentials: signers,
                appearance: TicketExportContext.Appearance(
                    language: key.language, poster: poster, logo: logo, accent: accent))
            file = try await rendered(offer, of: found.ticket, context, key, request)
        }
        // The file for Google Wallet contains only a link, so the response redirects the browser to that link.
        if offer == .form(.google) {
            return .seeOther(String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").joined())
        }
        return RouteResponse(headers: [.contentType: file.mediaType], body: .bytes(ByteBuffer(bytes: file.bytes)))
            .asAttachment(as: file.name)
    }

    /// Renders a file. If another request is rendering the same file, waits for that file.
    private func rendered(
        _ offer: Download, of ticket: Ticket, _ context: TicketExportContext, _ key: RenderedFileCache.Key,
        _ request: PageRequest
    ) async throws -> TicketFile {
        try await site.renderedFiles.file(key, for: "\(request.caller().address)", at: site.server.now()) {
            let writer = try TicketFormatWriter(context, warn: site.server.logRemark)
            return switch offer {
            case .form(let form): try writer.file(of: ticket, as: form)
            case .archive(let forms): try writer.file(of: TicketBundle(ticket), as: forms)
            }
        }
    }

    /// The URL from which Google fetches a picture; nil if the files contain no such URL. The picture has a URL only if
    /// everybody can reach the server by HTTPS.
    private func url(
        of picture: StoredPicture?, _ variant: PictureVariant?, in offer: Download, _ request: PageRequest
    ) -> String? {
        guard let picture, let variant, offer.formats.contains(where: \.containsPictureURLs),
            let origin = request.origin, origin.hasPrefix("https://"), !request.isLoopbackHost
        else { return nil }
        return origin + picture.path(of: variant)
    }

    /// A poster or logo on tickets and passes; nil if the event has no such picture. The picture's file is not read if
    /// none of the formats shows the picture.
    private func drawn(
        _ picture: StoredPicture?, as role: PictureRole, _ variant: PictureVariant?, in offer: Download, url: String?
    ) async throws -> AttendeePicture? {
        guard let picture, let variant else { return nil }
        guard offer.formats.contains(where: { $0.drawnPictures.contains(role) }) else {
            return url.map { AttendeePicture(jpeg: nil, url: $0) }
        }
        let file = try await site.withStorefront { try $0.pictureFile(variant, of: picture.id) }
        return file.map { AttendeePicture(jpeg: $0.bytes, url: url) }
    }
}
