internal import Articles
internal import Chronology

extension StoreFile {
    func candidate(holding window: DayRange, for run: Int64) -> Int64? { nil }
}
extension SQLiteArticleWriter: AnswerArchive {}
