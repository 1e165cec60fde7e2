import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Seen } from './load.ts'

/** A server that does nothing but answer, on a thread of its own. */
export const bareServer = async (): Promise<{ url: string; end: () => Promise<unknown> }> => {
  const worker = new Worker(new URL('bare-server.ts', import.meta.url))
  // A benchmark that fails midway is not kept from ending by it.
  worker.unref()
  const [port] = (await once(worker, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, end: () => worker.terminate() }
}

/**
 * The least that a database does for something that is changed and written down: each client changes a row of its own, adds
 * a row elsewhere and commits, again and again.
 */
export const bareCommits = async (
  reach: pg.ClientConfig,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Seen> => {
  const owner = new pg.Client(reach)
  await owner.connect()
  await owner.query(`create schema if not exists bench;
    create table if not exists bench.thing (id int primary key, value int not null);
    create table if not exists bench.entry (id bigint generated always as identity primary key, thing int, said text);
    truncate bench.thing, bench.entry; insert into bench.thing select n, 0 from generate_series(1, ${clients}) as n`)
  const until = performance.now() + seconds * 1000
  const latencies: number[] = []
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const one = new pg.Client(reach)
      await one.connect()
      while (performance.now() < until) {
        const begun = performance.now()
        await one.query('begin')
        await one.query({
          name: 'u',
          text: 'update bench.thing set value = value + 1 where id = $1',
          values: [client + 1],
        })
        await one.query({
          name: 'i',
          text: 'insert into bench.entry (thing, said) values ($1, $2)',
          values: [client + 1, 'Something was changed'],
        })
        await one.query('commit')
        latencies.push(performance.now() - begun)
      }
      await one.end()
    }),
  )
  await owner.query('drop schema bench cascade')
  await owner.end()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99), processor: 0 }
}
