import { joinParties } from './parties.ts'
import type { ProjectGroup, RequirementGroup } from '../project/group.ts'
import type {
  MatchGroup,
  MatchProblem,
  MatchProject,
  MatchRequirement,
  MatchReserve,
  MatchService,
} from '@credit-market/matching/problem/match-problem'
import type { Capacity } from '../values/capacity.ts'
import type { Participation } from '../round/participation.ts'
import type { Project } from '../project/project.ts'
import { needOf, type Requirement } from '../project/requirement.ts'
import type { BiodiversitySupplyRule, Round } from '../round/round.ts'
import { supplyOf, type Service } from '../project/service.ts'

/** Offers, bids and settings of a round that a match or its settlement reads. */
export interface RoundOffersAndBids {
  round: Round
  projects: readonly Project[]
  services: readonly Service[]
  requirements: readonly Requirement[]
  projectGroups: readonly ProjectGroup[]
  requirementGroups: readonly RequirementGroup[]
  /** Every member of a group, offered or not. */
  grouped: readonly { id: string; groupId: string | null }[]
  participations: readonly Participation[]
  /** Ids of requirements whose bid does not count, because its deposit has not been received in full; none if the round asks for no deposit. */
  withoutDeposit?: readonly string[]
  /** Sets of organisations that the round matches as one party; none if it does not. */
  controlled?: readonly (readonly string[])[]
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)

const reserveOf = (round: Round): MatchReserve | null =>
  round.hasReserve && round.reserveBasisPoints !== null && round.reserveAppliesTo !== null
    ? { basisPoints: round.reserveBasisPoints, appliesTo: round.reserveAppliesTo }
    : null

/** Says whether the round was re-opened and this offer or bid was neither confirmed nor changed since. Then it does not count. */
export const needsConfirmationAfterReopening = ({
  toConfirmSince,
}: Pick<Project | Requirement, 'toConfirmSince'>): boolean => toConfirmSince !== null

const serviceOffered = (service: Service, counts: BiodiversitySupplyRule): MatchService => ({
  id: service.id,
  creditType: service.type,
  module: service.module,
  broadHabitat: service.broadHabitat,
  habitatType: service.habitatType,
  distinctiveness: service.distinctiveness,
  supply: supplyOf(service, counts),
})

const projectOffered = (
  project: Project,
  services: readonly Service[],
  counts: BiodiversitySupplyRule,
): MatchProject[] => {
  const { costs, offer, offeredAt } = project
  if (project.status !== 'Offered' || costs === null || offer === null || offeredAt === null) return []
  if (needsConfirmationAfterReopening(project)) return []
  return [
    {
      id: project.id,
      name: project.name,
      supplierId: project.supplierId,
      offer,
      costs: {
        maintenance: costs.maintenance,
        marketOperator: costs.marketOperator,
        complianceMonitoring: costs.complianceMonitoring,
        performanceMonitoring: costs.performanceMonitoring,
      },
      services: services
        .filter(({ projectId, status }) => projectId === project.id && status === 'Certified')
        .map(service => serviceOffered(service, counts))
        .toSorted(byId),
      offeredAt,
      ncaId: project.ncaId,
      lpaId: project.lpaId,
      subcatchmentId: project.subcatchmentId,
    },
  ]
}

const requirementBid = (requirement: Requirement): MatchRequirement[] => {
  const need = needOf(requirement)
  const { bid, bidAt, redemptionDate } = requirement
  if (
    requirement.status !== 'Bid' ||
    need === null ||
    bid === null ||
    bidAt === null ||
    redemptionDate === null ||
    needsConfirmationAfterReopening(requirement)
  )
    return []
  return [
    {
      id: requirement.id,
      name: requirement.name,
      buyerId: requirement.buyerId,
      kind: requirement.type,
      creditType: need.creditType,
      ongoingUnits: need.ongoingUnits,
      additionalUnits: need.additionalUnits,
      bid,
      bidOngoingOnly: requirement.acceptOngoingOnly ? requirement.bidOngoingOnly : null,
      divisible: need.divisible,
      module: need.module,
      broadHabitat: need.broadHabitat,
      habitatType: need.habitatType,
      distinctiveness: need.distinctiveness,
      redemptionDate,
      bidAt,
      ncaId: requirement.ncaId,
      lpaId: requirement.lpaId,
      subcatchmentId: requirement.subcatchmentId,
    },
  ]
}

const grouped = (
  of: MatchGroup['of'],
  group: { id: string; name: string; type: MatchGroup['type'] },
  ownerId: string,
  memberIds: string[],
): MatchGroup => ({
  id: group.id,
  name: group.name,
  of,
  type: group.type,
  ownerId,
  memberIds: memberIds.toSorted(),
})

/** Removes members of groups that cannot win: if all members must win, every member must be offered or have a bid. */
const ableToWin = <T extends { id: string }>(
  items: readonly T[],
  groups: readonly { id: string; type: MatchGroup['type'] }[],
  members: RoundOffersAndBids['grouped'],
): T[] => {
  const offered = new Set(items.map(({ id }) => id))
  const broken = new Set(
    groups
      .filter(
        ({ id, type }) => type === 'AND' && members.some(one => one.groupId === id && !offered.has(one.id)),
      )
      .map(({ id }) => id),
  )
  const inBroken = new Set(members.filter(({ groupId }) => broken.has(groupId ?? '')).map(({ id }) => id))
  return items.filter(({ id }) => !inBroken.has(id))
}

/**
 * Freezes the data of a round for the engine: offers with certified services, bids, groups and the reserve, sorted by id. Leaves
 * out unconfirmed offers and bids after a re-opening, bids without their deposit, those of withdrawn participants, those that cannot win because a partner is
 * not offered, and groups with fewer than two members left.
 */
export const freezeMatchProblem = (market: RoundOffersAndBids): MatchProblem => {
  const withdrawn = (organisationId: string, capacity: Capacity): boolean =>
    market.participations.some(
      one => one.organisationId === organisationId && one.capacity === capacity && one.status === 'Withdrawn',
    )
  const projects = ableToWin(
    market.projects
      .filter(({ supplierId }) => !withdrawn(supplierId, 'Supplier'))
      .flatMap(project => projectOffered(project, market.services, market.round.biodiversitySupply)),
    market.projectGroups,
    market.grouped,
  )
  const requirements = ableToWin(
    market.requirements
      .filter(({ id, buyerId, type }) => !withdrawn(buyerId, type) && !market.withoutDeposit?.includes(id))
      .flatMap(requirementBid),
    market.requirementGroups,
    market.grouped,
  )
  const inProblem = new Set([...projects, ...requirements].map(({ id }) => id))
  const membersOf = (group: { id: string }): string[] =>
    market.grouped.filter(({ id, groupId }) => groupId === group.id && inProblem.has(id)).map(({ id }) => id)
  const groups = [
    ...market.projectGroups.map(group => grouped('project', group, group.supplierId, membersOf(group))),
    ...market.requirementGroups.map(group => grouped('requirement', group, group.buyerId, membersOf(group))),
  ]
  const items = { projects, requirements, groups: groups.filter(({ memberIds }) => memberIds.length > 1) }
  const joined = joinParties(items, market.controlled ?? [])
  return {
    version: 1,
    roundId: market.round.id,
    ampEnd: market.round.ampEnd,
    reserve: reserveOf(market.round),
    projects: joined.projects.toSorted(byId),
    requirements: joined.requirements.toSorted(byId),
    groups: joined.groups.toSorted(byId),
  }
}
