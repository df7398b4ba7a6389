/// An invented API of another shape than any embedded one: the root is a list, pages begin at 1, the key travels in a
/// header, days have another form, and the total stands in the records.
enum SecondProvider {
    static let definition = #"""
        [providers.gazette]
        title = "The Gazette"
        base_url = "http://127.0.0.1:9"
        path = "/find"
        api_key_env = "GAZETTE_KEY"
        requests_per_minute = 60
        concurrency = 3

        [providers.gazette.headers]
        Accept = "application/json"

        [providers.gazette.request]
        format = "json"
        words = "{text}"
        when = { parts = ["from:{from:yyyy/MM/dd}", "to:{to:yyyy/MM/dd}", "only:{filter}"], join = "," }
        since = "{from:epoch-s}"
        p = "{page}"
        n = "{size}"

        [providers.gazette.auth]
        in = "header"
        name = "Authorization"
        prefix = "Bearer "

        [providers.gazette.paging]
        first = 1
        size = 3
        total = "[0].of"

        [providers.gazette.records]
        path = "[*].story"

        [[providers.gazette.errors]]
        path = "error.code"
        equals = "17"
        class = "day_spent"
        message = ["error.text", "error"]

        [providers.gazette.article]
        id = "{desk}:{number}"
        headline = { from = "title", transforms = ["html", "collapse_space"], null_values = ["Untitled"] }
        published_at = { from = ["day", "year"], transforms = ["date(dd.MM.yyyy, yyyy)"] }
        authors = { from = "writers", split = ";", transforms = ["trim"] }
        source = { const = "The Gazette" }
        language = "lang"
        """#

    static let answer = #"""
        [{"of": 5, "story": {"desk": "news", "number": 1, "title": "<b>A</b> &amp;  B", "day": "04.07.2015",
          "writers": "Ada; Mary", "lang": "en"}},
         {"story": {"desk": "news", "title": "no number"}},
         {"story": {"desk": "art", "number": "2", "title": "Untitled", "year": 1912, "writers": null}}]
        """#
}
