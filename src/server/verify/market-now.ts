import type { Instant } from '#domain/dates'
import type { BlobStore } from '../files/blob-store.ts'
import { chainNow } from '../store/chaining.ts'
import { atOneMoment } from '../store/one-moment.ts'
import type { Store } from '../store/store.ts'
import type { ChainPoint } from '../store/log-check.ts'
import { checksAgainst } from './checks.ts'
import { documentsIn } from './documents.ts'
import { keptFrom, noteVerification } from './noted.ts'
import { type Verification, verify } from './verify.ts'

/** Scope of a verification: everything, or only entries since the last one; and the points of the log noted elsewhere to compare with. */
interface Verifying {
  store: Store
  files: Pick<BlobStore, 'open'>
  now: Instant
  afresh?: boolean
  noted?: readonly ChainPoint[]
  signal?: AbortSignal
}

/** Verifies the market as it is now beside all that goes on, notes what came of it, and tells administrators of what is new. */
export const verifyMarket = async ({
  store,
  afresh = false,
  noted = [],
  files,
  ...reading
}: Verifying): Promise<Verification> => {
  await chainNow(store.db)
  const kept = afresh ? new Map<string, string>() : await keptFrom(store.db)
  const found = await atOneMoment(store.db, db =>
    verify({ ...reading, db, kept }, [...checksAgainst(noted), documentsIn(files)]),
  )
  await store.transaction(tx => noteVerification(tx, found, kept))
  return found
}
