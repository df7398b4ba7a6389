internal import CCurl
internal import HTTPExchange

/// A hold on one of libcurl's easy handles and on the memory that it borrows.
@safe struct EasyHandle: ~Copyable {
    /// Tells handles apart.
    struct ID: Hashable {
        private let address: UInt
        init(_ pointer: UnsafeMutableRawPointer) { address = UInt(bitPattern: pointer) }
    }

    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>

    init() throws(HTTPError) {
        guard let pointer = unsafe curl_easy_init() else { throw .other(detail: "libcurl has no memory for a handle") }
        unsafe self.pointer = unsafe pointer
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe ccurl_setopt_error_buffer(pointer, errorText)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe errorText.deallocate()
    }

    var id: ID { unsafe ID(pointer) }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPError) {
        try check(option, unsafe ccurl_setopt_long(pointer, option, value))
    }

    /// libcurl copies the text; nil is the option's own default of no text.
    func set(_ option: CURLoption, _ value: String?) throws(HTTPError) {
        let code =
            if let value {
                unsafe value.withCString { text in unsafe ccurl_setopt_string(pointer, option, text) }
            } else {
                unsafe ccurl_setopt_string(pointer, option, nil)
            }
        try check(option, code)
    }

    /// What the next exchange does and says.
    func set(_ method: HTTPRequest.Method, _ body: [UInt8]) throws(HTTPError) {
        switch method {
        case .get: try set(CURLOPT_HTTPGET, 1)
        case .post:
            try set(CURLOPT_POST, 1)
            let code = unsafe body.withUnsafeBytes { bytes in
                unsafe ccurl_setopt_body(pointer, bytes.baseAddress, curl_off_t(bytes.count))
            }
            try check(CURLOPT_COPYPOSTFIELDS, code)
        }
    }

    /// The lines must live until the transfer has ended.
    func set(_ lines: borrowing HeaderLines) throws(HTTPError) {
        try check(CURLOPT_HTTPHEADER, unsafe ccurl_setopt_list(pointer, CURLOPT_HTTPHEADER, lines.head))
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        unsafe ccurl_getinfo_long(pointer, info, &value)
        return value
    }

    func count(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        unsafe ccurl_getinfo_off_t(pointer, info, &value)
        return Int(value)
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        unsafe ccurl_getinfo_string(pointer, info, &value)
        return unsafe value.map { unsafe String(cString: $0) }
    }

    /// What went wrong in the last transfer, in libcurl's words.
    func explanation(of code: CURLcode) -> String {
        let own = unsafe String(cString: errorText)
        return own.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : own
    }

    /// Forgets the words about an earlier transfer.
    func clearExplanation() { unsafe errorText.pointee = 0 }

    /// The header lines of the answer, in the order they came.
    func headers() -> [HTTPHeader] {
        var headers: [HTTPHeader] = []
        var last: UnsafeMutablePointer<curl_header>?
        while let next = unsafe curl_easy_nextheader(pointer, UInt32(CURLH_HEADER), -1, last) {
            unsafe headers.append(HTTPHeader(String(cString: next.pointee.name), String(cString: next.pointee.value)))
            unsafe last = unsafe next
        }
        return headers
    }

    private func check(_ option: CURLoption, _ code: CURLcode) throws(HTTPError) {
        guard code != CURLE_OK else { return }
        throw .other(detail: "libcurl refuses option \(option.rawValue): \(explanation(of: code))")
    }
}

/// Header lines of a request as libcurl borrows them.
@safe struct HeaderLines: ~Copyable {
    private(set) var head: UnsafeMutablePointer<curl_slist>?

    init(_ headers: [HTTPHeader]) throws(HTTPError) {
        unsafe head = nil
        for header in headers {
            // A header without a value is sent only when it ends in a semicolon; a bare colon would remove it.
            let line = header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)"
            guard let longer = unsafe curl_slist_append(head, line) else {
                throw .other(detail: "libcurl has no memory for headers")
            }
            unsafe head = unsafe longer
        }
    }

    deinit { unsafe curl_slist_free_all(head) }
}
