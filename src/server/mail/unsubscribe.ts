import type { Kysely } from 'kysely'
import { findNotice, NOTICES } from '#actions/notices/index'
import { DAILY_DIGEST_NAME } from '#domain/text/notice'
import { isEqualInConstantTime, type Secrets } from '../auth/secrets.ts'
import { estimateLinkPath } from '../saved-estimates/links.ts'
import { readEmailChoices, setEmailChoice } from '../notifications/inbox-items.ts'
import type { Database } from '../store/tables/tables.ts'

/** The recipient and kind of emails. */
interface Kept {
  userId: string
  /** Name of a notice, or the daily email. */
  kind: string
}

const SIGN = '~'

const markOf = ({ tokenOf }: Pick<Secrets, 'tokenOf'>, { userId, kind }: Kept): string =>
  tokenOf('unsubscribe', `${userId}${SIGN}${kind}`)

/** True if these emails can be ended: emails that must be received cannot, nor those that are not notices. */
const canEnd = (kind: string): boolean => {
  const notice = findNotice(kind)
  return kind === DAILY_DIGEST_NAME || (notice !== undefined && notice.obligatory === undefined)
}

/**
 * Returns the path at which a person ends emails of this kind without signing in, or a saved estimate with its emails; undefined if they
 * cannot be ended.
 */
export const unsubscribePath = (
  secrets: Pick<Secrets, 'tokenOf'>,
  {
    userId,
    letter: kind,
    facts = {},
  }: { userId: string | null; letter: string; facts?: Readonly<Record<string, string>> },
): string | undefined => {
  if (facts.estimate !== undefined) return estimateLinkPath(secrets, 'end', facts.estimate)
  return userId !== null && canEnd(kind)
    ? `/unsubscribe/${[userId, kind, markOf(secrets, { userId, kind })].join(SIGN)}`
    : undefined
}

/**
 * Returns the recipient and kind that such a path ends; undefined if this market did not make it, or with another key.
 */
export const readUnsubscribePath = (secrets: Pick<Secrets, 'tokenOf'>, token: string): Kept | undefined => {
  const [userId = '', kind = '', mark = '', ...more] = token.split(SIGN)
  return more.length === 0 && canEnd(kind) && isEqualInConstantTime(mark, markOf(secrets, { userId, kind }))
    ? { userId, kind }
    : undefined
}

/** Ends emails of this kind for a person; for the daily email, every notice that would be in it. */
export const unsubscribe = async (db: Kysely<Database>, { userId, kind }: Kept): Promise<void> => {
  const choices = await readEmailChoices(db, userId)
  const kinds =
    kind === DAILY_DIGEST_NAME
      ? Object.entries(NOTICES)
          .filter(([name, { usually }]) => canEnd(name) && (choices.get(name) ?? usually) === 'daily')
          .map(([name]) => name)
      : [kind]
  if (kinds.length > 0) await setEmailChoice(db, userId, kinds, 'none')
}
