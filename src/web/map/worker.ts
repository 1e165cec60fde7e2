import type { Topology } from 'topojson-specification'
import type { UploadedOutlines } from '#contract/public/boundaries'
import { BOUNDARIES } from '#domain/map/boundaries'
import { type PointCluster, clusterPoints } from '#domain/map/clusters'
import type { PlanePoint } from '#domain/map/plane'
import { type OutlinePaths, topologyOutlines, uploadedOutlines } from './outlines.ts'

// Runs slow map computations in a worker, so that the page stays responsive: outlines to paths, and large sets to
// clusters.

/** Task for the worker: load the outlines at an address, or cluster points within a distance. */
export type WorkerTask = { outlines: string } | { points: readonly PlanePoint[]; reach: number }
/** Answer of the worker to the task with this number. */
export type WorkerAnswer = { number: number } & ({ done: OutlinePaths | PointCluster[] } | { fault: string })

const outlinesAt = async (path: string): Promise<OutlinePaths> => {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`The outlines were refused with ${answer.status}`)
  const read = (await answer.json()) as Topology | UploadedOutlines
  return read.type === 'Topology'
    ? topologyOutlines(read, path === BOUNDARIES.lpas.path)
    : uploadedOutlines(read)
}

addEventListener(
  'message',
  ({ data: { number, work } }: MessageEvent<{ number: number; work: WorkerTask }>) => {
    const say = (said: WorkerAnswer): void => postMessage(said)
    Promise.resolve(
      'outlines' in work ? outlinesAt(work.outlines) : clusterPoints(work.points, work.reach),
    ).then(
      done => say({ number, done }),
      (fault: unknown) => say({ number, fault: fault instanceof Error ? fault.message : String(fault) }),
    )
  },
)
