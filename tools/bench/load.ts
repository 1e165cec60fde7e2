import autocannon from 'autocannon'
import { clientAddress } from './installation.ts'
import { processorTimeOf } from './processor.ts'

/** Result of a load by several clients. Times are in milliseconds. */
export interface Seen {
  perSecond: number
  p50: number
  p99: number
  /** Processor time of the server and its database for each request, or nothing where they are not looked at. */
  processor: number
}

/** The repeated request of one client. */
export interface Asking {
  path: string
  headers?: Record<string, string>
  /** The path of the next request, where each asks for another. */
  next?: () => string
  /** The body of the n-th request; without one it is a GET. */
  body?: (n: number) => unknown
}

/** Target of the load. */
export interface Asked {
  url: string
  pid: number
}

/** Lets clients send requests for some seconds, each waiting for an answer before its next request. Any refusal is a failure. */
export const underLoad = async (
  { url, pid }: Asked,
  { clients, seconds }: { clients: number; seconds: number },
  asking: (client: number) => Asking,
): Promise<Seen> => {
  let next = 0
  const before = processorTimeOf(pid)
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    timeout: 60,
    setupClient: client => {
      const number = next
      next += 1
      const { path, headers, body, next: nextPath } = asking(number)
      const said = { ...headers, ...clientAddress(number) }
      let asked = 0
      client.setRequests([
        body
          ? {
              method: 'POST',
              path,
              headers: { ...said, 'content-type': 'application/json' },
              body: JSON.stringify(body(0)),
              setupRequest: request => ({ ...request, body: JSON.stringify(body((asked += 1))) }),
            }
          : {
              method: 'GET',
              path,
              headers: said,
              ...(nextPath && { setupRequest: request => ({ ...request, path: nextPath() }) }),
            },
      ])
    },
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed`)
  const { total, average } = result.requests
  // Without a single answer, requests took at least the whole duration.
  if (total === 0)
    return { perSecond: 0, p50: seconds * 1000, p99: seconds * 1000, processor: seconds * 1000 }
  return {
    perSecond: average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: (processorTimeOf(pid) - before) / total,
  }
}

const TIMES = 3

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/**
 * Measures several things in turn, three times over, so that what else happens on the machine meets all of them alike.
 * Returns the median of each figure.
 */
export const alternated = async <Name extends string>(
  measures: readonly (readonly [Name, () => Promise<Seen>])[],
): Promise<Map<Name, Seen>> => {
  const seen = new Map<Name, Seen[]>()
  for (let time = 0; time < TIMES; time += 1)
    for (const [name, measure] of measures) seen.set(name, [...(seen.get(name) ?? []), await measure()])
  return new Map(
    [...seen].map(([name, all]) => [
      name,
      {
        perSecond: median(all.map(one => one.perSecond)),
        p50: median(all.map(one => one.p50)),
        p99: median(all.map(one => one.p99)),
        processor: median(all.map(one => one.processor)),
      },
    ]),
  )
}
