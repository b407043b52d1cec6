import LiveryClient
import LiveryUIKit
import SwiftUI

/// The same in SwiftUI: `ShopView().livery(shopLivery)`.
struct ShopView: View {
  @Environment(\.theme) private var theme

  var body: some View {
    VStack {
      Text("Winter coat").foregroundColor(theme.color("ink"))
      Text("Buy").foregroundColor(theme.color("accent")).padding()
    }
    .background(theme.color("page", or: .clear))
  }
}

/// The shop with the theme of the moment.
struct ShopRoot: View {
  var body: some View { ShopView().livery(shopLivery) }
}
