import type { RunningFleet } from './fleet.ts'
import type { Place } from './servers.ts'
import { rest } from './asking.ts'

/** A change must be on open pages within this time, however busy the machine is. */
const LATE_MS = 30_000
const PAGES_EACH = 3

interface Page {
  place: Place
  /** Instant of the connection; undefined while the page connects. */
  since?: number
  heard: Map<string, number>
}

/** Open pages at every server, which connect again wherever a server stands when theirs is gone. */
export const openPages = ({ places }: Pick<RunningFleet, 'places'>, cookie: string) => {
  const ends = new AbortController()
  const seen = { connected: 0, told: 0, missed: [] as string[] }

  const read = async (page: Page, url: string): Promise<void> => {
    const answer = await fetch(`${url}/api/events`, { headers: { cookie }, signal: ends.signal })
    if (!answer.ok || !answer.body) throw new Error(`/api/events answered ${answer.status}`)
    seen.connected += 1
    let begun = ''
    for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
      page.since ??= performance.now()
      const lines = (begun + part).split('\n')
      begun = lines.pop() ?? ''
      for (const line of lines.filter(one => one.startsWith('data: '))) {
        const { kind, id } = JSON.parse(line.slice(6)) as { kind: string; id: string }
        page.heard.set(`${kind} ${id}`, performance.now())
      }
    }
  }

  const keep = async (page: Page): Promise<void> => {
    while (!ends.signal.aborted) {
      const { isReady, url } = page.place
      if (isReady) await read(page, url).catch(() => undefined)
      page.since = undefined
      await rest(500)
    }
  }

  const pages = places.flatMap(place =>
    Array.from({ length: PAGES_EACH }, (): Page => ({ place, heard: new Map() })),
  )
  const keeping = pages.map(keep)

  /** Waits for the event of an acknowledged change on every page that was connected before, and records pages that miss it. */
  const expectNews = async (key: string, sentAt: number): Promise<void> => {
    const listening = pages
      .filter(({ place, since }) => place.isReady && since !== undefined && since < sentAt)
      .map(page => ({ page, since: page.since }))
    await rest(LATE_MS)
    for (const { page, since } of listening) {
      // A proxy would have closed the connection to a server that is not ready.
      if (page.since !== since || !page.place.isReady) continue
      seen.told += 1
      if ((page.heard.get(key) ?? 0) < sentAt)
        seen.missed.push(`${page.place.name} received no event for ${key}`)
    }
  }
  return {
    seen,
    expectNews,
    close: async () => {
      ends.abort()
      await Promise.all(keeping)
    },
  }
}
