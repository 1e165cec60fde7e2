import { CREDIT_TYPES, type CreditType } from './credit-type.ts'
import type { MatchProblem } from './match-problem.ts'
import {
  certaintyOf,
  type Certainty,
  flowsBy,
  type LossReason,
  type MatchSolution,
  type OrganisationPayment,
} from './match-solution.ts'
import type { Pence } from './money.ts'
import type { NotConfirmed } from './not-confirmed.ts'
import { type Proceeds, proceedsOf, totalCosts } from './project.ts'
import { mostAtOnce, stepsOf, type UnitsInPeriod } from './schedule.ts'
import type { Units } from './units.ts'

/** What became of one offer or bid, with all that its owner asks about it. Money in pence, quantities in ten-thousandths. */
export interface ItemOutcome {
  of: 'project' | 'requirement'
  id: string
  name: string
  organisationId: string
  won: boolean
  /** The offer without the costs; of a requirement the bid for all of it. */
  amount: Pence
  /** The four costs of a project together; 0 of a requirement. */
  costs: Pence
  /** What it bid for what it won, or asked in total; 0 when it lost. */
  value: Pence
  share: Pence
  /** Positive pays, negative receives; 0 when it lost. */
  payment: Pence
  /** For whom the payment is that a project receives; null of a requirement, and when it lost. */
  proceeds: Proceeds | null
  reason: LossReason | 'notConfirmed' | null
  sentence: string
  critical: Pence | null
  /** Percent of a requirement that won; 100 for projects that won. */
  percent: number
  ongoingOnly: boolean
  /** What a requirement won, and the most that a project sold at one time, without the reserve; and when it is how much. */
  units: { creditType: CreditType; units: Units; unitsPerPeriod: UnitsInPeriod[] }[]
  /** With how many of each kind it trades. */
  counterparties: { projects: number; buyers: number; investors: number }
}

export interface OrganisationOutcome extends OrganisationPayment {
  certainty: Certainty
  halfWidth: Pence
}

/** The result of a round as it is told to those who took part. */
export interface RoundOutcome {
  items: ItemOutcome[]
  organisations: OrganisationOutcome[]
  surplus: Pence
}

const different = (ids: readonly string[]): string[] => [...new Set(ids)]

/** What nobody confirmed has lost, like anything else that did not win. */
const outcomeOfUnconfirmed = (one: NotConfirmed): ItemOutcome => ({
  ...one,
  ...{ won: false, value: 0, share: 0, payment: 0, proceeds: null, critical: null },
  reason: 'notConfirmed',
  sentence: `${one.of === 'project' ? 'The offer' : 'The bid'} was not confirmed after the round was opened again, so it took no part in the match.`,
  ...{ percent: 0, ongoingOnly: false, units: [] },
  counterparties: { projects: 0, buyers: 0, investors: 0 },
})

/** Reads the result of everybody out of a match and the problem that it solves; and of what took no part since nobody confirmed it. */
export const outcomeOf = (
  problem: MatchProblem,
  solution: MatchSolution,
  unconfirmed: readonly NotConfirmed[] = [],
): RoundOutcome => {
  const offered = new Map(problem.projects.map(one => [one.id, one]))
  const asked = new Map(problem.requirements.map(one => [one.id, one]))
  const sold = flowsBy(solution.flows, 'projectId')
  const bought = flowsBy(solution.flows, 'requirementId')
  const common = ({
    id,
    organisationId,
    won,
    value,
    share,
    payment,
    ...item
  }: MatchSolution['projects'][number]) => ({
    ...{ id, organisationId, won, value: Math.abs(value), share, payment },
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
      proceeds: result.won && project ? proceedsOf(-result.payment, project.costs) : null,
      percent: result.won ? 100 : 0,
      ongoingOnly: false,
      units: CREDIT_TYPES.flatMap(creditType => {
        const of = new Set(services.flatMap(one => (one.creditType === creditType ? [one.id] : [])))
        const unitsPerPeriod = stepsOf(flows.filter(flow => of.has(flow.serviceId)))
        const units = mostAtOnce(unitsPerPeriod)
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
          ? [{ creditType: requirement.creditType, units, unitsPerPeriod: stepsOf(flows) }]
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
    organisations: solution.organisations.map(one => ({
      organisationId: one.organisationId,
      value: one.value,
      share: one.share,
      payment: one.payment,
      certainty: certaintyOf(one),
      halfWidth: one.halfWidth,
    })),
    surplus: solution.surplus,
  }
}
