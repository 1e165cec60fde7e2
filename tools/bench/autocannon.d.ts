/** The few words of autocannon that the benchmark uses; the package brings no types of its own. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
  }
  interface Client {
    setRequests: (requests: Request[]) => void
  }
  interface Options {
    url: string
    connections: number
    duration: number
    timeout: number
    setupClient: (client: Client) => void
  }
  interface Result {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export = autocannon
}
