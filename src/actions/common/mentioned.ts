import type { Actor, ApprovedAuthority } from '#domain/people/actor'
import { listMentions, type RichText } from '#domain/text/comment'
import type { EntityMap, StoredKind } from '#domain/disclosure/entities'
import type { Organisation } from '#domain/people/organisation'
import { mayRead } from '#contract/nouns/read-access'
import type { User } from '#domain/people/user'
import type { Read } from '../kit/changes.ts'

/** A mentioned person, or everyone in a mentioned organisation; they may see the subject. */
export interface Mention {
  organisationId: string | null
  /** null for everyone in the organisation. */
  userId: string | null
}

const authoritiesOf = async (read: Read, agentId: string): Promise<ApprovedAuthority[]> =>
  (await read.list('agentAuthority', { agentId, status: 'Approved' })).map(
    ({ clientId, roundId, permissions }) => ({ clientId, roundId, permissions, hasEnded: false }),
  )

/** The actor for an organisation, or for one of its people, to check what they may read. */
const readerOf = async (read: Read, organisation: Organisation | undefined, user?: User): Promise<Actor> => ({
  userId: user?.id ?? organisation?.id ?? '',
  name: '',
  groups: user?.groups ?? (organisation?.type === 'OPER' ? ['admin'] : []),
  organisationId: organisation?.id ?? null,
  organisationType: organisation?.type ?? null,
  lpaId: organisation?.lpaId ?? null,
  authorities: organisation?.type === 'AGENT' ? await authoritiesOf(read, organisation.id) : [],
})

/** Mentions in a text, limited to those who may see its subject: a mention reveals the subject to no one else. */
export const filterMentions = async <K extends StoredKind>(
  read: Read,
  { json }: RichText,
  kind: K,
  subject: EntityMap[K],
): Promise<Mention[]> => {
  const found: Mention[] = []
  for (const mention of listMentions(json)) {
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
