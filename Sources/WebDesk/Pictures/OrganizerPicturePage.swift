import Languages
import Management
import Ticketing
import WebHost

/// The desk page on which the owners of an organizer upload and remove the picture of its public page.
struct OrganizerPicturePage: Sendable {
    let desk: Desk

    private static let template = "desk-organizer-picture"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices { services in
            try self.content(services.organizer(of: request, for: .editOrganizer), services)
        }
        return try desk.page(request, OrganizerPicturePage.template, title: content.title, content.context)
    }

    /// Stores the uploaded picture. Without a file, changes the description of the current picture.
    func save(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let text = try await request.form().typed("alt") ?? ""
            // The file is decoded only if the member may edit the organizer.
            try await request.withServices { _ = try $0.organizer(of: request, for: .editOrganizer) }
            let picture = try await desk.uploadedPicture(request, as: .organizer)
            return try await desk.submitPicture(request, OrganizerPicturePage.template) { services in
                let organizer = try services.organizer(of: request, for: .editOrganizer)
                try picture.store {
                    try services.pictures.setPicture($0, showing: text, of: organizer)
                } orDescribe: {
                    try services.pictures.describePicture(of: organizer, as: text)
                }
                return FlashMessage.path("\(organizer.deskPath)/picture", .saved)
            } redisplay: { services, refused in
                let organizer = try services.organizer(of: request, for: .editOrganizer)
                let form = PictureForm.Refused(text: text, faults: refused.faults)
                return try self.content(organizer, services, refused: form)
            }
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.submit(request, OrganizerPicturePage.template) { services in
            let organizer = try services.organizer(of: request, for: .editOrganizer)
            do {
                try services.pictures.removePicture(of: organizer)
            } catch PictureError.noPicture {
                // Somebody else has already removed the picture.
            }
            return FlashMessage.path("\(organizer.deskPath)/picture", .removed)
        } redisplay: { services, refused in
            let organizer = try services.organizer(of: request, for: .editOrganizer)
            let form = PictureForm.Refused(text: "", faults: refused.faults)
            return try self.content(organizer, services, refused: form)
        }
    }

    private func content(
        _ organizer: Organizer, _ services: ManagementServices, refused: PictureForm.Refused? = nil
    ) throws -> Desk.PageContent {
        var context = try services.organizerContext(organizer)
        let form = PictureForm(role: .organizer, path: "\(organizer.deskPath)/picture", id: "organizer")
        context["pictures"] = .list([form.context(try services.pictures.picture(of: organizer), refused)])
        if let refused { context["file_fault"] = form.fileFault(refused) }
        return (.verbatim(organizer.name), context)
    }
}
