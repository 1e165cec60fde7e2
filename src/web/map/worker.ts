import type { Topology } from 'topojson-specification'
import type { UploadedOutlines } from '#contract/public/boundaries'
import { BOUNDARIES } from '#domain/map/boundaries'
import { type PointCluster, clusterPoints } from '#domain/map/clusters'
import type { PlanePoint } from '#domain/map/plane'
import {
  type AreaShape,
  type OutlinePaths,
  topologyAreas,
  topologyOutlines,
  uploadedAreas,
  uploadedOutlines,
} from './outlines.ts'

// Runs slow map computations in a worker, so that the page stays responsive: outlines to paths, and large sets to
// clusters.

/** Task for the worker: load the outlines or the single areas at an address, or cluster points within a distance. */
export type WorkerTask =
  | { outlines: string }
  | { areas: string }
  | { points: readonly PlanePoint[]; reach: number }
/** Answer of the worker to the task with this number. */
export type WorkerAnswer = { number: number } & (
  | { done: OutlinePaths | AreaShape[] | PointCluster[] }
  | { fault: string }
)

const loadBoundaries = async (path: string): Promise<Topology | UploadedOutlines> => {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`The outlines were refused with ${answer.status}`)
  return (await answer.json()) as Topology | UploadedOutlines
}

const outlinesAt = async (path: string): Promise<OutlinePaths> => {
  const read = await loadBoundaries(path)
  return read.type === 'Topology'
    ? topologyOutlines(read, path === BOUNDARIES.lpas.path)
    : uploadedOutlines(read)
}

const areasAt = async (path: string): Promise<AreaShape[]> => {
  const read = await loadBoundaries(path)
  return read.type === 'Topology' ? topologyAreas(read) : uploadedAreas(read)
}

const perform = (work: WorkerTask) =>
  'outlines' in work
    ? outlinesAt(work.outlines)
    : 'areas' in work
      ? areasAt(work.areas)
      : Promise.resolve(clusterPoints(work.points, work.reach))

addEventListener(
  'message',
  ({ data: { number, work } }: MessageEvent<{ number: number; work: WorkerTask }>) => {
    const say = (said: WorkerAnswer): void => postMessage(said)
    perform(work).then(
      done => say({ number, done }),
      (fault: unknown) => say({ number, fault: fault instanceof Error ? fault.message : String(fault) }),
    )
  },
)
