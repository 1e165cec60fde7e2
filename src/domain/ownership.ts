import type { Kind, SubjectOf } from './entities.ts'

type OwnerColumn = 'id' | 'supplierId' | 'buyerId' | 'organisationId' | 'clientId'

const OWNER_COLUMN: { [K in Kind]?: OwnerColumn } = {
  organisation: 'id',
  project: 'supplierId',
  projectGroup: 'supplierId',
  requirement: 'buyerId',
  requirementGroup: 'buyerId',
  participation: 'organisationId',
  agentAuthority: 'clientId',
}

const column = (subject: object, name: string): string | null =>
  (subject as Record<string, string | null | undefined>)[name] ?? null

/** The organisation whose thing this is; null for things of the market itself. */
export const ownerOf = <K extends Kind>(kind: K, subject: SubjectOf<K>): string | null => {
  const owner = OWNER_COLUMN[kind]
  return owner ? column(subject, owner) : null
}

/** The round a thing belongs to, itself if it is one; null for things outside rounds. */
export const roundIdOf = <K extends Kind>(kind: K, subject: SubjectOf<K>): string | null =>
  kind === 'round' ? subject.id : column(subject, 'roundId')
