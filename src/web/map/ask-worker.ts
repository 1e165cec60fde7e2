import type { Cluster } from '#domain/map/clusters'
import type { Outlines } from './outlines.ts'
import type { Work, Worked } from './worker.ts'

type Done<W extends Work> = W extends { outlines: string } ? Outlines : Cluster[]

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
  worker.addEventListener('message', ({ data }: MessageEvent<Worked>) => {
    const its = waiting.get(data.number)
    waiting.delete(data.number)
    if ('done' in data) its?.resolve(data.done as never)
    else its?.reject(new Error(data.fault))
  })
  worker.addEventListener('error', () => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error('The map could not be fetched'))
    waiting.clear()
  })
  return worker
}

/** Has something done by the worker of maps, which begins with the first question and stays as long as the page. */
export const askWorker = <const W extends Work>(work: W): Promise<Done<W>> =>
  new Promise<Done<W>>((resolve, reject) => {
    number += 1
    waiting.set(number, { resolve, reject })
    begin().postMessage({ number, work })
  })
