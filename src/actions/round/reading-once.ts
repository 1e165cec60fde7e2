import type { Read, Where } from '../kit/changes.ts'

/** Asks each thing once, however many rows need to know it. */
export const readingOnce = (read: Read): Read => {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(key: unknown[], ask: () => Promise<T>): Promise<T> => {
    const name = JSON.stringify(key)
    const answer = (known.get(name) as Promise<T> | undefined) ?? ask()
    known.set(name, answer)
    return answer
  }
  return {
    one: (kind, which: string | Where<typeof kind>) =>
      once(['one', kind, which], () => read.one(kind, which)),
    list: (kind, where: Where<typeof kind>, most?: number) =>
      once(['list', kind, where, most], () => read.list(kind, where, most)),
    latest: (kind, where: Where<typeof kind>) =>
      once(['latest', kind, where], () => read.latest(kind, where)),
    clock: () => once(['clock'], () => read.clock()),
    priceRange: (creditType, marketId) =>
      once(['priceRange', creditType, marketId], () => read.priceRange(creditType, marketId)),
  }
}
