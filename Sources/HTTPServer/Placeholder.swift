// The room HTTPServer.
