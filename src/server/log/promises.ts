import { addMinutes } from '#domain/dates'
import { type LogPromise, promisedHash, promiseText } from '#proof/promise'
import type { Seal } from '../certificates/seal.ts'
import { unchainedText } from '../store/activity.ts'
import type { ActivityTable } from '../store/log-tables.ts'
import { noteSignedBy } from './keys.ts'

/** Checkpoints are signed within an hour; twice that is promised, so that a restart in between breaks no promise. */
const PROMISED_MINUTES = 120

/** Promises that the log of this name holds an entry, signed by the key of the log. */
export const promiseWith =
  (seal: Seal, origin: string) =>
  async (entry: ActivityTable): Promise<LogPromise> => {
    const text = unchainedText(entry)
    const at = new Date(entry.at).toISOString()
    const said = { origin, hash: promisedHash(text), at, by: addMinutes(at, PROMISED_MINUTES) }
    return { entry: text, promise: await noteSignedBy(seal, origin, promiseText(said)) }
  }
