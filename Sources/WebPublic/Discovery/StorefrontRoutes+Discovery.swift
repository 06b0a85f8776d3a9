import WebHost

extension Routes {
    /// The routes with which visitors, other programs and other websites find events. They need no sign-in.
    static func discovery(_ site: PublicSite) -> [Route] {
        let (forYou, near) = (ForYouPage(site: site), NearPage(site: site))
        let (organizer, feeds) = (OrganizerPublicPage(site: site), EventFeeds(site: site))
        let embed = EmbedPage(site: site)
        return [
            .post("/discover/for-you", .anybody, ForYouPage.bodyLimit) { try await forYou.sections($0) },
            .post("/discover/near", .anybody, NearPage.bodyLimit) { try await near.city($0) },
            .get("/organizers/:organizer", .anybody) { try await organizer.page($0) },
            .get("/organizers/:organizer/events.atom", .anybody) { try await feeds.atom($0) },
            .get("/organizers/:organizer/events.ics", .anybody) { try await feeds.calendar($0) },
            .get("/embed/events/:event", .anybody) { try await embed.event($0) }.ignoringCookies,
            .get("/embed/organizers/:organizer", .anybody) { try await embed.organizer($0) }.ignoringCookies,
            .get("/events.atom", .anybody) { try await feeds.atom($0) },
            .get("/events.ics", .anybody) { try await feeds.calendar($0) },
            .get("/sitemap.xml", .anybody) { try await feeds.sitemap($0) },
        ]
    }
}
