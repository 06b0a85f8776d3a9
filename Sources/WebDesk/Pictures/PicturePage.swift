import Foundation
import Languages
import Management
import NIOCore
import PrintShop
import Ticketing
import WebHost

/// The desk page on which members upload and remove the poster and the logo of an event, choose its accent colour, and
/// download a poster to print.
struct PicturePage: Sendable {
    let desk: Desk

    private static let template = "desk-pictures"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            try self.content(request, services.event(of: request, for: .setPicture), services)
        }
        return try desk.page(request, PicturePage.template, title: content.title, content.context)
    }

    /// Stores the uploaded picture. Without a file, changes the description of the current picture.
    func save(_ request: PageRequest, _ role: PictureRole) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let text = try await request.form().typed("alt") ?? ""
            // The file is decoded only if the member may set pictures.
            try await request.withServices { _ = try $0.event(of: request, for: .setPicture) }
            let picture = try await desk.uploadedPicture(request, as: role)
            return try await desk.submitPicture(request, PicturePage.template) { services in
                let event = try services.event(of: request, for: .setPicture)
                try picture.store {
                    try services.pictures.setPicture($0, as: role, showing: text, of: event)
                } orDescribe: {
                    try services.pictures.describePicture(role, as: text, of: event)
                }
                return FlashMessage.path("\(event.deskPath)/pictures", .saved)
            } redisplay: { services, refused in
                let event = try services.event(of: request, for: .setPicture)
                let form = PictureForm.Refused(text: text, faults: refused.faults)
                return try self.content(request, event, services, refused: (role: role, form: form))
            }
        }
    }

    /// Stores the accent colour. An empty field removes the accent.
    func saveAccent(_ request: PageRequest) async throws -> RouteResponse {
        let typed = try await request.form().typed("accent") ?? ""
        return try await desk.submit(
            request, PicturePage.template, refusal: Sentence(DeskPictureSentence.accentNotSaved)
        ) { services in
            let event = try services.event(of: request, for: .setAccent)
            let accent = Colour(typed)
            guard accent != nil || typed.isEmpty else {
                throw FieldFault("accent", DeskPictureSentence.accentFault)
            }
            try services.pictures.setAccent(accent, of: event)
            return FlashMessage.path("\(event.deskPath)/pictures", .saved)
        } redisplay: { services, refused in
            try self.content(
                request, services.event(of: request, for: .setAccent), services, accent: (typed, refused.faults))
        }
    }

    func remove(_ request: PageRequest, _ role: PictureRole) async throws -> RouteResponse {
        try await desk.submit(request, PicturePage.template) { services in
            let event = try services.event(of: request, for: .removePicture)
            do {
                try services.pictures.removePicture(role, of: event)
            } catch PictureError.noPicture {
                // Somebody else has already removed the picture.
            }
            return FlashMessage.path("\(event.deskPath)/pictures", .removed)
        } redisplay: { services, refused in
            let form = PictureForm.Refused(text: "", faults: refused.faults)
            return try self.content(
                request, services.event(of: request, for: .removePicture), services, refused: (role: role, form: form))
        }
    }

    /// A poster to print, as a PDF. Its QR symbol contains the URL of the event's public page.
    func poster(_ request: PageRequest) async throws -> RouteResponse {
        guard let paper = PosterPrinter.Paper(rawValue: request.query("size") ?? PosterPrinter.Paper.a4.rawValue) else {
            throw Problem.pageNotFound
        }
        let (event, organizer, picture, accent) = try await request.withServices { services in
            let event = try services.event(of: request, for: .showEvent)
            let organizer = try services.organizers.organizers().first { $0.number == event.organizer }
            let picture = try PosterPrinter.variant.flatMap { try services.pictures.file($0, of: .poster, at: event) }
            return (event, organizer?.name ?? "", picture, try services.pictures.accent(of: event))
        }
        guard let url = try publicURL(of: event, request) else { throw Problem.pageNotFound }
        let language = request.language
        let bytes = try await RenderingThread.run {
            try PosterPrinter.pdf(
                of: event, organizer: organizer, picture: picture, accent: accent, leadingTo: url, on: paper,
                in: language,
                workingIn: FileManager.default.temporaryDirectory.path)
        }
        return RouteResponse(headers: [.contentType: MediaType.pdf], body: .bytes(ByteBuffer(bytes: bytes)))
            .asAttachment(as: "\(event.slug)-poster-\(paper.rawValue).pdf")
    }

    func publicURL(of event: Event, _ request: PageRequest) throws -> String? {
        guard event.isPublic else { return nil }
        return try desk.publicBase(request).map { "\($0)/events/\(event.slug)" }
    }

    /// - Parameters:
    ///   - refused: the role and the values of a refused form for a picture; nil if no such form was refused.
    ///   - accent: the values of a refused form for the accent: the typed text and the faults; nil if no such form was
    ///     refused.
    private func content(
        _ request: PageRequest, _ event: Event, _ services: ManagementServices,
        refused: (role: PictureRole, form: PictureForm.Refused)? = nil,
        accent: (text: String, faults: [FieldFault])? = nil
    ) throws -> Desk.PageContent {
        var context = try desk.headerContext(event, services)
        let pictures = try services.pictures.pictures(of: event)
        context["pictures"] = .list(
            PictureRole.ofEvent.map { role in
                PicturePage.form(role, of: event).context(
                    pictures.first { $0.role == role },
                    refused.flatMap { $0.role == role ? $0.form : nil })
            })
        let present = try services.pictures.accent(of: event)?.description ?? ""
        context["accent_path"] = .text("\(event.deskPath)/accent")
        context["accent_fields"] = .list([
            PicturePage.accentField.context(
                accent?.text ?? present, fault: accent?.faults.text(of: "accent")?.asSentence)
        ])
        if let url = try publicURL(of: event, request) {
            context["printed"] = .section(
                TemplateContext([
                    "printed_about": .sentence(DeskPictureSentence.printedAbout, ["url": .text(url)]),
                    "papers": .list(
                        PosterPrinter.Paper.allCases.map {
                            TemplateContext([
                                "paper": .text($0.rawValue),
                                "paper_path": .text("\(event.deskPath)/poster.pdf?size=\($0.rawValue)"),
                            ])
                        }),
                ]))
        }
        if let refused {
            context["file_fault"] = PicturePage.form(refused.role, of: event).fileFault(refused.form)
        }
        return (.verbatim(event.details.title), context)
    }

    private static let accentField = FormField(
        "accent", Sentence(DeskPictureSentence.accent), hint: Sentence(DeskPictureSentence.accentHint))

    private static func form(_ role: PictureRole, of event: Event) -> PictureForm {
        PictureForm(role: role, path: "\(event.deskPath)/\(role.rawValue)", id: role.rawValue)
    }
}
