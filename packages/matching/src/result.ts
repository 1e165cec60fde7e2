import type {
  MatchSolution,
  OrganisationPayment,
  OrganisationResult,
  ProjectResult,
  RequirementResult,
} from './problem/match-solution.ts'
import type { MatchProblem } from './problem/match-problem.ts'
import type { Pence } from '@credit-market/values/money'
import { totalAskOfProject, type CompiledMarket } from './model/compile.ts'
import type { PricedMatch, WinnerShare } from './pricing/pricing.ts'
import { roundSharesToPence, divideProportionally } from './pricing/shares.ts'
import type { LossExplanations } from './reasons/explain.ts'
import {
  PROJECT_LOSS_SENTENCES,
  PROJECT_WIN_SENTENCE,
  REQUIREMENT_LOSS_SENTENCES,
  requirementWinSentence,
} from './reasons/sentences.ts'
import type { WonQuantities } from './winners/quantities.ts'

/** Each winner's items with their values: bids, or negative asks. */
const itemsOf = (market: CompiledMarket, won: WonQuantities): Map<string, Map<string, Pence>> => {
  const items = new Map<string, Map<string, Pence>>()
  const put = (owner: string, key: string, value: Pence): void => {
    items.set(owner, (items.get(owner) ?? new Map<string, Pence>()).set(key, value))
  }
  for (const project of market.problem.projects)
    if (won.projects.includes(project.id))
      put(project.supplierId, `project ${project.id}`, -totalAskOfProject(project))
  for (const { requirement, value } of won.requirements.values())
    put(requirement.buyerId, `requirement ${requirement.id}`, value)
  return items
}

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0)

const roundedShares = (
  market: CompiledMarket,
  won: WonQuantities,
  priced: PricedMatch,
  items: Map<string, Map<string, Pence>>,
) => {
  const shares = priced.shares.map(({ player, share }) => ({ id: market.program.players[player]!, share }))
  return roundSharesToPence(
    new Map(shares.filter(({ id }) => items.has(id)).map(({ id, share }) => [id, share])),
    won.surplus,
  )
}

/** An organisation's share divided over its items, in proportion to their value (market rules 3.8). */
const sharesByItem = (
  items: Map<string, Map<string, Pence>>,
  shares: Map<string, Pence>,
): Map<string, Pence> => {
  const parts = new Map<string, Pence>()
  for (const [owner, own] of items) {
    const weights = new Map([...own].map(([key, value]) => [key, Math.abs(value)]))
    for (const [key, share] of divideProportionally(shares.get(owner) ?? 0, weights)) parts.set(key, share)
  }
  return parts
}

const projectResults = (
  market: CompiledMarket,
  losses: LossExplanations,
  parts: Map<string, Pence>,
): ProjectResult[] =>
  market.problem.projects.map(project => {
    const loss = losses.projects.get(project.id)
    const base = { id: project.id, organisationId: project.supplierId }
    if (loss !== undefined)
      return {
        ...base,
        won: false,
        value: 0,
        share: 0,
        payment: 0,
        ...loss,
        sentence: PROJECT_LOSS_SENTENCES[loss.reason],
      }
    const share = parts.get(`project ${project.id}`)!
    const value = totalAskOfProject(project)
    return {
      ...base,
      won: true,
      value,
      share,
      payment: -value - share,
      reason: null,
      critical: null,
      sentence: PROJECT_WIN_SENTENCE,
    }
  })

/** The part won in ten-thousandths, rounded down, so that a group never shows more than all. */
const shownPart = (part: number): number => Math.max(1, Math.floor(part * 10_000 + 1e-6))

const requirementResults = (
  market: CompiledMarket,
  won: WonQuantities,
  losses: LossExplanations,
  parts: Map<string, Pence>,
): RequirementResult[] =>
  market.problem.requirements.map(requirement => {
    const base = { id: requirement.id, organisationId: requirement.buyerId }
    const entry = won.requirements.get(requirement.id)
    if (entry === undefined) {
      const loss = losses.requirements.get(requirement.id)!
      const nothing = { won: false, value: 0, share: 0, payment: 0, fraction: 0, ongoingOnly: false }
      return {
        ...base,
        ...nothing,
        ...loss,
        ongoingUnits: 0,
        additionalUnits: 0,
        sentence: REQUIREMENT_LOSS_SENTENCES[loss.reason],
      }
    }
    const { value, part, ongoingOnly, ongoing, additional } = entry
    const share = parts.get(`requirement ${requirement.id}`)!
    return {
      ...base,
      won: true,
      value,
      share,
      payment: value - share,
      reason: null,
      sentence: requirementWinSentence(part, ongoing + additional, ongoingOnly),
      critical: null,
      fraction: shownPart(part),
      ongoingOnly,
      ongoingUnits: ongoing,
      additionalUnits: additional,
    }
  })

