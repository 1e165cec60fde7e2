import type { Topology } from 'topojson-specification'
import type { UploadedOutlines } from '#contract/boundaries'
import { BOUNDARIES } from '#domain/map/boundaries'
import { type Cluster, clustersOf } from '#domain/map/clusters'
import type { PlanePoint } from '#domain/map/plane'
import { type Outlines, outlinesIn, outlinesOfAreas } from './outlines.ts'

// What takes long on a map is done beside the page, which stays free to move: outlines into paths, and large sets into clusters.

/** What is asked of the worker: the outlines at an address, or points drawn together that lie within a reach. */
export type Work = { outlines: string } | { points: readonly PlanePoint[]; reach: number }
/** What the worker answers to a question of this number. */
export type Worked = { number: number } & ({ done: Outlines | Cluster[] } | { fault: string })

const outlinesAt = async (path: string): Promise<Outlines> => {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`The outlines were refused with ${answer.status}`)
  const read = (await answer.json()) as Topology | UploadedOutlines
  return read.type === 'Topology' ? outlinesIn(read, path === BOUNDARIES.lpas.path) : outlinesOfAreas(read)
}

addEventListener('message', ({ data: { number, work } }: MessageEvent<{ number: number; work: Work }>) => {
  const say = (said: Worked): void => postMessage(said)
  Promise.resolve('outlines' in work ? outlinesAt(work.outlines) : clustersOf(work.points, work.reach)).then(
    done => say({ number, done }),
    (fault: unknown) => say({ number, fault: fault instanceof Error ? fault.message : String(fault) }),
  )
})
