@main
struct Livery {
  static func main() {}
}
