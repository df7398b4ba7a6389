internal import FoundationEssentials
internal import TestSupport

/// Expressions over stories, put together by chance.
struct RandomTrees {
    typealias Tree = any PredicateExpression<Bool>
    private typealias Make = PredicateExpressions

    var random: Dice
    let variable = PredicateExpressions.Variable<Story>()

    mutating func tree(depth: Int) -> Tree {
        switch depth == 0 ? 9 : random.next() % 8 {
        case 0, 1: return Self.and(tree(depth: depth - 1), tree(depth: depth - 1))
        case 2, 3: return Self.or(tree(depth: depth - 1), tree(depth: depth - 1))
        case 4, 5: return Self.not(tree(depth: depth - 1))
        default: return leaf()
        }
    }

    private mutating func leaf() -> Tree {
        let story = Make.build_Arg(variable)
        let (text, other) = (random.pick(RandomStories.texts), random.pick(RandomStories.texts))
        let number = Int(random.next() % 4)
        let title = Make.build_KeyPath(root: story, keyPath: \.title)
        let section = Make.build_KeyPath(root: story, keyPath: \.section)
        let words = Make.build_KeyPath(root: story, keyPath: \.words)
        let tags = Make.build_KeyPath(root: story, keyPath: \.tags)
        switch random.next() % 14 {
        case 0: return Make.build_Equal(lhs: title, rhs: Make.build_Arg(text))
        case 1: return Make.build_NotEqual(lhs: section, rhs: Make.build_Arg(text as String?))
        case 2: return Make.build_Equal(lhs: section, rhs: Make.build_NilLiteral())
        case 3:
            return Make.build_Comparison(
                lhs: words, rhs: Make.build_Arg(number), op: random.pick([.lessThan, .greaterThanOrEqual]))
        case 4: return Make.build_Comparison(lhs: title, rhs: Make.build_Arg(text), op: .lessThanOrEqual)
        case 5: return Make.build_contains(title, Make.build_Arg(text))
        case 6: return Make.build_starts(title, with: Make.build_Arg(text))
        case 7: return Make.build_contains(Make.build_Arg([text, other]), title)
        case 8: return Make.build_contains(tags, Make.build_Arg(text))
        case 9:
            return Make.build_contains(tags) { Make.build_NotEqual(lhs: Make.build_Arg($0), rhs: Make.build_Arg(text)) }
        case 10:
            return Make.build_allSatisfy(tags) { Make.build_contains(Make.build_Arg($0), Make.build_Arg(text)) }
        case 11:
            return Make.build_Equal(
                lhs: Make.build_NilCoalesce(lhs: section, rhs: Make.build_Arg(other)), rhs: Make.build_Arg(text))
        case 12:
            return Make.build_NilCoalesce(
                lhs: Make.build_flatMap(section) { Make.build_contains(Make.build_Arg($0), Make.build_Arg(text)) },
                rhs: Make.build_Arg(random.next() % 2 == 0))
        default: return Make.build_KeyPath(root: story, keyPath: \.isOpinion)
        }
    }

    private static func and(_ left: Tree, _ right: Tree) -> Tree {
        func made(_ left: some PredicateExpression<Bool>, _ right: some PredicateExpression<Bool>) -> Tree {
            Make.build_Conjunction(lhs: left, rhs: right)
        }
        return made(left, right)
    }

    private static func or(_ left: Tree, _ right: Tree) -> Tree {
        func made(_ left: some PredicateExpression<Bool>, _ right: some PredicateExpression<Bool>) -> Tree {
            Make.build_Disjunction(lhs: left, rhs: right)
        }
        return made(left, right)
    }

    private static func not(_ inner: Tree) -> Tree {
        func made(_ inner: some PredicateExpression<Bool>) -> Tree { Make.build_Negation(inner) }
        return made(inner)
    }
}
