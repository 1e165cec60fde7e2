import type { Kind, SubjectOf } from '#domain/entities'
import { nounOf } from './nouns.ts'

/** What a column of a thing holds, where it is a text. */
export const textIn = (subject: object, column: string | undefined): string | null => {
  const value = Object.entries(subject).find(([name]) => name === column)?.[1]
  return typeof value === 'string' ? value : null
}

/** The organisation whose thing this is; null for things of the market itself. */
export const ownerOf = <K extends Kind>(kind: K, subject: SubjectOf<K>): string | null =>
  textIn(subject, nounOf(kind)?.owner)

/** The organisation that a thing concerns: its owner, or the one that a person belongs to. */
export const organisationOf = <K extends Kind>(kind: K, subject: SubjectOf<K>): string | null =>
  kind === 'user' ? textIn(subject, 'organisationId') : ownerOf(kind, subject)

/** The round a thing belongs to, itself if it is one; null for things outside rounds. */
export const roundIdOf = <K extends Kind>(kind: K, subject: SubjectOf<K>): string | null =>
  kind === 'round' ? subject.id : textIn(subject, 'roundId')
