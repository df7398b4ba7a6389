/// What invented articles are made of: no person, place or organisation here exists.
enum InventedWords {
    static let firstNames = [
        "Zoë", "Tomás", "Mirela", "Ottoline", "Þórdís", "Błażej", "Anaïs", "Kwabena", "Ingrid", "Søren", "Nguyệt",
        "Iñaki",
        "Perpetua", "Ludmila", "砂子", "Élodie",
    ]
    static let middleNames = ["Q.", "van", "de la", "Ø.", "T. S."]
    static let lastNames = [
        "Ångstrand", "Núñez-Velo", "Quist", "O’Dunmore", "Łękowicz", "Fairweather-Sands", "Özgürel", "Brambleside",
        "d’Aubremont", "Kettlewick", "Şahinbey", "Vansandt", "Ó Gainimh", "Dünenberg", "田浜",
    ]
    static let places = [
        "Quillmere", "Port Asper", "Sankt Ölund", "Île-aux-Brumes", "Ñuvara", "Łąkowo Dolne", "Møllesund",
        "Grit Harbor",
        "砂浜市", "East Dunewich", "Saltpan Flats", "Këlvesti",
    ]
    /// As datelines write them.
    static let shoutedPlaces = places.map { $0.uppercased() }
    static let organizations = [
        "Quillmere Dredging & Sons", "Union of Harbour Pilots", "Sandbox Symphony Orchestra", "Port Asper Rovers",
        "The “Castle” Society", "Dunewich College", "Møllesund Ferry A/S", "砂場通信", "Back\\Slash Laboratories",
    ]
    static let subjects = [
        "Basketball", "Climate", "Chess", "Ferries", "Libraries", "Orchestras", "Harbours", "Bakeries", "Weather",
        "Football",
        "Elections", "Beekeeping", "Lighthouses", "Cartography", "Knitting", "Astronomy",
    ]
    static let quietSubjects = subjects.map { $0.lowercased() }
    static let works = ["The Hourglass (Play)", "Grains (Album)", "A Castle, Twice (Book)"]

    /// A section, one of its parts, and the desk behind it.
    static let sections = [
        ("Sports", "Basketball", "Sports"), ("Arts", "Music", "Culture"), ("World", "Islands", "Foreign"),
        ("Science", "", "Science"), ("Business", "Shipping", "Business"), ("Books", "Book Review", "BookReview"),
        ("Food", "", "Dining"), ("Travel", "", "Travel"), ("Opinion", "Letters", "OpEd"),
        ("Tides", "Low Water", "Tidal"),
    ]
    static let kinds = ["News", "News", "News", "Review", "Op-Ed", "Letter", "Obituary", "Brief"]
    static let sources = ["The New York Times", "The New York Times", "The New York Times", "AP", "Sandbox Wire"]
    /// Begins the abstract of every article.
    static let opening = "An invented sandbox article: "
    static let decorations = [
        "", "", "", "", "🏀", "🏖️ 👩‍🔬", "砂の城", "¿y ahora?", "naïve café", "“quoted”", "back\\slash", "½ off", "100% & more",
    ]

    static let headlines: [Pattern] = [
        "%S Returns to %P, and Nobody Minds", "In %P, %O Tries %S Again", "%N, Who Taught %P About %S, Retires",
        "Is %S Good for %P? %O Says So", "A Season of %S Ends in %P", "%O and the \"Trouble\" With %S",
        "What %N Saw From the Pier at %P", "%P Votes on %S; the Ferry Waits",
    ]
    static let sentences: [Pattern] = [
        "The tide came in twice on the day that %N opened the doors of %O in %P.",
        "Nobody in %P could say how long %S had been part of the week, only that it had always been on Thursdays.",
        "“We counted the grains,” said %N, who has kept the books of %O for 31 years, “and then we counted them again.”",
        "A report that %O published on Monday found that interest in %S rose by 12.5 percent, or rather less.",
        "The council of %P, which meets in a shed behind the lighthouse, put off its vote on %S until the fog lifts.",
        "It was, as %N put it, a small matter — small enough to fit in a bucket — but it was theirs.",
        "Visitors to %P are asked to return every shell; %O keeps a list, in pencil, of those who have not.",
        "The path C:\\harbour\\%S was closed for repairs, and the detour (\"a mere 4 miles\") passed by the old bakery.",
        "When the orchestra fell silent, the gulls went on; %N says that this was in the score.",
        "What began as a quarrel over %S ended, 7 years later, with a wedding at the pilot house of %P.",
    ]
}
