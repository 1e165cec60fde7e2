import type { Actor } from '#domain/people/actor'
import { projectStepsAfterSettlement, requirementStepsAfterSettlement } from '#domain/steps/after-settlement'
import { utcDayOf } from '@credit-market/values/dates'
import { mayReadPublishedMatch, mayReadFigure } from '#domain/disclosure/disclosure'
import { type Pence, poundsOf } from '@credit-market/values/money'
import type { ItemOutcome, RoundOutcome } from '#domain/match/outcome'
import type { Round } from '#domain/round/round'
import type { FurtherRound, ResultItem, ResultView } from '#contract/round/result'
import type { IdAndName } from '#contract/kit/values'
import { listAvailableActions } from '../runner/available.ts'
import { toItemResult } from '../views/kit/amounts.ts'
import type { ViewContext } from '../views/kit/context.ts'
import { requireName, readNamesOfKind, readRoundsWithMarkets } from '../views/kit/names.ts'
import { readNewestMatchResults } from '../views/kit/outcomes.ts'
import { summariseRoundResult, outcomeOfOrganisation } from './result-heads.ts'
import { type ItemLookingForRound, findRoundsForItem } from '../views/kit/rounds-that-take.ts'

/** Organisations whose results in a round this reader may read: those with an item in the match, and participants. */
const organisationsFor = async (
  round: Round,
  outcome: RoundOutcome,
  reader: Actor,
  { db }: ViewContext,
): Promise<IdAndName[]> => {
  const present = await db
    .selectFrom('participation')
    .select('organisationId')
    .where('roundId', '=', round.id)
    .where('status', '=', 'Registered')
    .execute()
  const ids = [...outcome.items, ...present].map(one => one.organisationId)
  const known = [...new Set(ids)].filter(ownerId =>
    mayReadFigure('organisationMoney', reader, { ownerId, roundId: round.id }, round.status),
  )
  const name = await readNamesOfKind(db, 'organisation', known)
  return known.map(id => requireName(name, id)).toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}

const furtherRounds = async (
  looking: ItemLookingForRound,
  reader: Actor,
  round: Round,
  { read, now }: ViewContext,
): Promise<FurtherRound[]> => {
  const { kind, subject } = looking
  const actions = listAvailableActions(kind, subject, reader, { round, today: utcDayOf(now) })
  if (!actions.some(({ id }) => id === 'Reregister')) return []
  return (await findRoundsForItem(read, looking, utcDayOf(now))).map(({ window, ...further }) => ({
    ...further,
    ...window,
  }))
}

/** An item with its state since; only its result if it has moved on to another round. */
const itemOf = async (
  item: ItemOutcome,
  round: Round,
  reader: Actor,
  context: ViewContext,
): Promise<ResultItem[]> => {
  const found = await context.read.one(item.of, item.id)
  const result = toItemResult(reader, round, item, null)
  if (!found || !result) return []
  const { surplusOfRound: _, ...told } = result
  const isHere = found.roundId === round.id
  const looking: ItemLookingForRound =
    'supplierId' in found ? { kind: 'project', subject: found } : { kind: 'requirement', subject: found }
  const steps =
    looking.kind === 'project'
      ? projectStepsAfterSettlement(looking.subject)
      : requirementStepsAfterSettlement(looking.subject)
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
 * Result of a round for one organisation: the named one, the reader's own, or the first that the reader may read;
 * undefined if there is none.
 */
export const readResultView = async (
  round: Round,
  organisationId: string | undefined,
  reader: Actor,
  context: ViewContext,
): Promise<ResultView | undefined> => {
  const { db, on } = context
  const outcome = (await readNewestMatchResults(db, [round.id])).get(round.id)?.outcome
  if (!outcome || (round.status !== 'Matched' && round.status !== 'Settled')) return undefined
  const organisations = await organisationsFor(round, outcome, reader, context)
  const organisation =
    organisations.find(({ id }) => id === (organisationId ?? reader.organisationId)) ??
    (organisationId === undefined ? organisations[0] : undefined)
  if (!organisation) return undefined
  const { items, sums } = outcomeOfOrganisation(outcome, organisation.id)
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
  const roundOf = await readRoundsWithMarkets(db, [round.id])
  const market = round.instanceSha256 === null ? undefined : await context.read.one('market', round.marketId)
  return {
    ...summariseRoundResult(reader, roundOf(round.id), round.settledAt, organisation, outcome),
    on,
    organisations,
    bids: sumOf(requirements, item => item.value),
    offers: sumOf(projects, item => item.value - item.costs),
    costs: sumOf(projects, item => item.costs),
    share: poundsOf(sums?.share ?? 0),
    certainty: sums?.certainty ?? 'exact',
    halfWidth: poundsOf(sums?.halfWidth ?? 0),
    items: shown.flat(),
    isPublished: market !== undefined && mayReadPublishedMatch(null, round.status, market),
    isDismissed: dismissed !== undefined,
  }
}
