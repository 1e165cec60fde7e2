import { HttpError } from '../runner/refusals.ts'

const MEGABYTE = 1024 * 1024

/** How many bytes of uploads may be on their way at once, from one person and altogether. */
const PER_PERSON = 100 * MEGABYTE
const PER_SERVER = 500 * MEGABYTE

/** The uploads on their way: what is claimed is held until it is given back. */
export interface UploadBudget {
  /**
   * Holds so many bytes for a person before any of them is read; answers how to give them back. Throws `HttpError`: 429
   * where the person has too much on the way, 503 where everybody together has.
   */
  claim: (userId: string, bytes: number) => () => void
}

/** Opens a budget; its limits are those of the server unless a test says others. */
export const openBudget = (perPerson = PER_PERSON, perServer = PER_SERVER): UploadBudget => {
  const held = new Map<string, number>()
  let all = 0
  return {
    claim: (userId, bytes) => {
      const mine = held.get(userId) ?? 0
      if (mine + bytes > perPerson)
        throw new HttpError(
          429,
          {
            error: `You are sending files of ${Math.ceil(mine / MEGABYTE)} Mb already; send this one when they have arrived`,
          },
          10,
        )
      if (all + bytes > perServer)
        throw new HttpError(
          503,
          { error: 'Too many files are on their way to the market; send this one again in a minute' },
          60,
        )
      held.set(userId, mine + bytes)
      all += bytes
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        all -= bytes
        const left = (held.get(userId) ?? 0) - bytes
        if (left > 0) held.set(userId, left)
        else held.delete(userId)
      }
    },
  }
}
