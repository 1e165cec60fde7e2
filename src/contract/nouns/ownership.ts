import type { Kind, EntityOfKind } from '#domain/disclosure/entities'
import { nounOf } from './nouns.ts'

/** Value of a column of a thing, if it is a string. */
export const textValue = (subject: object, column: string | undefined): string | null => {
  const value = Object.entries(subject).find(([name]) => name === column)?.[1]
  return typeof value === 'string' ? value : null
}

/** Owning organisation; null for things of the market itself. */
export const findOwnerId = <K extends Kind>(kind: K, subject: EntityOfKind<K>): string | null =>
  textValue(subject, nounOf(kind)?.owner)

/** Organisation that a thing concerns: its owner, or the one to which a person belongs. */
export const findOrganisationId = <K extends Kind>(kind: K, subject: EntityOfKind<K>): string | null =>
  kind === 'user' ? textValue(subject, 'organisationId') : findOwnerId(kind, subject)

/** Round of a thing, or its own id if it is a round; null for things outside rounds. */
export const findRoundId = <K extends Kind>(kind: K, subject: EntityOfKind<K>): string | null =>
  kind === 'round' ? subject.id : textValue(subject, 'roundId')
