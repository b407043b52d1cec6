internal import Themes

/// The selectors of a kit's classes, their subclasses with them.
struct ClassSelectors: Sendable {
  private let kit: KitIndex
  private let lists: [String: [String]]

  init(_ kit: KitIndex) {
    self.kit = kit
    var lists: [String: [String]] = [:]
    for (name, definition) in kit.definition.classes.sorted(by: { $0.key < $1.key }) {
      guard let selector = definition.selector else { continue }
      for ancestor in kit.chain(of: name) { lists[ancestor, default: []].append(selector) }
    }
    self.lists = lists
  }

  /// The outermost first; nil where one of them can't be selected.
  package func path(_ steps: [ClassReference]) -> String? {
    let selectors = steps.compactMap { one($0) }
    return selectors.count == steps.count ? selectors.joined(separator: " ") : nil
  }

  private func one(_ reference: ClassReference) -> String? {
    guard let list = lists[reference.name] else { return nil }
    let own = list.count == 1 && !list[0].contains(",") ? list[0] : ":is(\(list.joined(separator: ", ")))"
    return reference.style.map { "\(own)[class~=\(CSSText.quoted($0))]" } ?? own
  }
}
