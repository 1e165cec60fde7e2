import { rowLinks } from '#contract/nouns/nouns'
import type { Kysely } from 'kysely'
import { readRoundOfItem } from '#actions/fields/areas'
import { readParticipation } from '#actions/common/registration'
import { utcDayOf } from '@credit-market/values/dates'
import type { Actor } from '#domain/people/actor'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { metricHabitat } from '@credit-market/habitat-metric/habitats'
import { tradingRuleOf } from '@credit-market/habitat-metric/trading'
import { calculateLoss } from '@credit-market/habitat-metric/worked-out'
import { needOf, type Requirement } from '#domain/project/requirement'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import type { IdAndName } from '#contract/kit/values'
import type { GroupOfItem } from '#contract/kit/group-of-item'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { RequirementRow, RequirementView } from '#contract/requirement/requirement'
import type { Database } from '../store/tables/tables.ts'
import { poundsOf } from '@credit-market/values/money'
import { readEarlierResults, poundsOrNull, readDisclosedPayments, disclosedAmount } from './kit/amounts.ts'
import { namesReferencedByRows, pickColumnValues } from './kit/columns.ts'
import { commonResourceView, type ViewContext } from './kit/context.ts'
import { readStateInRound } from './in-its-round.ts'
import { requireName, readNamesByKind, readNamesOfKind, readRoundsWithMarkets } from './kit/names.ts'
import { readDepositView } from '../money/deposit-view.ts'
import { nextStepForRequirement } from '../next/next.ts'
import { selectExactLocation, readLocationDetails } from '../place/place.ts'
import { metricResultView } from './services.ts'
import { readSiteView } from '../sites/site.ts'

const quantity = (units: Units | null): number | null => (units === null ? null : unitsToNumber(units))

/** Required quantities; null while not set. Only nutrient requirements have additional units. */
const quantitiesNeeded = (requirement: Requirement) => {
  const { creditType, nutrientOngoingUnits, nutrientAdditionalUnits, bioUnits, units } = requirement
  if (requirement.type === 'Investor') return { units: quantity(units), additionalUnits: null }
  if (isNutrient(creditType))
    return { units: quantity(nutrientOngoingUnits), additionalUnits: quantity(nutrientAdditionalUnits) }
  return { units: quantity(bioUnits), additionalUnits: null }
}

const rowNames = namesReferencedByRows(REQUIREMENT_COLUMNS)
const rowValues = pickColumnValues(REQUIREMENT_COLUMNS, 'row')
const viewValues = pickColumnValues(REQUIREMENT_COLUMNS, 'view')

/** Rows of a list of credit requirements, each bid as far as this reader may know it. */
export const requirementRows = async (
  db: Kysely<Database>,
  requirements: readonly Requirement[],
  reader: Actor,
): Promise<RequirementRow[]> => {
  const ids = <C extends keyof Requirement>(column: C) => requirements.map(requirement => requirement[column])
  const rounds = readRoundsWithMarkets(db, ids('roundId'))
  const [round, names, paymentOf] = await Promise.all([
    rounds,
    readNamesByKind(db, {
      buyer: ['organisation', ids('buyerId')],
      ...rowNames.wanted(requirements),
      group: ['requirementGroup', ids('groupId'), reader],
    }),
    rounds.then(known => readDisclosedPayments(db, ids('roundId').map(known), reader)),
  ])
  return requirements.map(requirement => {
    const its = round(requirement.roundId)
    const bid = disclosedAmount(reader, ownerOfBid(requirement), requirement.bid, its.status)
    const paid = paymentOf(requirement)
    return {
      id: requirement.id,
      links: rowLinks('requirement', requirement.id),
      name: requirement.name,
      round: its,
      buyer: requireName(names.buyer, requirement.buyerId),
      type: requirement.type,
      status: requirement.status,
      creditType: needOf(requirement)?.creditType ?? requirement.creditType,
      ...quantitiesNeeded(requirement),
      ...rowNames.found(names, requirement),
      ...rowValues(requirement),
      bid: bid.amount,
      bidIsSealed: bid.isSealed,
      pays: paid && poundsOf(paid.payment),
      paysPerUnit: paid && poundsOrNull(paid.perUnit),
      ...(paid && { won: paid.won }),
      group: names.group(requirement.groupId),
    }
  })
}

