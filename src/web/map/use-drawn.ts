import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MapMark } from '#contract/public/map'
import { clusterPoints, sortInReadingOrder } from '#domain/map/clusters'
import { projectToPlane, type PlanePoint } from '#domain/map/plane'
import { runInWorker } from './ask-worker.ts'
import { OVERSCAN } from './use-gestures.ts'
import { zoomLevel, screenPosition, type MapSize, pixelsToPlaneUnits, type MapViewport } from './view.ts'

/**
 * Mark or cluster of marks that are too close together to draw separately; its position is in units of the
 * plane.
 */
export interface DrawnMark extends PlanePoint {
  key: string
  marks: readonly MapMark[]
  /** Indices of the marks in the cluster. */
  members: readonly number[]
}

/** Pixels within which marks are clustered. */
const REACH = 44
/** Number of marks from which the worker does the clustering. */
const LARGE = 3000
/** Pixels of height within which marks are read as one line. */
const LINE = 56

/** Positions of all marks in the plane, in the same order. */
export const usePoints = (marks: readonly MapMark[]): PlanePoint[] =>
  useMemo(() => marks.map(projectToPlane), [marks])

const isIn = ({ x, y }: PlanePoint, { width, height }: MapSize, margin: number): boolean =>
  x >= -margin && y >= -margin && x <= width + margin && y <= height + margin

/**
 * Clusters of marks in a view: `all` of this zoom level, those `near` enough to the screen to be drawn, and
 * the marks `inView`, in reading order.
 */
export const useClusteredMarks = (
  marks: readonly MapMark[],
  points: readonly PlanePoint[],
  view: MapViewport,
  size: MapSize,
) => {
  const level = zoomLevel(view.k)
  const reach = pixelsToPlaneUnits(level, REACH)
  const isLarge = points.length > LARGE
  const byWorker = useQuery({
    queryKey: ['clusters', points, reach],
    queryHash: `clusters ${reach} ${useStamp(points)}`,
    queryFn: async () => ({ of: points, clusters: await runInWorker({ points, reach }) }),
    structuralSharing: false,
    enabled: isLarge,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: Infinity,
  }).data
  const clusters = useMemo(
    () => (isLarge ? (byWorker?.of === points ? byWorker.clusters : []) : clusterPoints(points, reach)),
    [isLarge, byWorker, points, reach],
  )
  const all = useMemo(
    () =>
      clusters.map(({ x, y, members }): DrawnMark => {
        const its = members.flatMap(at => marks[at] ?? [])
        return { x, y, marks: its, members, key: `${its[0]?.kind}-${its[0]?.id}-${its.length}` }
      }),
    [clusters, marks],
  )
  return useMemo(() => {
    const where = all.map(drawn => ({ drawn, ...screenPosition(view, size, drawn) }))
    const near = where.filter(one => isIn(one, size, OVERSCAN))
    const seen = sortInReadingOrder(
      near.filter(one => isIn(one, size, 0)),
      LINE,
    )
    return { all, near: near.map(({ drawn }) => drawn), inView: seen.map(({ drawn }) => drawn) }
  }, [all, view, size])
}

const stamps = new WeakMap<object, number>()
let last = 0

/** Number that identifies a list object and stays the same as long as the object does. */
const useStamp = (list: object): number =>
  useMemo(() => {
    const known = stamps.get(list)
    if (known !== undefined) return known
    last += 1
    stamps.set(list, last)
    return last
  }, [list])
