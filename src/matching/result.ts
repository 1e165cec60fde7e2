import type {
  MatchSolution,
  OrganisationPayment,
  OrganisationResult,
  ProjectResult,
  RequirementResult,
} from '#domain/match-solution'
import type { Pence } from '#domain/money'
import { totalAskOf, type Market } from './model/compile.ts'
import type { Priced, Share } from './pricing/pricing.ts'
import { inPence, inProportion } from './pricing/shares.ts'
import type { Losses } from './reasons/explain.ts'
import { PROJECT_LOST, PROJECT_WON, REQUIREMENT_LOST, requirementWon } from './reasons/sentences.ts'
import type { Won } from './winners/quantities.ts'

/** A winner's items and what each is worth: bids, or asks with a minus. */
const itemsOf = (market: Market, won: Won): Map<string, Map<string, Pence>> => {
  const items = new Map<string, Map<string, Pence>>()
  const put = (owner: string, key: string, value: Pence): void => {
    items.set(owner, (items.get(owner) ?? new Map<string, Pence>()).set(key, value))
  }
  for (const project of market.problem.projects)
    if (won.projects.includes(project.id))
      put(project.supplierId, `project ${project.id}`, -totalAskOf(project))
  for (const { requirement, value } of won.requirements.values())
    put(requirement.buyerId, `requirement ${requirement.id}`, value)
  return items
}

const sum = (values: Iterable<number>): number => [...values].reduce((a, b) => a + b, 0)

/** Shares in whole pence. */
const roundedShares = (market: Market, won: Won, priced: Priced, items: Map<string, Map<string, Pence>>) => {
  const shares = priced.shares.map(({ player, share }) => ({ id: market.program.players[player]!, share }))
  return inPence(
    new Map(shares.filter(({ id }) => items.has(id)).map(({ id, share }) => [id, share])),
    won.surplus,
  )
}

/** An organisation's share over its items, in proportion to their value (market rules 3.8). */
const sharesByItem = (
  items: Map<string, Map<string, Pence>>,
  shares: Map<string, Pence>,
): Map<string, Pence> => {
  const parts = new Map<string, Pence>()
  for (const [owner, own] of items) {
    const weights = new Map([...own].map(([key, value]) => [key, Math.abs(value)]))
    for (const [key, share] of inProportion(shares.get(owner) ?? 0, weights)) parts.set(key, share)
  }
  return parts
}

const projectResults = (market: Market, losses: Losses, parts: Map<string, Pence>): ProjectResult[] =>
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
        sentence: PROJECT_LOST[loss.reason],
      }
    const share = parts.get(`project ${project.id}`)!
    const value = totalAskOf(project)
    return {
      ...base,
      won: true,
      value,
      share,
      payment: -value - share,
      reason: null,
      critical: null,
      sentence: PROJECT_WON,
    }
  })

/** The part won is shown in ten-thousandths, rounded down, so that a group never shows more than all. */
const shownPart = (part: number): number => Math.max(1, Math.floor(part * 10_000 + 1e-6))

const requirementResults = (
  market: Market,
  won: Won,
  losses: Losses,
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
        sentence: REQUIREMENT_LOST[loss.reason],
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
      sentence: requirementWon(part, ongoing + additional, ongoingOnly),
      critical: null,
      fraction: shownPart(part),
      ongoingOnly,
      ongoingUnits: ongoing,
      additionalUnits: additional,
    }
  })

const comparison = (
  market: Market,
  priced: Priced,
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

const groupResults = ({ problem }: Market, won: Won): MatchSolution['groups'] =>
  problem.groups.map(({ id, of, type, memberIds }) => {
    const winnerIds = memberIds.filter(member =>
      of === 'project' ? won.projects.includes(member) : won.requirements.has(member),
    )
    const rule = GROUP_RULES[of][type]
    return {
      id,
      memberIds,
      winnerIds,
      note: `${rule}: ${winnerIds.length === 0 ? 'none won' : `${winnerIds.join(', ')} won`}.`,
    }
  })

const EXACT = { certainty: 'exact', halfWidth: 0 } as const

/** How sure a share in whole pence is: a bound holds for it too, so it takes in what rounding may add. */
const surenessOf = ({ certainty, halfWidth }: Share): Pick<OrganisationResult, 'certainty' | 'halfWidth'> =>
  certainty === 'exact'
    ? EXACT
    : { certainty, halfWidth: Math.ceil(halfWidth) + (certainty === 'bounded' ? 1 : 0) }

/** Everything a result says of money and winners, in whole pence. */
export const resultOf = (
  market: Market,
  won: Won,
  priced: Priced,
  losses: Losses,
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
    groups: groupResults(market, won),
  }
}
