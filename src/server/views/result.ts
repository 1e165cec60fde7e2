import type { Actor } from '#domain/actor'
import { stepsAfterProject, stepsAfterRequirement } from '#domain/after-settlement'
import { dayOf } from '#domain/dates'
import { mayKnowInstance, mayKnow } from '#domain/disclosure'
import { type Pence, poundsOf } from '#domain/money'
import type { ItemOutcome, RoundOutcome } from '#domain/outcome'
import type { Round } from '#domain/round'
import type { FurtherRound, ResultItem, ResultView } from '#contract/result'
import type { Named } from '#contract/values'
import { availableOn } from '../runner/available.ts'
import { itemResult } from './amounts.ts'
import type { ViewContext } from './context.ts'
import { named, namesOf, roundsOf } from './names.ts'
import { outcomesOf } from './outcomes.ts'
import { headOf, partOf } from './result-heads.ts'
import { type Looking, roundsThatTake } from './rounds-that-take.ts'

/** Whose results in a round this reader may read: whoever had something in the match, or took part. */
const organisationsFor = async (
  round: Round,
  outcome: RoundOutcome,
  reader: Actor,
  { db }: ViewContext,
): Promise<Named[]> => {
  const present = await db
    .selectFrom('participation')
    .select('organisationId')
    .where('roundId', '=', round.id)
    .where('status', '=', 'Registered')
    .execute()
  const ids = [...outcome.items, ...present].map(one => one.organisationId)
  const known = [...new Set(ids)].filter(ownerId =>
    mayKnow('organisationMoney', reader, { ownerId, roundId: round.id }, round.status),
  )
  const name = await namesOf(db, 'organisation', known)
  return known.map(id => named(name, id)).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

const furtherRounds = async (
  looking: Looking,
  reader: Actor,
  round: Round,
  { read, now }: ViewContext,
): Promise<FurtherRound[]> => {
  const { kind, subject } = looking
  const actions = availableOn(kind, subject, reader, { round, today: dayOf(now) })
  if (!actions.some(({ id }) => id === 'Reregister')) return []
  return (await roundsThatTake(read, looking, dayOf(now))).map(({ window, ...further }) => ({
    ...further,
    ...window,
  }))
}

/** An item with what became of it since; of one that has moved on to another round only what it was. */
const itemOf = async (
  item: ItemOutcome,
  round: Round,
  reader: Actor,
  context: ViewContext,
): Promise<ResultItem[]> => {
  const found = await context.read.one(item.of, item.id)
  const result = itemResult(reader, round, item, null)
  if (!found || !result) return []
  const { surplusOfRound: _, ...told } = result
  const isHere = found.roundId === round.id
  const looking: Looking =
    'supplierId' in found ? { kind: 'project', subject: found } : { kind: 'requirement', subject: found }
  const steps =
    looking.kind === 'project' ? stepsAfterProject(looking.subject) : stepsAfterRequirement(looking.subject)
  return [
    {
      ...told,
      of: item.of,
      id: item.id,
      name: item.name,
      status: found.status,
      amount: poundsOf(item.amount),
      costs: poundsOf(item.costs),
      steps: isHere && item.won ? steps : [],
      rounds: isHere && !item.won ? await furtherRounds(looking, reader, round, context) : [],
    },
  ]
}

const sumOf = (items: readonly ItemOutcome[], amount: (item: ItemOutcome) => Pence): number =>
  poundsOf(items.filter(item => item.won).reduce((sum, item) => sum + amount(item), 0))

/**
 * What a round means for one organisation that the reader names, its own, or the first it may read of; undefined where
 * there is none.
 */
export const resultView = async (
  round: Round,
  organisationId: string | undefined,
  reader: Actor,
  context: ViewContext,
): Promise<ResultView | undefined> => {
  const { db, on } = context
  const outcome = (await outcomesOf(db, [round.id])).get(round.id)?.outcome
  if (!outcome || (round.status !== 'Matched' && round.status !== 'Settled')) return undefined
  const organisations = await organisationsFor(round, outcome, reader, context)
  const organisation =
    organisations.find(({ id }) => id === (organisationId ?? reader.organisationId)) ??
    (organisationId === undefined ? organisations[0] : undefined)
  if (!organisation) return undefined
  const { items, sums } = partOf(outcome, organisation.id)
  const requirements = items.filter(item => item.of === 'requirement')
  const projects = items.filter(item => item.of === 'project')
  const shown = await Promise.all(items.map(item => itemOf(item, round, reader, context)))
  const dismissed = await db
    .selectFrom('dismissedResult')
    .select('at')
    .where('userId', '=', reader.userId)
    .where('roundId', '=', round.id)
    .where('organisationId', '=', organisation.id)
    .executeTakeFirst()
  const roundOf = await roundsOf(db, [round.id])
  const market = round.instanceSha256 === null ? undefined : await context.read.one('market', round.marketId)
  return {
    ...headOf(reader, roundOf(round.id), round.settledAt, organisation, outcome),
    on,
    organisations,
    bids: sumOf(requirements, item => item.value),
    offers: sumOf(projects, item => item.value - item.costs),
    costs: sumOf(projects, item => item.costs),
    share: poundsOf(sums?.share ?? 0),
    certainty: sums?.certainty ?? 'exact',
    halfWidth: poundsOf(sums?.halfWidth ?? 0),
    items: shown.flat(),
    isPublished: market !== undefined && mayKnowInstance(null, round.status, market),
    isDismissed: dismissed !== undefined,
  }
}
