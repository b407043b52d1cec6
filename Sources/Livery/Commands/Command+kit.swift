internal import Service
internal import Themes

extension Command {
  /// Lists what can be written in themes of a kit.
  static let kit = Command(
    "kit", "List what can be written: kits, a kit's classes, what can be set on a class.",
    operands: Operands(usage: "[KIT [CLASS]]", count: 0...2), flags: [.config, .json],
    details: """
        livery kit                    the kits of the config folder
        livery kit uikit              its classes, axes, traits and colors
        livery kit uikit UIButton     what can be set on a class, with an example of each
      """
  ) { arguments throws(CommandError) in
    let listing = KitListing(try KitFolder.library(of: arguments[.config]).kits, Paint(depth: .ofOutput))
    let names = arguments.operands
    guard let name = names.first else {
      Console.print(arguments.has(.json) ? listing.json : listing.text)
      return .done
    }
    guard let kit = listing.kits[name] else {
      throw .refused("There is no kit '\(name)'\(NearestName.question(name, among: listing.kits.keys))")
    }
    guard names.count == 2 else {
      let json = String(decoding: KitWriter.document(of: kit), as: UTF8.self)
      Console.print(arguments.has(.json) ? json : KitText(kit, listing.paint).text)
      return .done
    }
    let index = KitIndex(kit)
    guard kit.classes[names[1]] != nil else { throw .refused(index.noClass(names[1])) }
    let classText = ClassText(names[1], index, listing.paint)
    Console.print(arguments.has(.json) ? classText.json : classText.text)
    return .done
  }
}
