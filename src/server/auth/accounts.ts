import type { Kysely } from 'kysely'
import type { Instant } from '#domain/dates'
import type { Organisation } from '#domain/organisation'
import type { User } from '#domain/user'
import type { Database } from '../store/tables.ts'

/** Adds a user with a password hash, or leaves both as they are when the user is there already. */
export const addUser = async (
  db: Kysely<Database>,
  user: Omit<User, 'version'>,
  passwordHash: string,
  now: Instant,
): Promise<void> => {
  await db
    .insertInto('user')
    .values(user)
    .onConflict(clash => clash.column('id').doNothing())
    .execute()
  await db
    .insertInto('credential')
    .values({ userId: user.id, passwordHash, changedAt: now })
    .onConflict(clash => clash.column('userId').doNothing())
    .execute()
}

/** Adds the organisation that runs the market, without which nobody could act; leaves it as it is when it is there. */
export const addFoundingOrganisation = async (
  db: Kysely<Database>,
  organisation: Omit<Organisation, 'version'>,
): Promise<void> => {
  await db
    .insertInto('organisation')
    .values(organisation)
    .onConflict(clash => clash.column('id').doNothing())
    .execute()
}
