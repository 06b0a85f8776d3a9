package import Management
package import Ticketing

extension ManagementServices {
    /// The operations that the user may perform for an organizer, as template values such as `may_editEvent`. Pages
    /// show only the buttons of these operations. The services check the permission again.
    package func permissionContext(in organizer: OrganizerNumber) throws -> [String: TemplateContext.Value] {
        guard let role = try role(in: organizer) else { return [:] }
        let allowed = Management.Operation.allCases.filter { role.grants($0.requiredRight) }
        return Dictionary(uniqueKeysWithValues: allowed.map { ("may_\($0.rawValue)", .section(TemplateContext([:]))) })
    }

    /// Template values that all pages of an organizer share: the name of the organizer, the path of its page, and the
    /// operations that the user may perform there. The navigation beside the page needs these values.
    package func organizerContext(_ organizer: Organizer) throws -> [String: TemplateContext.Value] {
        var context = try permissionContext(in: organizer.number)
        context["organizer_name"] = .text(organizer.name)
        context["organizer_path"] = .text(organizer.deskPath)
        return context
    }

    /// Template values of a desk page that belongs to no organizer. If the user has only one organizer, the navigation
    /// beside the page has the same areas as the pages of this organizer.
    package func onlyOrganizerContext() throws -> [String: TemplateContext.Value] {
        let all = try organizers.organizers()
        guard all.count == 1, let organizer = all.first else { return [:] }
        return try organizerContext(organizer)
    }
}

extension Organizer {
    /// The path of the organizer’s page at the desk.
    package var deskPath: String { "/desk/organizers/\(slug)" }
}
