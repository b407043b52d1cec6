import Foundation
import LiveryClient
import UIKit

@testable import LiveryUIKit

/// Measures the main thread's time for a change of theme and for a cell that arrives, on the stand-in for UIKit:
///
///     LIVERY_UIKIT_STUB=1 swift run -c release -Xswiftc -enable-testing --scratch-path .build/uikit DressBench
@main @MainActor
struct DressBench {
  private let scene = UIWindowScene()
  private let window: UIWindow
  private let livery = Livery(url: URL(fileURLWithPath: "/"), cache: .none)

  static func main() async throws {
    for count in [30, 300, 1000] {
      let bench = DressBench()
      let change = try await bench.change(rules: count)
      print("\(count) rules: change \(change) ms, cell \(try await bench.arrival(rules: count)) ms")
    }
  }

  private init() {
    window = UIWindow(windowScene: scene)
    livery.dress(scene)
  }

  /// Returns the median time of 24 changes of 952 views.
  private func change(rules count: Int) async throws -> String {
    let list = UIView()
    window.addSubview(list)
    for _ in 0..<86 { list.addSubview(Self.cell()) }
    for _ in 0..<4 { list.addSubview(UILabel()) }
    let themes = try (0..<25).map { try Self.theme(count, $0) }
    try await put(themes[0])
    var times: [Double] = []
    for theme in themes.dropFirst() {
      let begin = Self.now
      try await put(theme)
      times.append(Self.now - begin)
    }
    return Self.median(times)
  }

  /// Returns the median time of 200 cells that enter the window.
  private func arrival(rules count: Int) async throws -> String {
    try await put(Self.theme(count, 25))
    let list = UIView()
    window.addSubview(list)
    let times = (0..<200).map { _ in
      let cell = Self.cell()
      let begin = Self.now
      list.addSubview(cell)
      return Self.now - begin
    }
    return Self.median(times)
  }

  private func put(_ theme: Theme) async throws {
    guard let dresser = Dresser.of(window) else { return }
    dresser.take(theme, in: .light)
    while dresser.isDue { await Task.yield() }
  }

  /// A cell of 11 views with a style.
  private static func cell() -> UIView {
    let cell = UITableViewCell(frame: .zero)
    let card = UIView()
    card.livery.styles = ["card"]
    cell.addSubview(card)
    for _ in 0..<5 { card.addSubview(UILabel()) }
    for _ in 0..<3 { card.addSubview(UIButton()) }
    card.addSubview(UISwitch())
    return cell
  }

  private static func theme(_ count: Int, _ turn: Int) throws -> Theme {
    func color(_ part: Int) -> String { String(format: "#%06x", turn * 8 + part + 1) }
    var rules = [
      ##"{ "for": "UILabel", "set": { "textColor": "\##(color(0))", "shadowColor": "\##(color(1))" } }"##,
      ##"{ "for": "UIButton", "set": { "titleColor:normal": "\##(color(2))", "titleColor:highlighted": "\##(color(3))" } }"##,
      ##"{ "for": "UISwitch", "set": { "onTintColor": "\##(color(4))", "thumbTintColor": "\##(color(5))" } }"##,
      ##"{ "for": "UIView.card", "set": { "backgroundColor": "\##(color(6))" } }"##,
      ##"{ "for": "UITableViewCell", "set": { "backgroundColor": "\##(color(7))" } }"##,
    ]
    for index in rules.count..<count {
      let target = ["UILabel.s\(index)", "UIButton.s\(index)", "UIView.s\(index)"][index % 3]
      rules.append(##"{ "for": "\##(target)", "in": "UIView.c\##(index)", "set": { "alpha": 0.5 } }"##)
    }
    let json = #"{ "theme": "t\#(turn)", "kit": "uikit", "appearance": [\#(rules.joined(separator: ","))] }"#
    return try Theme(json: Data(json.utf8))
  }

  /// The milliseconds that this thread, the main one, has computed: other programs do not count.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  private static func median(_ times: [Double]) -> String {
    String(format: "%.3f", times.sorted()[times.count / 2])
  }
}
