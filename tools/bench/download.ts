import type { RunningServer } from './installation.ts'

/** Cost of downloading a whole list as a table. */
export interface Downloaded {
  seconds: number
  megabytes: number
  /** The most memory of the server meanwhile, above what it held before, in megabytes. */
  memory: number
}

const LOOK_EVERY_MS = 10

/** Downloads a table and throws it away. */
export const download = async (
  { url, memory }: RunningServer,
  path: string,
  cookie: string,
): Promise<Downloaded> => {
  const before = memory()
  let most = before
  const looking = setInterval(() => void (most = Math.max(most, memory())), LOOK_EVERY_MS)
  try {
    const begun = performance.now()
    const answer = await fetch(`${url}${path}`, { headers: { cookie, 'accept-encoding': 'identity' } })
    if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
    let size = 0
    for await (const part of answer.body) size += part.length
    return {
      seconds: (performance.now() - begun) / 1000,
      megabytes: size / 1e6,
      memory: most - before,
    }
  } finally {
    clearInterval(looking)
  }
}
