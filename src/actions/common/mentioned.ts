import type { Actor, HeldAuthority } from '#domain/actor'
import { mentionsIn, type RichText } from '#domain/comment'
import type { Entities, StoredKind } from '#domain/entities'
import type { Organisation } from '#domain/organisation'
import { mayRead } from '#contract/read-access'
import type { User } from '#domain/user'
import type { Read } from '../kit/changes.ts'

/** Somebody who may see what is talked about and is mentioned: one person, or everybody of an organisation. */
export interface Mentioned {
  organisationId: string | null
  /** null for the people of an organisation. */
  userId: string | null
}

const authoritiesOf = async (read: Read, agentId: string): Promise<HeldAuthority[]> =>
  (await read.list('agentAuthority', { agentId, status: 'Approved' })).map(
    ({ clientId, roundId, permissions }) => ({ clientId, roundId, permissions, hasEnded: false }),
  )

/** An organisation, or one of its people, as somebody who reads. */
const readerOf = async (read: Read, organisation: Organisation | undefined, user?: User): Promise<Actor> => ({
  userId: user?.id ?? organisation?.id ?? '',
  name: '',
  groups: user?.groups ?? (organisation?.type === 'OPER' ? ['admin'] : []),
  organisationId: organisation?.id ?? null,
  organisationType: organisation?.type ?? null,
  lpaId: organisation?.lpaId ?? null,
  authorities: organisation?.type === 'AGENT' ? await authoritiesOf(read, organisation.id) : [],
})

/** Whom a text mentions, of those who may see what it is about: nobody learns of a thing by being mentioned. */
export const mentionedIn = async <K extends StoredKind>(
  read: Read,
  { json }: RichText,
  kind: K,
  subject: Entities[K],
): Promise<Mentioned[]> => {
  const found: Mentioned[] = []
  for (const mention of mentionsIn(json)) {
    const user = mention.kind === 'user' ? await read.one('user', mention.id) : undefined
    if (mention.kind === 'user' && !user?.active) continue
    const organisationId = mention.kind === 'user' ? (user?.organisationId ?? null) : mention.id
    const organisation = organisationId === null ? undefined : await read.one('organisation', organisationId)
    if (!user && !organisation) continue
    if (mayRead(kind, subject, await readerOf(read, organisation, user)))
      found.push({ organisationId, userId: user?.id ?? null })
  }
  return found
}
