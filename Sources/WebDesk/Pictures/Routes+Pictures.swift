import Ticketing
import WebHost

extension Routes {
    /// The routes for the pictures of an event and its gates, and for the picture of an organizer.
    static func pictures(_ desk: Desk) -> [Route] {
        let (page, gates, organizers) = (
            PicturePage(desk: desk), GatePicturePage(desk: desk), OrganizerPicturePage(desk: desk)
        )
        let pages: [Route] = [
            .get("/desk/e/:event/pictures", .member(.setPicture)) { try await page.page($0) },
            .post("/desk/e/:event/accent", .member(.setAccent)) { try await page.saveAccent($0) },
            .get("/desk/e/:event/poster.pdf", .member(.showEvent)) { try await page.poster($0) },
            .post("/desk/e/:event/check-in/picture", .member(.setPicture), .picture) { try await gates.save($0) },
            .post("/desk/e/:event/check-in/picture/remove", .member(.removePicture)) { try await gates.remove($0) },
            .get("/desk/organizers/:organizer/picture", .member(.editOrganizer)) { try await organizers.page($0) },
            .post("/desk/organizers/:organizer/picture", .member(.editOrganizer), .picture) {
                try await organizers.save($0)
            },
            .post("/desk/organizers/:organizer/picture/remove", .member(.editOrganizer)) {
                try await organizers.remove($0)
            },
        ]
        return pages
            + PictureRole.ofEvent.flatMap { role in
                let path = "/desk/e/:event/\(role.rawValue)"
                return [
                    Route.post(path, .member(.setPicture), .picture) { try await page.save($0, role) },
                    Route.post("\(path)/remove", .member(.removePicture)) { try await page.remove($0, role) },
                ]
            }
    }
}
