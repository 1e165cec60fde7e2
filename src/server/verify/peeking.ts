/** What comes one after the other, of which the next can be looked at before it is taken. */
export interface Peeking<T> {
  peek: () => Promise<T | undefined>
  next: () => Promise<T | undefined>
}

/** Lets the next of what comes page by page be looked at before it is taken. */
export const peeking = <T>(pages: AsyncIterable<T[]>): Peeking<T> => {
  const iterator = pages[Symbol.asyncIterator]()
  let page: T[] = []
  let place = 0
  const peek = async (): Promise<T | undefined> => {
    while (place >= page.length) {
      const { done, value } = await iterator.next()
      if (done) return undefined
      page = value
      place = 0
    }
    return page[place]
  }
  return {
    peek,
    next: async () => {
      const value = await peek()
      place += 1
      return value
    },
  }
}

/** The same of what is all there. */
export const inOnePage = <T>(all: T[]): Peeking<T> =>
  peeking(
    (async function* () {
      yield all
    })(),
  )

/** The order of the bytes of texts in UTF-8, which is that of the collation "C". */
export const byBytes = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))
