import type { Kysely } from 'kysely'
import type { Instant } from '@credit-market/values/dates'
import { deletionCutoff, RETENTION_RULES } from '#domain/disclosure/retention'
import type { Database } from '../store/tables/tables.ts'
import type { AccountContext, ClientInfo } from './accounts.ts'
import { isEqualInConstantTime, type Secrets } from './secrets.ts'

/** Time since the last sign-in for which a browser is known, in days. */
export const KNOWN_DEVICE_DAYS = RETENTION_RULES.knownDevice.days
/** Limits of known people on one browser, and of known browsers of one person. */
const MOST_PEOPLE = 5
const MOST_DEVICES = 20
/** Separates the tokens of several people in one cookie. */
const BETWEEN = '~'

const tokenFor = (secrets: Secrets, id: string, userId: string): string =>
  `${id}.${secrets.tokenOf('device', `${id} ${userId}`)}`

const idIn = (token: string): string => token.split('.')[0] ?? ''

const tokensIn = (cookie: string | null): string[] =>
  cookie ? cookie.split(BETWEEN).slice(0, MOST_PEOPLE) : []

const isOf = (secrets: Secrets, token: string, userId: string): boolean =>
  isEqualInConstantTime(token, tokenFor(secrets, idIn(token), userId))

/**
 * The device in the cookie, if that person has completed a sign-in there and the device has not been forgotten since.
 */
export const findKnownDeviceId = async (
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
    .where('since', '>', deletionCutoff('knownDevice', now))
    .execute()
  const known = rows.find(({ id, userId }) =>
    tokens.some(token => idIn(token) === id && isOf(secrets, token, userId)),
  )
  return known?.id ?? null
}

/**
 * The device cookie after a complete sign-in. The device gets a new id, so that a copy of the earlier cookie is
 * worthless; tokens of other people on the browser stay.
 */
export const rememberDevice = async (
  { runtime, secrets }: AccountContext,
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

/** Forgets a device for everyone. */
export const forgetDevice = async (db: Kysely<Database>, id: string): Promise<void> => {
  await db.deleteFrom('knownDevice').where('id', '=', id).execute()
}

/** Forgets all devices of a person. */
export const forgetDevices = async (db: Kysely<Database>, userId: string): Promise<void> => {
  await db.deleteFrom('knownDevice').where('userId', '=', userId).execute()
}
