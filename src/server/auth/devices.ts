import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import { endedBefore, KEPT } from '#domain/retention'
import type { Database } from '../store/tables.ts'
import type { Accounts, ClientInfo } from './accounts.ts'
import { isSame, type Secrets } from './secrets.ts'

/** How long a browser is known after the last sign-in there. */
export const DEVICE_KEPT_DAYS = KEPT.knownDevice.days
/** How many people may be known on one browser, and how many browsers of one person. */
const MOST_PEOPLE = 5
const MOST_DEVICES = 20
/** Between the tokens of several people in one cookie. */
const BETWEEN = '~'

const tokenFor = (secrets: Secrets, id: string, userId: string): string =>
  `${id}.${secrets.tokenOf('device', `${id} ${userId}`)}`

const idIn = (token: string): string => token.split('.')[0] ?? ''

const tokensIn = (cookie: string | null): string[] =>
  cookie ? cookie.split(BETWEEN).slice(0, MOST_PEOPLE) : []

const isOf = (secrets: Secrets, token: string, userId: string): boolean =>
  isSame(token, tokenFor(secrets, idIn(token), userId))

/** The device that this cookie names, if that person has signed in completely there before and it has not been ended since. */
export const knownDevice = async (
  db: Kysely<Database>,
  secrets: Secrets,
  { cookie, username, now }: { cookie: string | null; username: string; now: Instant },
): Promise<string | null> => {
  const tokens = tokensIn(cookie)
  if (tokens.length === 0) return null
  const rows = await db
    .selectFrom('knownDevice')
    .innerJoin('user', 'user.id', 'knownDevice.userId')
    .select(['knownDevice.id', 'userId'])
    .where('knownDevice.id', 'in', tokens.map(idIn))
    .where(eb => eb.fn('lower', ['username']), '=', username)
    .where('since', '>', endedBefore('knownDevice', now))
    .execute()
  const known = rows.find(({ id, userId }) =>
    tokens.some(token => idIn(token) === id && isOf(secrets, token, userId)),
  )
  return known?.id ?? null
}

/**
 * After a complete sign-in: the cookie by which this browser is known from now on. It names the device by a new id, so
 * that a copy of the cookie before is worth nothing; what other people have there is kept.
 */
export const rememberDevice = async (
  { runtime, secrets }: Accounts,
  userId: string,
  { devices }: ClientInfo,
): Promise<string> => {
  const { db } = runtime.store
  const tokens = tokensIn(devices)
  const own = tokens.filter(token => isOf(secrets, token, userId))
  const id = runtime.newId()
  await db.insertInto('knownDevice').values({ id, userId, since: runtime.now() }).execute()
  await db
    .deleteFrom('knownDevice')
    .where('userId', '=', userId)
    .where(eb =>
      eb.or([
        eb('id', 'in', ['', ...own.map(idIn)]),
        eb(
          'id',
          'not in',
          eb
            .selectFrom('knownDevice as latest')
            .select('latest.id')
            .where('latest.userId', '=', userId)
            .orderBy('since', 'desc')
            .orderBy(by => by.case().when('latest.id', '=', id).then(0).else(1).end())
            .limit(MOST_DEVICES),
        ),
      ]),
    )
    .execute()
  const others = tokens.filter(token => !own.includes(token)).slice(0, MOST_PEOPLE - 1)
  return [tokenFor(secrets, id, userId), ...others].join(BETWEEN)
}

/** Nobody is known on this device any more. */
export const forgetDevice = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom('knownDevice').where('id', '=', id).execute()
}

/** A person is known on no device any more. */
export const forgetDevices = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await db.deleteFrom('knownDevice').where('userId', '=', userId).execute()
}
