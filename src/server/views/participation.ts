import { CAPACITY_WORDS } from '#domain/values/capacity'
import { rowLinks } from '#contract/nouns/nouns'
import type { Kysely } from 'kysely'
import type { Actor } from '#domain/people/actor'
import type { Participation } from '#domain/round/participation'
import type { ParticipationRow, ParticipationView } from '#contract/round/participation'
import type { Database } from '../store/tables/tables.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { requireName, readNamesOfKind, readPeopleNames, readRoundsWithMarkets } from './kit/names.ts'
import { readCurrentStep } from '../next/step-clock.ts'
import { mayReadAll } from '#contract/nouns/read-access'

/** Rows of a list of participations. */
export const participationRows = async (
  db: Kysely<Database>,
  participations: readonly Participation[],
): Promise<ParticipationRow[]> => {
  const organisation = await readNamesOfKind(
    db,
    'organisation',
    participations.map(one => one.organisationId),
  )
  const round = await readRoundsWithMarkets(
    db,
    participations.map(one => one.roundId),
  )
  return participations.map(({ id, organisationId, roundId, capacity, status }) => ({
    id,
    links: rowLinks('participation', id),
    organisation: requireName(organisation, organisationId),
    round: round(roundId),
    capacity,
    status,
  }))
}

/** View of one participation, with the declarations of its organisation. */
export const participationView = async (
  participation: Participation,
  reader: Actor,
  context: ViewContext,
): Promise<ParticipationView> => {
  const { db } = context
  const [row] = await participationRows(db, [participation])
  const { id: _, links: __, ...shown } = row!
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('id', '=', participation.roundId)
    .executeTakeFirst()
  const name = `${shown.organisation.name}, ${CAPACITY_WORDS[shown.capacity]} in ${shown.round.name}`
  const answers = await db
    .selectFrom('declarationAnswer')
    .innerJoin('roundDeclaration', 'roundDeclaration.id', 'declarationAnswer.roundDeclarationId')
    .select(['name', 'declaration', 'answeredBy', 'answeredAt'])
    .where('subjectKind', '=', 'participation')
    .where('subjectId', '=', participation.id)
    .orderBy('declarationAnswer.ordinal')
    .execute()
  const person = await readPeopleNames(
    db,
    answers.map(answer => answer.answeredBy),
    { seesAll: mayReadAll(reader), organisationId: reader.organisationId },
  )
  return {
    ...commonResourceView('participation', participation, name, reader, { round, now: context.now }),
    ...shown,
    reason: participation.reason,
    clock: await readCurrentStep('participation', participation, { round }, context),
    declarations: answers.map(answer => ({
      name: answer.name,
      declaration: answer.declaration,
      answeredBy: person(answer.answeredBy),
      answeredAt: answer.answeredAt,
    })),
  }
}
