import Languages
import Management
import Ticketing
import WebHost

/// The forms for the pictures of gates, which are on the page with the gates of an event.
struct GatePicturePage: Sendable {
    let desk: Desk

    /// Stores the uploaded picture of a gate. Without a file, changes the description of the current picture.
    func save(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let (gate, text) = (try form.typed("gate") ?? "", try form.typed("alt") ?? "")
            // The file is decoded only if the member may set pictures.
            try await request.withServices { _ = try $0.event(of: request, for: .setPicture) }
            let picture = try await desk.uploadedPicture(request, as: .gate)
            return try await desk.submitPicture(request, CheckInPage.template) { services in
                let event = try services.event(of: request, for: .setPicture)
                try picture.store {
                    try services.pictures.setGatePicture($0, of: gate, showing: text, at: event)
                } orDescribe: {
                    try services.pictures.describeGatePicture(of: gate, as: text, at: event)
                }
                return FlashMessage.path("\(event.deskPath)/check-in", .saved)
            } redisplay: { services, refused in
                let form = PictureForm.Refused(text: text, faults: refused.faults)
                return try CheckInPage(desk: desk).content(
                    services.event(of: request, for: .setPicture), services, refusedPicture: (gate: gate, form: form))
            }
        }
    }

    func remove(_ request: PageRequest) async throws -> RouteResponse {
        let gate = try await request.form().typed("gate") ?? ""
        return try await desk.submit(request, CheckInPage.template) { services in
            let event = try services.event(of: request, for: .removePicture)
            do {
                try services.pictures.removeGatePicture(of: gate, at: event)
            } catch PictureError.noPicture {
                // Somebody else has already removed the picture.
            }
            return FlashMessage.path("\(event.deskPath)/check-in", .removed)
        } redisplay: { services, refused in
            let form = PictureForm.Refused(text: "", faults: refused.faults)
            return try CheckInPage(desk: desk).content(
                services.event(of: request, for: .removePicture), services, refusedPicture: (gate: gate, form: form))
        }
    }
}
