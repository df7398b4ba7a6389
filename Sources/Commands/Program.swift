/// The program as a function: argv in, exit code out.
package enum Program {
    package static func main() async -> Int32 { 0 }
}
