import type { PlanePoint } from './plane.ts'

/** Several points drawn as one: the position of the first, and their indexes. */
export interface PointCluster extends PlanePoint {
  members: readonly number[]
}

/**
 * Clusters close points: each point takes all untaken points within `reach` units of the plane, in the given order, and the
 * cluster is drawn at that point, so no two clusters are closer than the reach. Time grows with the number of points, not with
 * its square.
 */
export const clusterPoints = (points: readonly PlanePoint[], reach: number): PointCluster[] => {
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
  const clusters: PointCluster[] = []
  for (const at of points.keys()) {
    if (taken[at]) continue
    const members = within(at)
    for (const one of members) taken[one] = 1
    clusters.push({ ...points[at]!, members })
  }
  return clusters
}

/** Sorts points in reading order: in rows of this height from the top, each from left to right. */
export const sortInReadingOrder = <T extends PlanePoint>(points: readonly T[], line: number): T[] =>
  points.toSorted((one, other) => Math.floor(one.y / line) - Math.floor(other.y / line) || one.x - other.x)
