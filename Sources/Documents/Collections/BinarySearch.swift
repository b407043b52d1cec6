extension RandomAccessCollection where Index == Int {
  /// Returns the number of elements before the first for which a condition fails. It must fail for all after that one, too.
  @inlinable package func prefixCount(while holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