const comparison = (
  market: CompiledMarket,
  priced: PricedMatch,
  items: Map<string, Map<string, Pence>>,
): MatchSolution['comparison'] => {
  const rows = priced.shares
    .map(({ player, marginal }) => ({
      organisationId: market.program.players[player]!,
      marginal: Math.round(marginal),
    }))
    .filter(({ organisationId }) => items.has(organisationId))
    .toSorted((a, b) => (a.organisationId < b.organisationId ? -1 : 1))
  const line = (organisationId: string, share: Pence): OrganisationPayment => {
    const value = sum(items.get(organisationId)!.values())
    return { organisationId, value, share, payment: value - share }
  }
  return {
    vcg: rows.map(({ organisationId, marginal }) => line(organisationId, marginal)),
    payAsBid: rows.map(({ organisationId }) => line(organisationId, 0)),
  }
}

const GROUP_RULES = {
  project: { XOR: 'Only one of the group may win', AND: 'All of the group win or none' },
  requirement: { XOR: 'Up to 100 percent across the group may win', AND: 'All of the group win or none' },
} as const

/** Winners of each group, with a sentence. */
export const groupResults = (
  { groups }: Pick<MatchProblem, 'groups'>,
  { projectIds, requirementIds }: { projectIds: readonly string[]; requirementIds: readonly string[] },
): MatchSolution['groups'] => {
  const winners = { project: new Set(projectIds), requirement: new Set(requirementIds) }
  return groups.map(({ id, of, type, memberIds }) => {
    const winnerIds = memberIds.filter(member => winners[of].has(member))
    const rule = GROUP_RULES[of][type]
    return {
      id,
      memberIds,
      winnerIds,
      note: `${rule}: ${winnerIds.length === 0 ? 'none won' : `${winnerIds.join(', ')} won`}.`,
    }
  })
}

const EXACT = { certainty: 'exact', halfWidth: 0 } as const

/** Certainty of a share, with its interval in whole pence. */
const surenessOf = ({
  certainty,
  halfWidth,
}: WinnerShare): Pick<OrganisationResult, 'certainty' | 'halfWidth'> =>
  certainty === 'exact' ? EXACT : { certainty, halfWidth: Math.ceil(halfWidth) }

/** Winners, shares and payments of a result, in whole pence. */
export const resultMoneyAndWinners = (
  market: CompiledMarket,
  won: WonQuantities,
  priced: PricedMatch,
  losses: LossExplanations,
): Pick<
  MatchSolution,
  | 'surplus'
  | 'certainty'
  | 'exact'
  | 'shareHalfWidth'
  | 'projects'
  | 'requirements'
  | 'organisations'
  | 'comparison'
  | 'groups'
> => {
  const items = itemsOf(market, won)
  const shares = roundedShares(market, won, priced, items)
  const parts = sharesByItem(items, shares)
  const sureness = new Map(
    priced.shares.map(share => [market.program.players[share.player]!, surenessOf(share)]),
  )
  const organisations = [...items.keys()].toSorted().map(organisationId => {
    const value = sum(items.get(organisationId)!.values())
    const share = shares.get(organisationId) ?? 0
    return {
      organisationId,
      value,
      share,
      payment: value - share,
      ...(sureness.get(organisationId) ?? EXACT),
    }
  })
  return {
    surplus: won.surplus,
    certainty: priced.certainty,
    exact: priced.certainty === 'exact',
    shareHalfWidth:
      priced.certainty === 'exact' ? null : Math.max(...organisations.map(({ halfWidth }) => halfWidth)),
    projects: projectResults(market, losses, parts),
    requirements: requirementResults(market, won, losses, parts),
    organisations,
    comparison: comparison(market, priced, items),
    groups: groupResults(market.problem, {
      projectIds: won.projects,
      requirementIds: [...won.requirements.keys()],
    }),
  }
}
