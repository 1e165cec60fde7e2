/** Consecutive leaves of a tree, as a pair of indices: start, and end (not included). */
export interface Span {
  from: number
  to: number
}

/**
 * A complete subtree: of 2 to the power of `height` leaves, with its index among those of the same height, from zero.
 */
export interface FullSubtree {
  height: number
  index: number
}

/** The largest power of two less than a number of leaves, which must be at least two. */
const split = (leaves: number): number => {
  let power = 1
  while (power * 2 < leaves) power *= 2
  return power
}

/**
 * Complete subtrees whose hashes make up the hash of a span, from left to right, each smaller than the one before.
 * The span must be one that RFC 6962 hashes: it begins where a subtree of its size would.
 */
export const fullSubtrees = ({ from, to }: Span): FullSubtree[] => {
  const parts: FullSubtree[] = []
  for (let at = from; at < to;) {
    const left = to - at
    const half = left > 1 ? split(left) : 1
    const leaves = half * 2 === left ? left : half
    parts.push({ height: Math.round(Math.log2(leaves)), index: at / leaves })
    at += leaves
  }
  return parts
}

/**
 * Spans whose hashes prove that a leaf is in the tree of this size, from the leaf upwards (RFC 6962, section 2.1.1).
 */
export const inclusionSpans = (index: number, size: number): Span[] => {
  const spans: Span[] = []
  for (let [from, to] = [0, size]; to - from > 1;) {
    const middle = from + split(to - from)
    if (index < middle) {
      spans.push({ from: middle, to })
      to = middle
    } else {
      spans.push({ from, to: middle })
      from = middle
    }
  }
  return spans.toReversed()
}

/**
 * Spans whose hashes prove that the tree of one size is the beginning of that of another (RFC 6962, section 2.1.2).
 */
export const consistencySpans = (old: number, size: number): Span[] => {
  if (old === 0) return []
  const spans: Span[] = []
  let [from, to] = [0, size]
  while (to > old) {
    const middle = from + split(to - from)
    if (old <= middle) {
      spans.push({ from: middle, to })
      to = middle
    } else {
      spans.push({ from, to: middle })
      from = middle
    }
  }
  // The verifier has the older root, so the hash of the whole older tree is left out.
  return from === 0 ? spans.toReversed() : [{ from, to }, ...spans.toReversed()]
}
