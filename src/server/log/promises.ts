import { addMinutes } from '@credit-market/values/dates'
import { type LogPromise, promiseEntryHash, promiseText } from '#proof/promise'
import type { CertificateSigner } from '../certificates/seal.ts'
import { unchainedEntryText } from '../store/activity.ts'
import type { ActivityTable } from '../store/tables/log-tables.ts'
import { signNote } from './keys.ts'

/** Checkpoints are signed within an hour; the promise is twice that, so that a restart in between breaks none. */
const PROMISED_MINUTES = 120

/** Promises that the log of this name contains an entry, signed by the key of the log. */
export const createEntryPromiseSigner =
  (seal: CertificateSigner, origin: string) =>
  async (entry: ActivityTable): Promise<LogPromise> => {
    const text = unchainedEntryText(entry)
    const at = new Date(entry.at).toISOString()
    const said = { origin, hash: promiseEntryHash(text), at, by: addMinutes(at, PROMISED_MINUTES) }
    return { entry: text, promise: await signNote(seal, origin, promiseText(said)) }
  }
