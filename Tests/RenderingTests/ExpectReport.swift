internal import Expectations
internal import Rendering
internal import Testing

/// Complains where a report is not what its golden files say: in a file, at 80 columns, at 60 in colour, and as JSON.
func expectReport(_ report: some Report, named name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let forms = [
        (report.text(on: .plain), "-plain.txt"), (report.text(on: Terminal(width: 80)), "-80.txt"),
        (report.text(on: Terminal(width: 60, usesColour: true)), "-colour.txt"), (report.json, ".json"),
    ]
    for (text, ending) in forms { expectGolden(text, named: name + ending, sourceLocation: sourceLocation) }
}
