import { rowLinks } from '#contract/nouns'
import type { Kysely } from 'kysely'
import { dayOf } from '#domain/dates'
import type { Actor } from '#domain/actor'
import { isNutrient } from '#domain/credit-type'
import { needOf, type Requirement } from '#domain/requirement'
import { quantityOf, type Units } from '#domain/units'
import type { Named } from '#contract/values'
import type { GroupOfItem } from '#contract/project'
import type { RequirementRow, RequirementView } from '#contract/requirement'
import type { Database } from '../store/tables.ts'
import { poundsOf } from '#domain/money'
import { earlierResultsOf, inPounds, paymentsOf, resultOf, sealedFrom } from './amounts.ts'
import { resourceOf, type ViewContext } from './context.ts'
import { settledCredits } from './credit.ts'
import { named, namesIn, namesOf, roundsOf } from './names.ts'
import { withMissing } from './missing.ts'
import { nextForRequirement } from './next.ts'

const quantity = (units: Units | null): number | null => (units === null ? null : quantityOf(units))

/** The quantities asked for; null while not set. Only nutrient needs have additional units. */
const quantitiesNeeded = (requirement: Requirement) => {
  const { creditType, nutrientOngoingUnits, nutrientAdditionalUnits, bioUnits, units } = requirement
  if (requirement.type === 'Investor') return { units: quantity(units), additionalUnits: null }
  if (isNutrient(creditType))
    return { units: quantity(nutrientOngoingUnits), additionalUnits: quantity(nutrientAdditionalUnits) }
  return { units: quantity(bioUnits), additionalUnits: null }
}

/** Credit requirements as rows of a list, each bid as far as this reader may know it. */
export const requirementRows = async (
  db: Kysely<Database>,
  requirements: readonly Requirement[],
  reader: Actor,
): Promise<RequirementRow[]> => {
  const ids = <C extends keyof Requirement>(column: C) => requirements.map(requirement => requirement[column])
  const round = await roundsOf(db, ids('roundId'))
  const { buyer, nca, lpa, subcatchment, group } = await namesIn(db, {
    buyer: ['organisation', ids('buyerId')],
    nca: ['nca', ids('ncaId')],
    lpa: ['lpa', ids('lpaId')],
    subcatchment: ['subcatchment', ids('subcatchmentId')],
    group: ['requirementGroup', ids('groupId'), reader],
  })
  const paymentOf = await paymentsOf(db, ids('roundId').map(round), reader)
  return requirements.map(requirement => {
    const its = round(requirement.roundId)
    const bid = sealedFrom(reader, ownerOfBid(requirement), requirement.bid, its.status)
    const paid = paymentOf(requirement)
    return {
      id: requirement.id,
      links: rowLinks('requirement', requirement.id),
      name: requirement.name,
      round: its,
      buyer: named(buyer, requirement.buyerId),
      type: requirement.type,
      status: requirement.status,
      creditType: needOf(requirement)?.creditType ?? requirement.creditType,
      ...quantitiesNeeded(requirement),
      nca: nca(requirement.ncaId),
      lpa: lpa(requirement.lpaId),
      subcatchment: subcatchment(requirement.subcatchmentId),
      redemptionDate: requirement.redemptionDate,
      bid: bid.amount,
      bidIsSealed: bid.isSealed,
      pays: paid && poundsOf(paid.payment),
      paysPerUnit: paid && inPounds(paid.perUnit),
      group: group(requirement.groupId),
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
  const [row] = await requirementRows(db, [requirement], reader)
  const round = await db
    .selectFrom('round')
    .selectAll()
    .where('id', '=', requirement.roundId)
    .executeTakeFirst()
  const resource = resourceOf('requirement', requirement, requirement.name, reader, {
    round,
    now: context.now,
  })
  const [participation] = await context.read.list('participation', {
    roundId: requirement.roundId,
    organisationId: requirement.buyerId,
    capacity: requirement.type,
  })
  const agent = await namesOf(db, 'organisation', [requirement.agentId])
  const need = needOf(requirement)
  const status = row!.round.status
  const owner = ownerOfBid(requirement)
  return {
    ...row!,
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
    nearAddress: requirement.nearAddress,
    gridReference: requirement.gridReference,
    threeWords: requirement.threeWords,
    planningRef: requirement.planningRef,
    certificateDate: requirement.certificateDate,
    bidOngoingOnly: sealedFrom(reader, owner, requirement.bidOngoingOnly, status).amount,
    acceptOngoingOnly: row!.bid === null ? null : requirement.acceptOngoingOnly,
    bidAt: row!.bid === null ? null : requirement.bidAt,
    endedAs: requirement.endedAs,
    group: await groupOf(db, row!.group),
    settled:
      status === 'Settled' ? await settledCredits(db, 'requirementId', requirement.id, reader, on) : [],
    result: await resultOf(db, reader, requirement.id, round),
    earlierResults: await earlierResultsOf(db, reader, { ...owner, id: requirement.id }),
    next: await withMissing(
      nextForRequirement(
        requirement,
        { round, today: dayOf(context.now), participation },
        resource.actions,
        reader,
      ),
      { kind: 'requirement', subject: requirement },
      reader,
      context,
    ),
  }
}

const groupOf = async (db: Kysely<Database>, name: Named | null): Promise<GroupOfItem | null> => {
  if (!name) return null
  const { type } = await db
    .selectFrom('requirementGroup')
    .select('type')
    .where('id', '=', name.id)
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('requirement')
    .select(['id', 'name'])
    .where('groupId', '=', name.id)
    .orderBy('ordinal')
    .execute()
  return { ...name, type, members }
}
