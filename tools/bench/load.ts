import autocannon from 'autocannon'

/** What was seen while several clients asked without pause. */
export interface Seen {
  perSecond: number
  p50: number
  p99: number
}

/** What one client asks, again and again. */
export interface Asking {
  path: string
  headers?: Record<string, string>
  /** The body of the n-th request; without one it is a GET. */
  body?: (n: number) => unknown
}

/** Lets so many clients ask for so many seconds, each answered before it asks again. Any refusal is a failure. */
export const underLoad = async (
  url: string,
  { clients, seconds }: { clients: number; seconds: number },
  asking: (client: number) => Asking,
): Promise<Seen> => {
  let next = 0
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    timeout: 60,
    setupClient: client => {
      const number = next
      next += 1
      const { path, headers, body } = asking(number)
      // Each client has an address of its own, as behind a proxy, since requests are counted by address.
      const said = { ...headers, 'x-forwarded-for': `10.0.0.${number + 1}` }
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
          : { method: 'GET', path, headers: said },
      ])
    },
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${url} failed`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}
