import { HttpError } from '../runner/refusals.ts'

const MEGABYTE = 1024 * 1024

/** Limits of bytes in concurrent uploads, for one person and for all people together. */
const PER_PERSON = 100 * MEGABYTE
const PER_SERVER = 500 * MEGABYTE

/** Concurrent uploads: claimed bytes are reserved until released. */
export interface UploadBudget {
  /**
   * Reserves bytes for a person before any of them is read; returns a function that releases them. Throws `HttpError`:
   * 429 if the person has too much in progress, 503 if all people together have.
   */
  claim: (userId: string, bytes: number) => () => void
}

/** Opens a budget; tests may pass other limits. */
export const openUploadBudget = (perPerson = PER_PERSON, perServer = PER_SERVER): UploadBudget => {
  const held = new Map<string, number>()
  let all = 0
  return {
    claim: (userId, bytes) => {
      const mine = held.get(userId) ?? 0
      if (mine + bytes > perPerson)
        throw new HttpError(
          429,
          {
            error: `You are sending files of ${Math.ceil(mine / MEGABYTE)} Mb already; send this one when they have finished`,
          },
          10,
        )
      if (all + bytes > perServer)
        throw new HttpError(
          503,
          { error: 'Too many files are being uploaded at the moment; send this one again in a minute' },
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
