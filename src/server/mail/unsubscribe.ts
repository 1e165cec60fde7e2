import type { Kysely } from 'kysely'
import { noticeOf, NOTICES } from '#actions/notices/index'
import { DAILY_DIGEST } from '#domain/notice'
import { isSame, type Secrets } from '../auth/secrets.ts'
import { choicesOf, choose } from '../store/inbox.ts'
import type { Database } from '../store/tables.ts'

/** Whose letters of which kind. */
interface Kept {
  userId: string
  /** The name of a notice, or the daily letter. */
  kind: string
}

const SIGN = '~'

const markOf = ({ tokenOf }: Pick<Secrets, 'tokenOf'>, { userId, kind }: Kept): string =>
  tokenOf('unsubscribe', `${userId}${SIGN}${kind}`)

/** May these letters be ended? Those that somebody has to get cannot, nor those that are no notices. */
const canEnd = (kind: string): boolean => {
  const notice = noticeOf(kind)
  return kind === DAILY_DIGEST || (notice !== undefined && notice.obligatory === undefined)
}

/** The path at which a person ends letters of the kind of this one without signing in; none where they cannot be ended. */
export const unsubscribePath = (
  secrets: Pick<Secrets, 'tokenOf'>,
  { userId, letter: kind }: { userId: string | null; letter: string },
): string | undefined =>
  userId !== null && canEnd(kind)
    ? `/unsubscribe/${[userId, kind, markOf(secrets, { userId, kind })].join(SIGN)}`
    : undefined

/** Whose letters of which kind such a path ends; undefined where this market did not make it, or with another key. */
export const unsubscribedBy = (secrets: Pick<Secrets, 'tokenOf'>, token: string): Kept | undefined => {
  const [userId = '', kind = '', mark = '', ...more] = token.split(SIGN)
  return more.length === 0 && canEnd(kind) && isSame(mark, markOf(secrets, { userId, kind }))
    ? { userId, kind }
    : undefined
}

/** Somebody wants no more of these letters; of the daily one, nothing more that would come in it. */
export const endLetters = async (db: Kysely<Database>, { userId, kind }: Kept): Promise<void> => {
  const choices = await choicesOf(db, userId)
  const kinds =
    kind === DAILY_DIGEST
      ? Object.entries(NOTICES)
          .filter(([name, { usually }]) => canEnd(name) && (choices.get(name) ?? usually) === 'daily')
          .map(([name]) => name)
      : [kind]
  if (kinds.length > 0) await choose(db, userId, kinds, 'none')
}
