/**
 * Position of a block of a flow drawing, in pixels: as high as its units, and at least high enough for its
 * text.
 */
export interface PlacedBlock {
  top: number
  height: number
}

/** Units that go from one block to another, as a ribbon of that thickness. */
export interface Ribbon {
  from: PlacedBlock
  to: PlacedBlock
  thick: number
}

const GAP = 10

/** Places blocks below each other, starting at `top`. */
export const stackBlocks = <B>(
  blocks: readonly B[],
  top: number,
  heightOf: (block: B) => number,
): (B & PlacedBlock)[] => {
  let next = top
  return blocks.map(block => {
    const placed = { ...block, top: next, height: heightOf(block) }
    next += placed.height + GAP
    return placed
  })
}

/**
 * Places ribbons between blocks of two sides: below each other at each block, in an order with few crossings.
 */
export const placeRibbons = <R extends Ribbon>(
  ribbons: readonly R[],
  left: readonly PlacedBlock[],
  right: readonly PlacedBlock[],
): (R & { fromTop: number; toTop: number })[] => {
  const taken = new Map<PlacedBlock, number>()
  const take = (block: PlacedBlock, thick: number): number => {
    const before = taken.get(block) ?? 0
    taken.set(block, before + thick)
    return block.top + before
  }
  return ribbons
    .toSorted(
      (a, b) => right.indexOf(a.to) - right.indexOf(b.to) || left.indexOf(a.from) - left.indexOf(b.from),
    )
    .map(ribbon => ({
      ...ribbon,
      fromTop: take(ribbon.from, ribbon.thick),
      toTop: take(ribbon.to, ribbon.thick),
    }))
}

/** Lower edge of the lowest block of a drawing. */
export const bottomOf = (blocks: readonly PlacedBlock[]): number =>
  Math.max(0, ...blocks.map(({ top, height }) => top + height))
