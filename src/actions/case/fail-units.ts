import type { Case } from '#domain/case/case'
import { findFailedUnits, type Claim, type FailedUnits } from '#domain/case/order-of-claims'
import type { CapacityLeft } from '#domain/case/unit-failure'
import { holdingOf, type Holding } from '#domain/credit/balance'
import { isBeforeSettlement, type Credit } from '#domain/credit/credit'
import type { Requirement } from '#domain/project/requirement'
import { serviceName } from '#domain/project/service'
import type { Day, Instant } from '@credit-market/values/dates'
import { showUnits, type Units } from '@credit-market/values/units'
import { claimingParts, lostCoverSentences, readCoveringUnits, type CoveringUnits } from './covering-units.ts'
import { addRemark, create, type Change, type EffectContext, type Read } from '../kit/changes.ts'

/** Settled credits of a project, with the settlement that created each and the units that failed earlier. */
export interface FailureFacts {
  credits: readonly Credit[]
  settledAt: ReadonlyMap<string, string>
  earlier: readonly FailedUnits[]
  /** Requirements that hold units of the project, or for which they replace failed ones. */
  requirements: readonly Requirement[]
  /** Units of the project that replace failed ones of others. */
  covering: readonly CoveringUnits[]
}

/** Reads what decides which units of a project fail. */
export const readFailureFacts = async (read: Read, { projectId }: Case): Promise<FailureFacts> => {
  const all = projectId === null ? [] : await read.list('credit', { projectId })
  const credits = all.filter(({ status }) => !isBeforeSettlement(status))
  const creditIds = credits.map(({ id }) => id)
  const covering = await readCoveringUnits(
    read,
    credits.flatMap(({ id, requirementId }) => (requirementId === null ? [id] : [])),
  )
  const claiming = [...credits, ...covering.map(({ failedCredit }) => failedCredit)]
  const requirementIds = [...new Set(claiming.flatMap(({ requirementId }) => requirementId ?? []))].toSorted()
  const [rounds, earlier, requirements] = await Promise.all([
    read.list('round', { id: [...new Set(claiming.map(({ roundId }) => roundId))].toSorted() }),
    read.list('unitFailure', { creditId: creditIds, endedAt: null }),
    read.list('requirement', { id: requirementIds }),
  ])
  return {
    credits,
    settledAt: new Map(rounds.map(({ id, settledAt }) => [id, settledAt ?? ''])),
    earlier,
    requirements,
    covering,
  }
}

/** Holding by which a credit claims capacity: one that was redeemed after the report claims as an issued one. */
const claimingHolding = (
  credit: Credit,
  { requirements }: FailureFacts,
  reportedAt: Instant,
): Holding | null => {
  const holding = holdingOf(credit)
  const redeemedAt = requirements.find(({ id }) => id === credit.requirementId)?.redeemedAt ?? null
  const isUsed = holding === 'redeemed' || holding === 'retired'
  return isUsed && redeemedAt !== null && Date.parse(redeemedAt) > Date.parse(reportedAt) ? 'issued' : holding
}

/** Claims of a credit: units that replace failed ones claim what those claimed. */
const claimsOf = (credit: Credit, facts: FailureFacts, reportedAt: Instant): Claim[] =>
  claimingParts(credit, facts.covering).flatMap(({ inPlaceOf, unitsPerPeriod }) => {
    const holding = claimingHolding(inPlaceOf, facts, reportedAt)
    return holding === null
      ? []
      : [
          {
            creditId: credit.id,
            holding,
            settledAt: facts.settledAt.get(inPlaceOf.roundId) ?? '',
            unitsPerPeriod,
          },
        ]
  })

/** Units that fail if only this capacity is left to each service from a day on. */
export const failedUnitsOf = (
  facts: FailureFacts,
  capacity: readonly CapacityLeft[],
  { since, reportedAt }: { since: Day; reportedAt: Instant },
): FailedUnits[] =>
  capacity.flatMap(({ serviceId, units }) =>
    findFailedUnits(
      facts.credits
        .filter(credit => credit.serviceId === serviceId)
        .flatMap(credit => claimsOf(credit, facts, reportedAt)),
      units,
      since,
      facts.earlier,
    ),
  )

/** Records the units that a case fails. */
export const failUnits = (
  { id: caseId }: Pick<Case, 'id'>,
  failed: readonly FailedUnits[],
  { newId }: Pick<EffectContext, 'newId'>,
): Change[] =>
  failed.map(({ creditId, firstUnit, lastUnit, startDay, endDay }) =>
    create('unitFailure', {
      id: newId(),
      caseId,
      creditId,
      firstUnit,
      lastUnit,
      startDay,
      endDay,
      endedAt: null,
    }),
  )

/** Most units that a credit loses at one time. */
const mostLost = (creditId: string, failed: readonly FailedUnits[]): Units =>
  failed
    .filter(one => one.creditId === creditId)
    .reduce((units, { firstUnit, lastUnit }) => Math.max(units, lastUnit - firstUnit + 1), 0)

const heldBy = ({ requirementId, isReserved }: Credit, requirements: readonly Requirement[]): string => {
  if (requirementId !== null)
    return requirements.find(({ id }) => id === requirementId)?.name ?? requirementId
  return isReserved ? 'the credit reserve' : 'no one yet'
}

/** Sentences about the most units that each credit loses at one time. */
export const failureSentences = (
  { credits, requirements, covering }: Pick<FailureFacts, 'credits' | 'requirements' | 'covering'>,
  failed: readonly FailedUnits[],
): string[] => [
  ...credits.flatMap(credit => {
    const most = mostLost(credit.id, failed)
    return most === 0
      ? []
      : [
          `${showUnits(most)} of ${showUnits(credit.units)} units held for ${heldBy(credit, requirements)} fail`,
        ]
  }),
  ...lostCoverSentences(covering, failed, requirements),
]

/** Text about the units that an organisation loses; empty if it loses none. */
export const lostBy = (
  { credits, requirements, covering }: FailureFacts,
  failed: readonly FailedUnits[],
  organisationId: string,
): string => {
  const own = requirements.filter(({ buyerId }) => buyerId === organisationId)
  const held = credits.filter(({ requirementId }) => own.some(({ id }) => id === requirementId))
  return failureSentences({ credits: held, requirements: own, covering }, failed)
    .map(sentence => `${sentence}.`)
    .join(' ')
}

/** Entries in the log for the project and for each requirement whose units fail, or are sound again. */
export const remarkOnUnits = (
  { projectId }: Pick<Case, 'projectId'>,
  credits: readonly Pick<Credit, 'id' | 'requirementId'>[],
  creditIds: readonly string[],
  message: string,
): Change[] => {
  const requirementIds = new Set(
    credits.flatMap(({ id, requirementId }) => (creditIds.includes(id) ? (requirementId ?? []) : [])),
  )
  return [
    ...(projectId === null ? [] : [addRemark('project', { id: projectId }, message)]),
    ...[...requirementIds].map(id => addRemark('requirement', { id }, message)),
  ]
}

/** Certified services of the project of a case, as choices. */
export const readFailingServices = async (read: Read, { projectId }: Case) => {
  const services = projectId === null ? [] : await read.list('service', { projectId, status: 'Certified' })
  return services.map(service => ({ id: service.id, name: serviceName(service) }))
}