const ownerOfBid = ({ buyerId: ownerId, roundId }: Requirement) => ({ ownerId, roundId })

/** View of one credit requirement for this reader. */
export const requirementView = async (
  requirement: Requirement,
  reader: Actor,
  context: ViewContext,
): Promise<RequirementView> => {
  const { db, on } = context
  const { id } = requirement
  const owner = ownerOfBid(requirement)
  const [row, agent, land, earlierResults, deposit, { round, resource, ...inRound }] = await Promise.all([
    requirementRows(db, [requirement], reader).then(async ([one]) => ({
      ...one!,
      group: await groupOf(db, one!.group),
    })),
    readNamesOfKind(db, 'organisation', [requirement.agentId]),
    readSiteView(db, { requirementId: id }, requirement, [], reader),
    readEarlierResults(db, reader, { ...owner, id }),
    readDepositView(db, requirement, reader),
    ofItsRound(requirement, reader, context),
  ])
  const judged = await readLocationDetails(db, { ...row, ...requirement })
  const need = needOf(requirement)
  return {
    ...row,
    ...resource,
    on,
    agent: agent(requirement.agentId),
    nutrientType: requirement.nutrientType,
    nutrientAcceptOngoingOnly: requirement.nutrientAcceptOngoingOnly,
    broadHabitat: need?.broadHabitat ?? null,
    habitatType: need?.habitatType ?? null,
    distinctiveness: need?.distinctiveness ?? null,
    module: need?.module ?? null,
    isDivisible: need?.divisible ?? null,
    loss: lossOf(requirement),
    tradingRule: need && requirement.type === 'Buyer' ? (tradingRuleOf(need)?.words ?? null) : null,
    ...selectExactLocation(requirement),
    ...judged,
    ...land,
    ...viewValues(requirement),
    bidOngoingOnly: disclosedAmount(reader, owner, requirement.bidOngoingOnly, round.status).amount,
    acceptOngoingOnly: row.bid === null ? null : requirement.acceptOngoingOnly,
    bidAt: row.bid === null ? null : requirement.bidAt,
    deposit,
    endedAs: requirement.endedAs,
    ...inRound,
    earlierResults,
  }
}

const lossOf = (requirement: Requirement): RequirementView['loss'] => {
  const { lossHabitat, lossSize, lossCondition, lossSignificance } = requirement
  if (lossHabitat === null) return null
  const worked = calculateLoss(requirement)
  return {
    habitat: metricHabitat(lossHabitat)?.label ?? lossHabitat,
    size: quantity(lossSize),
    condition: lossCondition,
    significance: lossSignificance,
    metric: worked && metricResultView(worked),
  }
}

const ofItsRound = async (requirement: Requirement, reader: Actor, context: ViewContext) => {
  const { now, read } = context
  const { buyerId, roundId, type } = requirement
  const [round, participation] = await Promise.all([
    readRoundOfItem(read, requirement),
    readParticipation(read, buyerId, roundId, type),
  ])
  const resource = commonResourceView('requirement', requirement, requirement.name, reader, { round, now })
  const around = { round, today: utcDayOf(now), participation }
  const steps = nextStepForRequirement(requirement, around, resource.actions, reader)
  const its = { kind: 'requirement', subject: requirement } as const
  return { round, resource, ...(await readStateInRound(its, around, steps, reader, context)) }
}

const groupOf = async (db: Kysely<Database>, name: IdAndName | null): Promise<GroupOfItem | null> => {
  if (!name) return null
  const [{ type }, members] = await Promise.all([
    db.selectFrom('requirementGroup').select('type').where('id', '=', name.id).executeTakeFirstOrThrow(),
    db
      .selectFrom('requirement')
      .select(['id', 'name'])
      .where('groupId', '=', name.id)
      .orderBy('ordinal')
      .execute(),
  ])
  return { ...name, type, members }
}
