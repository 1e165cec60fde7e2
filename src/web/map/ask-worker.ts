import type { PointCluster } from '#domain/map/clusters'
import type { AreaShape, OutlinePaths } from './outlines.ts'
import type { WorkerTask, WorkerAnswer } from './worker.ts'
import { MAP_NOT_LOADED_TEXT } from './messages.ts'

type Done<W extends WorkerTask> = W extends { outlines: string }
  ? OutlinePaths
  : W extends { areas: string }
    ? AreaShape[]
    : PointCluster[]

interface Waiting {
  resolve: (done: never) => void
  reject: (fault: Error) => void
}

let worker: Worker | undefined
const waiting = new Map<number, Waiting>()
let number = 0

const begin = (): Worker => {
  if (worker) return worker
  worker = new Worker(new URL('worker.ts', import.meta.url), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => {
    const its = waiting.get(data.number)
    waiting.delete(data.number)
    if ('done' in data) its?.resolve(data.done as never)
    else its?.reject(new Error(data.fault))
  })
  worker.addEventListener('error', () => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error(MAP_NOT_LOADED_TEXT))
    waiting.clear()
  })
  return worker
}

/** Runs a task in the map's worker, which starts with the first task and lives as long as the page. */
export const runInWorker = <const W extends WorkerTask>(work: W): Promise<Done<W>> =>
  new Promise<Done<W>>((resolve, reject) => {
    number += 1
    waiting.set(number, { resolve, reject })
    begin().postMessage({ number, work })
  })
