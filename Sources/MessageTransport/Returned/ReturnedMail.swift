import CGMime

/// A mail from a stranger, parsed by GMime. Only the parts directly below the root are read, so nested parts cost no
/// time.
struct ReturnedMail {
    struct Part {
        /// The media type in lower case, such as `message/delivery-status`.
        let type: String
        let content: String
    }

    /// The values of the fields that can contain the recipient of this mail.
    let recipients: [String]
    /// The media type in lower case, such as `multipart/report`.
    let type: String
    /// The first parts of a mail with several parts; empty for any other mail.
    let parts: [Part]

    /// The maximum size, in bytes. The rest of a longer mail is ignored.
    static let largest = 1 << 17
    private static let mostFields: Int32 = 1000
    /// The maximum number of recipients, and the maximum length of each.
    private static let mostRecipients = 20
    private static let longestRecipient = 1000
    private static let mostParts: Int32 = 8
    private static let recipientFields: Set<String> = ["to", "delivered-to", "x-original-to", "envelope-to"]

    /// Parses a mail. Returns nil if the mail has no header.
    init?(_ bytes: [UInt8]) {
        guard GMimeLibrary.isReady else { return nil }
        let bytes = bytes.prefix(ReturnedMail.largest)
        let message = unsafe bytes.withUnsafeBytes { buffer in
            // GMime copies the bytes.
            let stream = unsafe g_mime_stream_mem_new_with_buffer(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
            defer { unsafe g_object_unref(stream) }
            let parser = unsafe g_mime_parser_new_with_stream(stream)
            defer { unsafe g_object_unref(parser) }
            return unsafe g_mime_parser_construct_message(parser, nil)
        }
        guard let message = unsafe message else { return nil }
        defer { unsafe g_object_unref(message) }
        recipients = unsafe ReturnedMail.recipients(UnsafeMutableRawPointer(message))
        guard let root = unsafe g_mime_message_get_mime_part(message) else {
            (type, parts) = ("", [])
            return
        }
        type = unsafe ReturnedMail.mediaType(of: root)
        parts = unsafe ReturnedMail.parts(of: root)
    }

    private static func recipients(_ message: UnsafeMutableRawPointer) -> [String] {
        let list = unsafe g_mime_object_get_header_list(message.assumingMemoryBound(to: GMimeObject.self))
        let count = unsafe min(g_mime_header_list_get_count(list), mostFields)
        var values: [String] = []
        for index in 0..<max(0, count) where values.count < mostRecipients {
            let header = unsafe g_mime_header_list_get_header_at(list, index)
            guard let name = unsafe g_mime_header_get_name(header),
                let value = unsafe g_mime_header_get_raw_value(header),
                unsafe recipientFields.contains(String(cString: name).lowercased())
            else { continue }
            unsafe values.append(String(String(cString: value).prefix(longestRecipient)))
        }
        return values
    }

    private static func mediaType(of object: UnsafeMutablePointer<GMimeObject>) -> String {
        guard let type = unsafe g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object)) else {
            return ""
        }
        defer { unsafe g_free(type) }
        return unsafe String(cString: type).lowercased()
    }

    private static func parts(of root: UnsafeMutablePointer<GMimeObject>) -> [Part] {
        guard unsafe isInstance(root, of: g_mime_multipart_get_type()) else { return [] }
        let multipart = unsafe UnsafeMutableRawPointer(root).assumingMemoryBound(to: GMimeMultipart.self)
        let count = unsafe min(g_mime_multipart_get_count(multipart), mostParts)
        var parts: [Part] = []
        for index in 0..<max(0, count) {
            guard let object = unsafe g_mime_multipart_get_part(multipart, index) else { continue }
            unsafe parts.append(Part(type: mediaType(of: object), content: content(of: object)))
        }
        return parts
    }

    /// The decoded content of a part, or the header of an attached mail; empty for any other part.
    private static func content(of object: UnsafeMutablePointer<GMimeObject>) -> String {
        if unsafe isInstance(object, of: g_mime_message_part_get_type()) {
            let part = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GMimeMessagePart.self)
            guard let message = unsafe g_mime_message_part_get_message(part) else { return "" }
            let header = unsafe g_mime_object_get_headers(
                UnsafeMutableRawPointer(message).assumingMemoryBound(to: GMimeObject.self), nil)
            defer { unsafe g_free(header) }
            return unsafe header.map { unsafe String(cString: $0) } ?? ""
        }
        guard unsafe isInstance(object, of: g_mime_part_get_type()) else { return "" }
        let part = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GMimePart.self)
        guard let wrapper = unsafe g_mime_part_get_content(part) else { return "" }
        guard let stream = unsafe g_mime_stream_mem_new() else { return "" }
        defer { unsafe g_object_unref(stream) }
        _ = unsafe g_mime_data_wrapper_write_to_stream(wrapper, stream)
        let memory = unsafe UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GMimeStreamMem.self)
        guard let array = unsafe g_mime_stream_mem_get_byte_array(memory) else { return "" }
        let bytes = unsafe UnsafeBufferPointer(start: array.pointee.data, count: Int(array.pointee.len))
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    private static func isInstance(_ object: UnsafeMutablePointer<GMimeObject>, of type: GType) -> Bool {
        let instance = unsafe UnsafeMutableRawPointer(object).assumingMemoryBound(to: GTypeInstance.self)
        return unsafe g_type_check_instance_is_a(instance, type) != 0
    }
}
