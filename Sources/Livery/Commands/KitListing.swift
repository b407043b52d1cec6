internal import Themes

/// The kits of a config folder, for people and for programs.
struct KitListing {
  let kits: [String: Kit]
  let paint: Paint

  init(_ kits: [String: Kit], _ paint: Paint) {
    self.kits = kits
    self.paint = paint
  }

  private var sorted: [Kit] { kits.values.sorted { $0.name < $1.name } }

  var text: String {
    var columns = Columns()
    for kit in sorted {
      let parent = kit.parent.map { ", extends \($0)" } ?? ""
      let colors = kit.colors.isEmpty ? "" : ", \(kit.colors.count) colors"
      columns.add(
        paint(kit.name, .bold), kit.title,
        "\(kit.classes.count) classes, \(kit.traits.count) traits\(colors)\(parent)")
    }
    return columns.text()
      + "\n'livery kit NAME' lists what a kit has, 'livery kit NAME CLASS' what can be set on a class.\n"
  }

  var json: String {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("kits") { json in
        json.array { json in
          for kit in sorted {
            json.object { json in
              json.member("name", kit.name)
              json.member("title", kit.title)
              if let parent = kit.parent { json.member("extends", parent) }
              json.member("classes", kit.classes.count)
              json.member("traits", kit.traits.count)
              json.member("colors", kit.colors.count)
            }
          }
        }
      }
    }
    return String(decoding: json.finished(), as: UTF8.self)
  }
}
