/** A sequence whose next element can be read before it is taken. */
export interface PeekableSequence<T> {
  peek: () => Promise<T | undefined>
  next: () => Promise<T | undefined>
}

/** Makes a sequence of pages whose next element can be read before it is taken. */
export const toPeekablePages = <T>(pages: AsyncIterable<T[]>): PeekableSequence<T> => {
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

/** Makes such a sequence of a complete list. */
export const toPeekableList = <T>(all: T[]): PeekableSequence<T> =>
  toPeekablePages(
    (async function* () {
      yield all
    })(),
  )

/** Compares texts by their bytes in UTF-8, the order of the collation "C". */
export const compareBytes = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other))
