import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/actor'
import type { Participation } from '#domain/participation'
import type { ParticipationRow, ParticipationView } from '#contract/participation'
import type { Database } from '../store/tables.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { named, namesOf, peopleOf, roundsOf } from './names.ts'
import { clockOf } from './step-clock.ts'
import { readsAll } from '#contract/read-access'

/** Participations as rows of a list. */
export const participationRows = async (
  db: Kysely<Database>,
  participations: readonly Participation[],
): Promise<ParticipationRow[]> => {
  const organisation = await namesOf(
    db,
    'organisation',
    participations.map(one => one.organisationId),
  )
  const round = await roundsOf(
    db,
    participations.map(one => one.roundId),
  )
  return participations.map(({ id, organisationId, roundId, capacity, status }) => ({
    id,
    links: rowLinks('participation', id),
    organisation: named(organisation, organisationId),
    round: round(roundId),
    capacity,
    status,
  }))
}

/** One participation, with what its organisation has declared. */
export const participationView = async (
  participation: Participation,
  reader: Actor,
  context: ViewContext,
): Promise<ParticipationView> => {
  const { db } = context
  const [row] = await participationRows(db, [participation])
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('id', '=', participation.roundId)
    .executeTakeFirst()
  const name = `${row!.organisation.name}, ${participation.capacity.toLowerCase()} in ${row!.round.name}`
  const answers = await db
    .selectFrom('declarationAnswer')
    .innerJoin('roundDeclaration', 'roundDeclaration.id', 'declarationAnswer.roundDeclarationId')
    .select(['name', 'declaration', 'answeredBy', 'answeredAt'])
    .where('subjectKind', '=', 'participation')
    .where('subjectId', '=', participation.id)
    .orderBy('declarationAnswer.ordinal')
    .execute()
  const person = await peopleOf(
    db,
    answers.map(answer => answer.answeredBy),
    { seesAll: readsAll(reader), organisationId: reader.organisationId },
  )
  return {
    ...resourceOf('participation', participation, name, reader, { round, now: context.now }),
    organisation: row!.organisation,
    round: row!.round,
    capacity: row!.capacity,
    status: row!.status,
    reason: participation.reason,
    clock: await clockOf('participation', participation, { round }, context),
    declarations: answers.map(answer => ({
      name: answer.name,
      declaration: answer.declaration,
      answeredBy: person(answer.answeredBy),
      answeredAt: answer.answeredAt,
    })),
  }
}
