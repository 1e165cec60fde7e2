import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import { roundOf } from '#actions/common/areas'
import { participationOf } from '#actions/common/registration'
import { readingOnce } from '#actions/round/reading-once'
import { dayOf } from '#domain/dates'
import type { Actor } from '#domain/actor'
import { isNutrient } from '#domain/credit-type'
import { metricHabitat } from '#domain/metric/habitats'
import { tradingRuleOf } from '#domain/metric/trading'
import { workedLoss } from '#domain/metric/worked-out'
import { needOf, type Requirement } from '#domain/requirement'
import { quantityOf, type Units } from '#domain/units'
import type { Named } from '#contract/values'
import type { GroupOfItem } from '#contract/group-of-item'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import type { RequirementRow, RequirementView } from '#contract/requirement'
import type { Database } from '../store/tables.ts'
import { poundsOf } from '#domain/money'
import { earlierResultsOf, inPounds, paymentsOf, sealedFrom } from './amounts.ts'
import { namesOfRows, valuesOf } from './columns.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { inItsRound } from './in-its-round.ts'
import { named, namesIn, namesOf, roundsOf } from './names.ts'
import { nextForRequirement } from './next.ts'
import { addressOf, judgedPlace } from './place.ts'
import { workedView } from './services.ts'
import { siteOf } from './site.ts'

const quantity = (units: Units | null): number | null => (units === null ? null : quantityOf(units))

/** The quantities asked for; null while not set. Only nutrient needs have additional units. */
const quantitiesNeeded = (requirement: Requirement) => {
  const { creditType, nutrientOngoingUnits, nutrientAdditionalUnits, bioUnits, units } = requirement
  if (requirement.type === 'Investor') return { units: quantity(units), additionalUnits: null }
  if (isNutrient(creditType))
    return { units: quantity(nutrientOngoingUnits), additionalUnits: quantity(nutrientAdditionalUnits) }
  return { units: quantity(bioUnits), additionalUnits: null }
}

const rowNames = namesOfRows(REQUIREMENT_COLUMNS)
const rowValues = valuesOf(REQUIREMENT_COLUMNS, 'row')
const viewValues = valuesOf(REQUIREMENT_COLUMNS, 'view')

/** Credit requirements as rows of a list, each bid as far as this reader may know it. */
export const requirementRows = async (
  db: Kysely<Database>,
  requirements: readonly Requirement[],
  reader: Actor,
): Promise<RequirementRow[]> => {
  const ids = <C extends keyof Requirement>(column: C) => requirements.map(requirement => requirement[column])
  const rounds = roundsOf(db, ids('roundId'))
  const [round, names, paymentOf] = await Promise.all([
    rounds,
    namesIn(db, {
      buyer: ['organisation', ids('buyerId')],
      ...rowNames.wanted(requirements),
      group: ['requirementGroup', ids('groupId'), reader],
    }),
    rounds.then(known => paymentsOf(db, ids('roundId').map(known), reader)),
  ])
  return requirements.map(requirement => {
    const its = round(requirement.roundId)
    const bid = sealedFrom(reader, ownerOfBid(requirement), requirement.bid, its.status)
    const paid = paymentOf(requirement)
    return {
      id: requirement.id,
      links: rowLinks('requirement', requirement.id),
      name: requirement.name,
      round: its,
      buyer: named(names.buyer, requirement.buyerId),
      type: requirement.type,
      status: requirement.status,
      creditType: needOf(requirement)?.creditType ?? requirement.creditType,
      ...quantitiesNeeded(requirement),
      ...rowNames.found(names, requirement),
      ...rowValues(requirement),
      bid: bid.amount,
      bidIsSealed: bid.isSealed,
      pays: paid && poundsOf(paid.payment),
      paysPerUnit: paid && inPounds(paid.perUnit),
      ...(paid && { won: paid.won }),
      group: names.group(requirement.groupId),
    }
  })
}

const ownerOfBid = ({ buyerId: ownerId, roundId }: Requirement) => ({ ownerId, roundId })

/** One credit requirement as this reader may see it. */
export const requirementView = async (
  requirement: Requirement,
  reader: Actor,
  context: ViewContext,
): Promise<RequirementView> => {
  const { db, on } = context
  const { id } = requirement
  const owner = ownerOfBid(requirement)
  const [row, agent, land, earlierResults, { round, resource, ...inRound }] = await Promise.all([
    requirementRows(db, [requirement], reader).then(async ([one]) => ({
      ...one!,
      group: await groupOf(db, one!.group),
    })),
    namesOf(db, 'organisation', [requirement.agentId]),
    siteOf(db, { requirementId: id }, requirement, [], reader),
    earlierResultsOf(db, reader, { ...owner, id }),
    ofItsRound(requirement, reader, context),
  ])
  const judged = await judgedPlace(db, { ...row, ...requirement })
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
    ...addressOf(requirement),
    ...judged,
    ...land,
    ...viewValues(requirement),
    bidOngoingOnly: sealedFrom(reader, owner, requirement.bidOngoingOnly, round.status).amount,
    acceptOngoingOnly: row.bid === null ? null : requirement.acceptOngoingOnly,
    bidAt: row.bid === null ? null : requirement.bidAt,
    endedAs: requirement.endedAs,
    ...inRound,
    earlierResults,
  }
}

const lossOf = (requirement: Requirement): RequirementView['loss'] => {
  const { lossHabitat, lossSize, lossCondition, lossSignificance } = requirement
  if (lossHabitat === null) return null
  const worked = workedLoss(requirement)
  return {
    habitat: metricHabitat(lossHabitat)?.label ?? lossHabitat,
    size: quantity(lossSize),
    condition: lossCondition,
    significance: lossSignificance,
    metric: worked && workedView(worked),
  }
}

const ofItsRound = async (requirement: Requirement, reader: Actor, context: ViewContext) => {
  const { now } = context
  const { buyerId, roundId, type } = requirement
  const read = readingOnce(context.read)
  const [round, participation] = await Promise.all([
    roundOf(read, requirement),
    participationOf(read, buyerId, roundId, type),
  ])
  const resource = resourceOf('requirement', requirement, requirement.name, reader, { round, now })
  const around = { round, today: dayOf(now), participation }
  const steps = nextForRequirement(requirement, around, resource.actions, reader)
  const its = { kind: 'requirement', subject: requirement } as const
  return { round, resource, ...(await inItsRound(its, around, steps, reader, { ...context, read })) }
}

const groupOf = async (db: Kysely<Database>, name: Named | null): Promise<GroupOfItem | null> => {
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
