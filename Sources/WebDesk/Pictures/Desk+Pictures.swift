import Languages
import Management
import Presentation
import Ticketing
import WebHost

/// A picture that a form has sent. The value is nil if the form has no file, and an error if the picture was refused.
typealias UploadedPicture = Result<PreparedPicture?, FieldFault>

extension Desk {
    /// Decodes the uploaded file in another process.
    func uploadedPicture(_ request: PageRequest, as role: PictureRole) async throws -> UploadedPicture {
        guard let bytes = request.file?.consume(), !bytes.isEmpty else { return .success(nil) }
        do {
            guard let pool = server.pictures else { throw PictureError.noLock }
            return .success(try await pool.prepare(bytes, as: role))
        } catch let error as PictureError {
            return .failure(FieldFault("file", error.sentence))
        }
    }

    /// Stores the picture that a form has sent. If the form is refused, shows the page with the form again, or answers
    /// a script (`scripts/picture-upload.js`) with the faults as JSON.
    ///
    /// - Parameters:
    ///   - work: stores the picture, and returns the URL of the next page.
    ///   - redisplay: makes the page with the typed values and the faults.
    func submitPicture(
        _ request: PageRequest, _ template: String,
        _ work: @escaping @Sendable (ManagementServices) throws -> String,
        redisplay: @escaping @Sendable (ManagementServices, RejectedForm) throws -> PageContent
    ) async throws -> RouteResponse {
        guard request.wantsJSON else {
            let refusal = Sentence(DeskPictureSentence.notSaved)
            return try await submit(request, template, refusal: refusal, work, redisplay: redisplay)
        }
        let language = request.deskLanguage
        return try await request.withServices { services -> RouteResponse in
            do {
                return .seeOther(try work(services))
            } catch {
                guard let refused = RejectedForm(error) else { throw error }
                let faults = refused.faults.map { fault in
                    JSON.object([
                        ("field", .string(fault.field)),
                        ("text", .string(fault.allowed.asSentence.text(in: language))),
                    ])
                }
                return .json(.object([("faults", .array(faults))]), .unprocessableContent)
            }
        }
    }
}

extension UploadedPicture {
    /// Stores the picture. If the form has no file, changes the description of the stored picture.
    ///
    /// - Throws: `FieldFault` if the file is not accepted, or if there is neither a file nor a stored picture; any
    ///   error that a parameter throws.
    func store(
        _ set: (PreparedPicture) throws -> StoredPicture, orDescribe describe: () throws -> StoredPicture
    ) throws {
        if let picture = try get() {
            _ = try set(picture)
            return
        }
        do {
            _ = try describe()
        } catch PictureError.noPicture {
            throw FieldFault("file", DeskPictureSentence.noFile)
        }
    }
}
