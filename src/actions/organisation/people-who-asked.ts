import type { User } from '#domain/user'
import type { Read } from '../kit/changes.ts'

/** The people of an organisation that waits to be admitted who can sign in and have no rights yet. */
export const peopleWhoAsked = async (read: Read, { id }: { id: string }): Promise<User[]> =>
  (await read.list('user', { organisationId: id, active: true })).filter(
    ({ admittedAt }) => admittedAt === null,
  )
