import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import { type MatchProblem, totalCosts } from '@credit-market/matching/problem/match-problem'
import {
  groupFlows,
  type LossReason,
  type MatchSolution,
} from '@credit-market/matching/problem/match-solution'
import type { Pence } from '@credit-market/values/money'
import { gapPartOf } from '../unfinished-match/unfinished-match.ts'
import type { UnconfirmedItem } from './not-confirmed.ts'
import {
  divideAmongOwners,
  type OrganisationOutcome,
  organisationsInJoinedParties,
  ownersOfItems,
} from './parties.ts'
import { type ProjectProceeds, splitProjectProceeds } from '../project/project.ts'
import { maxUnitsAtOnce, mergeUnitsByPeriod, type UnitsInPeriod } from '../steps/schedule.ts'
import type { Units } from '@credit-market/values/units'

/** Result of one offer or bid, with everything that its owner needs. Money in pence, quantities in ten-thousandths. */
export interface ItemOutcome {
  of: 'project' | 'requirement'
  id: string
  name: string
  organisationId: string
  won: boolean
  /** The offer without costs; for a requirement the bid for all units. */
  amount: Pence
  /** Sum of the four costs of a project; 0 for a requirement. */
  costs: Pence
  /** Bid for the units won, or total ask; 0 if it lost. */
  value: Pence
  share: Pence
  /** Positive pays, negative receives; 0 if it lost. */
  payment: Pence
  /** Recipients of the payment for a project; null for a requirement, and if it lost. */
  proceeds: ProjectProceeds | null
  reason: LossReason | 'notConfirmed' | 'depositMissing' | 'groupDepositMissing' | null
  sentence: string
  critical: Pence | null
  /** Percentage of a requirement that won; 100 for projects that won. */
  percent: number
  ongoingOnly: boolean
  /** Units that a requirement won, or the most that a project sold at one time, without the reserve, and the period of that amount. */
  units: { creditType: CreditType; units: Units; unitsPerPeriod: UnitsInPeriod[] }[]
  /** Number of trading partners of each kind. */
  counterparties: { projects: number; buyers: number; investors: number }
}

/** Result of a round for its participants. */
export interface RoundOutcome {
  items: ItemOutcome[]
  organisations: OrganisationOutcome[]
  /** Organisations that were matched as one party with others under common control. */
  joined: string[]
  surplus: Pence
  /** How far the match may be below the best possible one, as a part of that; null if it is proven or was made elsewhere. */
  gapPart: number | null
}

const different = (ids: readonly string[]): string[] => [...new Set(ids)]

const NOT_CONFIRMED: Record<UnconfirmedItem['of'], string> = {
  project: 'The offer was not confirmed after the round was opened again, so it took no part in the match.',
  requirement: 'The bid was not confirmed after the round was opened again, so it took no part in the match.',
}

const DEPOSIT_MISSING: Record<NonNullable<UnconfirmedItem['why']>, string> = {
  depositMissing:
    'The deposit for the bid had not been received in full when the match began, so the bid took no part in the match.',
  groupDepositMissing:
    'The deposit for another bid of the group had not been received in full when the match began. The bids of the group can only win together, so this bid took no part in the match either.',
}

/** Offers and bids without part in the match lost, like all others that did not win. */
const outcomeOfUnconfirmed = ({ why, ...one }: UnconfirmedItem): ItemOutcome => ({
  ...one,
  ...{ won: false, value: 0, share: 0, payment: 0, proceeds: null, critical: null },
  reason: why ?? 'notConfirmed',
  sentence: why === undefined ? NOT_CONFIRMED[one.of] : DEPOSIT_MISSING[why],
  ...{ percent: 0, ongoingOnly: false, units: [] },
  counterparties: { projects: 0, buyers: 0, investors: 0 },
})

/** Derives everyone's results from a match and its problem, and from unconfirmed offers and bids. */
export const deriveRoundOutcome = (
  problem: MatchProblem,
  solution: MatchSolution,
  unconfirmed: readonly UnconfirmedItem[] = [],
): RoundOutcome => {
  const owners = ownersOfItems(problem)
  const offered = new Map(problem.projects.map(one => [one.id, one]))
  const asked = new Map(problem.requirements.map(one => [one.id, one]))
  const sold = groupFlows(solution.flows, 'projectId')
  const bought = groupFlows(solution.flows, 'requirementId')
  const common = ({
    id,
    organisationId,
    won,
    value,
    share,
    payment,
    ...item
  }: MatchSolution['projects'][number]) => ({
    ...{ id, organisationId: owners.get(id) ?? organisationId, won, value: Math.abs(value), share, payment },
    ...{ reason: item.reason, sentence: item.sentence, critical: item.critical },
  })
  const projects = solution.projects.map((result): ItemOutcome => {
    const project = offered.get(result.id)
    const flows = sold.get(result.id) ?? []
    const services = project?.services ?? []
    const kinds = different(flows.map(flow => flow.requirementId)).map(id => asked.get(id)?.kind)
    return {
      ...common(result),
      of: 'project',
      name: project?.name ?? result.id,
      amount: project?.offer ?? 0,
      costs: project ? totalCosts(project.costs) : 0,
      proceeds: result.won && project ? splitProjectProceeds(-result.payment, project.costs) : null,
      percent: result.won ? 100 : 0,
      ongoingOnly: false,
      units: CREDIT_TYPES.flatMap(creditType => {
        const of = new Set(services.flatMap(one => (one.creditType === creditType ? [one.id] : [])))
        const unitsPerPeriod = mergeUnitsByPeriod(flows.filter(flow => of.has(flow.serviceId)))
        const units = maxUnitsAtOnce(unitsPerPeriod)
        return units > 0 ? [{ creditType, units, unitsPerPeriod }] : []
      }),
      counterparties: {
        projects: 0,
        buyers: kinds.filter(kind => kind === 'Buyer').length,
        investors: kinds.filter(kind => kind === 'Investor').length,
      },
    }
  })
  const requirements = solution.requirements.map((result): ItemOutcome => {
    const requirement = asked.get(result.id)
    const units = result.ongoingUnits + result.additionalUnits
    const flows = bought.get(result.id) ?? []
    return {
      ...common(result),
      of: 'requirement',
      name: requirement?.name ?? result.id,
      amount: requirement?.bid ?? 0,
      costs: 0,
      proceeds: null,
      percent: result.fraction / 100,
      ongoingOnly: result.ongoingOnly,
      units:
        requirement && units > 0
          ? [{ creditType: requirement.creditType, units, unitsPerPeriod: mergeUnitsByPeriod(flows) }]
          : [],
      counterparties: {
        projects: different(flows.map(flow => flow.projectId)).length,
        buyers: 0,
        investors: 0,
      },
    }
  })
  return {
    items: [...projects, ...requirements, ...unconfirmed.map(outcomeOfUnconfirmed)],
    organisations: divideAmongOwners(problem, solution),
    joined: organisationsInJoinedParties(problem),
    surplus: solution.surplus,
    gapPart: gapPartOf(solution),
  }
}
