import { createHash } from 'node:crypto'

/** The number of the request for the deposit of a bid, when it is asked for the first, second or a later time in a round. */
export const depositNumber = (itemId: string, roundId: string, time: number): string => {
  const hash = createHash('md5').update(`${itemId} ${roundId} ${time}`).digest('hex').slice(0, 7)
  return `DEP-${String((Number.parseInt(hash, 16) % 999_999) + 1).padStart(6, '0')}`
}
