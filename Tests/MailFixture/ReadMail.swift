public import CGMime
import MessageTransport

/// A mail that GMime has read.
public final class ReadMail {
    public struct Part {
        public let type: String
        public let id: String?
        public let disposition: String?
        public let name: String?
        public let bytes: [UInt8]

        /// The content as text.
        public var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private let message: UnsafeMutablePointer<GMimeMessage>

    public init(_ bytes: [UInt8]) {
        _ = GMimeLibrary.isReady
        let stream = g_mime_stream_mem_new_with_buffer(bytes.map { CChar(bitPattern: $0) }, bytes.count)
        let parser = g_mime_parser_new_with_stream(stream)
        message = g_mime_parser_construct_message(parser, nil)
        g_object_unref(parser)
        g_object_unref(stream)
    }

    deinit { g_object_unref(message) }

    public var subject: String? { g_mime_message_get_subject(message).map { String(cString: $0) } }
    public var seconds: Int { g_date_time_to_unix(g_mime_message_get_date(message)) }

    public func field(_ name: String) -> String? {
        message.withMemoryRebound(to: GMimeObject.self, capacity: 1) {
            g_mime_object_get_header($0, name).map { String(cString: $0) }
        }
    }

    public var fieldNames: [String] {
        message.withMemoryRebound(to: GMimeObject.self, capacity: 1) { object in
            let list = g_mime_object_get_header_list(object)
            let own = (0..<g_mime_header_list_get_count(list)).map {
                String(cString: g_mime_header_get_name(g_mime_header_list_get_header_at(list, $0)))
            }
            return own
        }
    }

    public func addresses(_ kind: GMimeAddressType) -> [String] {
        let list = g_mime_message_get_addresses(message, kind)
        return (0..<internet_address_list_length(list)).map { index in
            let address = internet_address_list_get_address(list, index)
            let text = internet_address_to_string(address, nil, 0)
            defer { g_free(text) }
            return text.map { String(cString: $0) } ?? ""
        }
    }

    /// All parts of the mail, except multipart containers.
    public var parts: [Part] {
        var parts: [Part] = []
        withUnsafeMutablePointer(to: &parts) { parts in
            g_mime_message_foreach(
                message,
                { _, object, parts in
                    guard let object, let part = ReadMail.part(object) else { return }
                    parts?.assumingMemoryBound(to: [Part].self).pointee.append(part)
                }, parts)
        }
        return parts
    }

    private static func part(_ object: UnsafeMutablePointer<GMimeObject>) -> Part? {
        guard
            g_type_check_instance_is_a(
                UnsafeMutableRawPointer(object).assumingMemoryBound(to: GTypeInstance.self), g_mime_part_get_type())
                != 0
        else { return nil }
        let type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object))
        defer { g_free(type) }
        let part = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GMimePart.self)
        let stream = g_mime_stream_mem_new()
        defer { g_object_unref(stream) }
        g_mime_data_wrapper_write_to_stream(g_mime_part_get_content(part), stream)
        let content = stream.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GMimeStreamMem.self) }
        let array = g_mime_stream_mem_get_byte_array(content)
        let bytes = array.map { Array(UnsafeBufferPointer(start: $0.pointee.data, count: Int($0.pointee.len))) } ?? []
        return Part(
            type: type.map { String(cString: $0) } ?? "",
            id: g_mime_object_get_content_id(object).map { String(cString: $0) },
            disposition: g_mime_object_get_disposition(object).map { String(cString: $0) },
            name: g_mime_part_get_filename(part).map { String(cString: $0) }, bytes: bytes)
    }
}
