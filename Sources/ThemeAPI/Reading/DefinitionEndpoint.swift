internal import Changes
internal import Documents
internal import Resolution
internal import Themes

/// Looks one definition of a theme up by its name and, where that is asked, says why it is as it is.
protocol DefinitionEndpoint: ReadingEndpoint {
  associatedtype Definition: Sendable

  /// What it is a definition of.
  var sort: String { get }

  func find(_ name: String, in context: ThemeContext) throws(LookupError) -> Definition

  /// Writes what it is as members of the answer.
  func writeMembers(_ definition: Definition, to json: inout JSONWriter)

  func explanation(
    of name: String, _ selection: ThemeSelection, _ library: Library, all: Bool
  ) -> DefinitionExplanation
}

extension DefinitionEndpoint {
  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let explaining = try ExplanationDetail(call["explain"])
    let name = call.name
    let found = try Refusal.of { () throws(LookupError) in try find(name, in: selection.context) }
    let library = snapshot.themeSet.library
    var answer = selection.representation("\(sort) \(explaining) \(name.keyed)") { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in
        json.member("name", name)
        writeMembers(found, to: &json)
        guard explaining != .nothing else { return }
        let explanation = explanation(of: name, selection, library, all: explaining == .all)
        json.member("explain") { explanation.write(to: &$0) }
      }
      return json.finished()
    }
    // What is computed is looked up in the document.
    if explaining != .nothing, selection.theme.lineage.contains(where: { library.expressions(of: $0) != nil })
    {
      answer.isSlow = true
    }
    return answer
  }
}
