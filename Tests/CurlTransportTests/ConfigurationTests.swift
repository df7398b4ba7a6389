internal import Configuration
internal import CurlTransport
internal import HTTPExchange
internal import Telemetry
internal import TestSupport
internal import Testing

@Suite struct ConfigurationTests {
    private func read(
        _ text: String, environment: [String: String] = [:]
    ) throws -> (configuration: CurlTransport.Configuration, complaints: [String]) {
        let diagnostics = Diagnostics()
        let table = try #require(TOMLDocument.parse(text, file: "/etc/a/x.toml", diagnostics: diagnostics))
        let root = ConfigurationReader(table, diagnostics: diagnostics)
        let configuration = CurlTransport.Configuration(
            root.table("network"), userAgent: "articlesync/1", environment: environment)
        root.finish()
        return (configuration, diagnostics.found.map(\.description))
    }

    @Test func `every key is read`() throws {
        let pin = "sha256//flsEgI8/FOqx31umD/cEF1Eb4xk1wa9KoCCYN9tNMSA="
        let (configuration, complaints) = try read(
            """
            [network]
            connect_timeout = "1s"
            idle_timeout = "2s"
            timeout = "3 minutes"
            max_body = 4096
            pinned_public_key = "\(pin);\(pin)"
            ca_file = "ca.pem"
            proxy = "http://proxy.example:3128"
            """, environment: ["https_proxy": "http://other", "no_proxy": "example.com"])
        // The file of certificates is not there, which is told as well.
        #expect(
            complaints.count == 1 && complaints.first?.contains("network.ca_file: /etc/a/ca.pem cannot be read") == true
        )
        #expect(configuration.connectTimeout == .seconds(1))
        #expect(configuration.idleTimeout == .seconds(2))
        #expect(configuration.timeout == .seconds(180))
        #expect(configuration.maximumBody == 4_096)
        #expect(configuration.pinnedPublicKey == "\(pin);\(pin)")
        #expect(configuration.caFile == "/etc/a/ca.pem")
        #expect(configuration.userAgent == "articlesync/1")
        let proxy = Secret("http://proxy.example:3128")
        #expect(configuration.proxy == Proxy(http: proxy, https: proxy, except: "example.com"))
    }

    @Test func `without a table the defaults hold, and the environment's proxies`() throws {
        let (configuration, complaints) = try read("", environment: ["HTTPS_PROXY": "http://p", "NO_PROXY": "*"])
        #expect(complaints == [])
        #expect(configuration.connectTimeout == .seconds(10))
        #expect(configuration.idleTimeout == .seconds(30))
        #expect(configuration.timeout == .seconds(120))
        #expect(configuration.maximumBody == 67_108_864)
        #expect(configuration.proxy == Proxy(http: nil, https: Secret("http://p"), except: "*"))
    }

    @Test func `proxy none goes straight, whatever the environment says`() throws {
        let (configuration, complaints) = try read(
            "[network]\nproxy = \"none\"", environment: ["all_proxy": "http://p"])
        #expect(complaints == [])
        #expect(configuration.proxy == .none)
    }

    @Test(arguments: [
        ("connect_timeout = \"0s\"", "network.connect_timeout is zero"), ("max_body = 1", "out of range"),
        ("pinned_public_key = \"sha256//abc\"", "not the hash of a key"),
        ("pinned_public_key = \"sha1//flsEgI8/FOqx31umD/cEF1Eb4xk1wa9KoCCYN9tNMSA=\"", "not the hash of a key"),
        ("proxy = \"proxy:3128\"", "not a proxy's address"), ("proxy = \"http://u:s3cret@proxy\"", "holds a password"),
        ("ca_file = \"\"", "is empty"), ("idle_timout = \"1s\"", "nearest: idle_timeout"),
    ])
    func `a mistake is told at its place`(line: String, complaint: String) throws {
        let (_, complaints) = try read("[network]\n\(line)")
        #expect(complaints.count == 1)
        #expect(complaints.first?.hasPrefix("/etc/a/x.toml:2:") == true)
        #expect(complaints.first?.contains(complaint) == true, "\(complaints)")
        #expect(complaints.first?.contains("s3cret") == false)
    }

    @Test func `proxies of the environment are read as libcurl reads them`() {
        #expect(Proxy(environment: ["HTTP_PROXY": "http://p"]) == .none)
        #expect(Proxy(environment: ["http_proxy": "", "https_proxy": ""]) == .none)
        let both = Proxy(environment: ["http_proxy": "http://a", "HTTPS_PROXY": "http://b", "ALL_PROXY": "http://c"])
        #expect(both == Proxy(http: Secret("http://a"), https: Secret("http://b")))
        #expect(
            Proxy(environment: ["ALL_PROXY": "http://c"]) == Proxy(http: Secret("http://c"), https: Secret("http://c")))
    }

    @Test func `a proxy is used for other machines, and its password never shows`() async throws {
        let proxy = try ScriptedServer { $0.target }
        var configuration = CurlTransport.Configuration()
        configuration.proxy = Proxy(http: Secret("http://user:s3cret@127.0.0.1:\(proxy.port)"))
        let transport = CurlTransport(configuration: configuration)
        let elsewhere = HTTPRequest(url: try #require(HTTPURL("http://api.example.com/x")))
        #expect(try await transport.send(elsewhere).text == "http://api.example.com/x")
        #expect(!"\(configuration)".contains("s3cret"))
        let here = try ScriptedServer { $0.target }
        #expect(try await transport.send(HTTPRequest(url: here.url("/y"))).text == "/y")
        #expect(proxy.requests.count == 1)
    }

    @Test func `hosts that need no proxy are reached directly`() async throws {
        let proxy = try ScriptedServer { $0.target }
        var configuration = CurlTransport.Configuration()
        configuration.proxy = Proxy(http: Secret("http://127.0.0.1:\(proxy.port)"), except: "name.invalid")
        let request = HTTPRequest(url: try #require(HTTPURL("http://name.invalid/")))
        await #expect(throws: HTTPError.cannotResolve(host: "name.invalid")) {
            try await CurlTransport(configuration: configuration).send(request)
        }
        #expect(proxy.connectionCount == 0)
    }
}
