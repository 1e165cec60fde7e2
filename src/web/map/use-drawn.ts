import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Mark } from '#contract/map'
import { clustersOf, inReadingOrder } from '#domain/map/clusters'
import { placed, type PlanePoint } from '#domain/map/plane'
import { askWorker } from './ask-worker.ts'
import { BEYOND } from './use-gestures.ts'
import { levelOf, onScreen, type Size, unitsAt, type View } from './view.ts'

/** What is drawn as one mark: a thing, or several that lie too close to tell apart; where, in units of the plane. */
export interface Drawn extends PlanePoint {
  key: string
  marks: readonly Mark[]
  /** Which of all marks they are. */
  members: readonly number[]
}

/** What lies closer than so many pixels is drawn together. */
const REACH = 44
/** From so many on they are put together by the worker. */
const LARGE = 3000
/** Marks whose middles lie within so many pixels of a line are read as one line. */
const LINE = 56

/** Where all marks lie in the plane, in their order. */
export const usePoints = (marks: readonly Mark[]): PlanePoint[] => useMemo(() => marks.map(placed), [marks])

const isIn = ({ x, y }: PlanePoint, { width, height }: Size, margin: number): boolean =>
  x >= -margin && y >= -margin && x <= width + margin && y <= height + margin

/**
 * What is drawn of marks in a view: `all` of this nearness, those `near` enough to the screen to be drawn, and the things
 * `inView`, in reading order.
 */
export const useDrawn = (marks: readonly Mark[], points: readonly PlanePoint[], view: View, size: Size) => {
  const level = levelOf(view.k)
  const reach = unitsAt(level, REACH)
  const isLarge = points.length > LARGE
  const byWorker = useQuery({
    queryKey: ['clusters', points, reach],
    queryHash: `clusters ${reach} ${useStamp(points)}`,
    queryFn: async () => ({ of: points, clusters: await askWorker({ points, reach }) }),
    structuralSharing: false,
    enabled: isLarge,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    staleTime: Infinity,
  }).data
  const clusters = useMemo(
    () => (isLarge ? (byWorker?.of === points ? byWorker.clusters : []) : clustersOf(points, reach)),
    [isLarge, byWorker, points, reach],
  )
  const all = useMemo(
    () =>
      clusters.map(({ x, y, members }): Drawn => {
        const its = members.flatMap(at => marks[at] ?? [])
        return { x, y, marks: its, members, key: `${its[0]?.kind}-${its[0]?.id}-${its.length}` }
      }),
    [clusters, marks],
  )
  return useMemo(() => {
    const where = all.map(drawn => ({ drawn, ...onScreen(view, size, drawn) }))
    const near = where.filter(one => isIn(one, size, BEYOND))
    const seen = inReadingOrder(
      near.filter(one => isIn(one, size, 0)),
      LINE,
    )
    return { all, near: near.map(({ drawn }) => drawn), inView: seen.map(({ drawn }) => drawn) }
  }, [all, view, size])
}

const stamps = new WeakMap<object, number>()
let last = 0

/** A number that stands for a list: the same as long as it is the same list. */
const useStamp = (list: object): number =>
  useMemo(() => {
    const known = stamps.get(list)
    if (known !== undefined) return known
    last += 1
    stamps.set(list, last)
    return last
  }, [list])
