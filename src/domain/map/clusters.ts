import type { PlanePoint } from './plane.ts'

/** Some points of a map that are drawn as one: where the first of them is, and which of those given they are. */
export interface Cluster extends PlanePoint {
  members: readonly number[]
}

/**
 * Draws together what lies close: each point takes those within `reach` units of the plane that nobody has taken, in
 * the order given, and all stand where it does, so that no two are closer than the reach. The time grows with the number of
 * points, not with its square.
 */
export const clustersOf = (points: readonly PlanePoint[], reach: number): Cluster[] => {
  const cells = new Map<string, number[]>()
  const cellOf = ({ x, y }: PlanePoint) => [Math.floor(x / reach), Math.floor(y / reach)] as const
  for (const [at, point] of points.entries()) {
    const key = cellOf(point).join()
    const cell = cells.get(key)
    if (cell) cell.push(at)
    else cells.set(key, [at])
  }
  const taken = new Uint8Array(points.length)
  const within = (at: number): number[] => {
    const from = points[at]!
    const [column, row] = cellOf(from)
    const members: number[] = []
    for (let across = column - 1; across <= column + 1; across += 1)
      for (let down = row - 1; down <= row + 1; down += 1) {
        const key = `${across},${down}`
        const left: number[] = []
        for (const one of cells.get(key) ?? []) {
          const to = points[one]!
          if ((to.x - from.x) ** 2 + (to.y - from.y) ** 2 <= reach ** 2) members.push(one)
          else left.push(one)
        }
        cells.set(key, left)
      }
    return members
  }
  const clusters: Cluster[] = []
  for (const at of points.keys()) {
    if (taken[at]) continue
    const members = within(at)
    for (const one of members) taken[one] = 1
    clusters.push({ ...points[at]!, members })
  }
  return clusters
}

/** The points in the order in which one reads: in lines of this height from the top, each from left to right. */
export const inReadingOrder = <T extends PlanePoint>(points: readonly T[], line: number): T[] =>
  points.toSorted((one, other) => Math.floor(one.y / line) - Math.floor(other.y / line) || one.x - other.x)
