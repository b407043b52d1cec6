// Draws the theme of a server in the terminal, and again whenever it changes:
//
//     swift run --package-path Examples/terminal terminal [http://127.0.0.1:8080] [light|dark]

import Foundation
import LiveryClient

let words = CommandLine.arguments.dropFirst()
let style = words.first { $0 == "light" || $0 == "dark" } ?? "light"
let address = words.first { $0.contains("://") } ?? "http://127.0.0.1:8080"
guard let url = URL(string: address) else {
  FileHandle.standardError.write(Data("'\(address)' is no address; write http://127.0.0.1:8080.\n".utf8))
  exit(2)
}

let livery = Livery(url: url)
let themes = livery.themes(for: ["userInterfaceStyle": style]) { state in
  FileHandle.standardError.write(Data("\(address) is \(state.rawValue)\n".utf8))
}
for await theme in themes { Screen(theme).draw() }
