import { certaintyOf, type OrganisationPayment } from './problem/match-solution.ts'
import { readGenericBids } from './formats/read-bids.ts'
import { readMarketFile } from './formats/read-market.ts'
import { sha256 } from './formats/sha256.ts'
import { fractionToNumber } from './pricing/fraction.ts'
import type { WorkerPool } from './pricing/pool.ts'
import type { WinnerShare } from './pricing/pricing.ts'
import { findValueAddedToOthers, findExhaustedServices } from './reasons/presence.ts'
import type { PriceRule } from './price-rules.ts'
import { solveGenericBids, type GenericBidsResult } from './solve-bids.ts'
import { solveWithAudit, type SolveOptions } from './solve.ts'
import { solveWithBranchAndBound } from './solver/dense-program.ts'
import { toAuditedComponents, type MatchAudit, type AuditedComponent } from './audit.ts'

/** A result in the terms of the worked cases, in pounds and fractions. */
export type MatchReport = Record<string, unknown>

const byName = <T>(entries: (readonly [string, T])[]): Record<string, T> => Object.fromEntries(entries)

const criticals = (results: readonly { id: string; won: boolean; critical: number | null }[]) =>
  byName(
    results
      .filter(({ won }) => !won)
      .map(({ id, critical }) => [id, critical === null ? null : critical / 100]),
  )

/** Matches a round read from a file and reports the result in pounds. */
export const matchAndReportMarket = async (
  file: Readonly<Record<string, unknown>>,
  rule: PriceRule,
  hooks: SolveOptions,
): Promise<{ report: MatchReport; audit: MatchAudit }> => {
  const { solution, audit } = await solveWithAudit(readMarketFile(file), hooks)
  const { organisations, comparison, requirements, projects } = solution
  const lines: OrganisationPayment[] =
    rule === 'bwc' ? organisations : rule === 'vcg' ? comparison.vcg : comparison.payAsBid
  const amounts = (from: readonly OrganisationPayment[], of: 'share' | 'payment') =>
    byName(from.map(line => [line.organisationId, line[of] / 100]))
  const problems = new Map(audit.problem.requirements.map(requirement => [requirement.id, requirement]))
  const parts = (ongoingOnly: boolean) =>
    byName(
      requirements
        .filter(result => result.won && result.ongoingOnly === ongoingOnly)
        .map(({ id, ongoingUnits, additionalUnits }) => {
          const wanted = problems.get(id)!
          const whole = wanted.ongoingUnits + (ongoingOnly ? 0 : wanted.additionalUnits)
          return [id, (ongoingUnits + additionalUnits) / whole]
        }),
    )
  const report = {
    surplus: solution.surplus / 100,
    winningProjects: projects.filter(({ won }) => won).map(({ id }) => id),
    winningRequirements: parts(false),
    winningOngoingOnly: parts(true),
    bwcShares: amounts(organisations, 'share'),
    payments: amounts(lines, 'payment'),
    vcgShares: amounts(comparison.vcg, 'share'),
    addedToOthers: byName([...findValueAddedToOthers(solution)].map(([id, pence]) => [id, pence / 100])),
    bindingSupply: byName([...findExhaustedServices(audit.problem, solution)]),
    criticalBids: criticals(requirements),
    criticalOffers: criticals(projects),
    proven: solution.proven,
    certainty: certaintyOf(solution),
    exact: solution.exact,
    shareHalfWidth: solution.shareHalfWidth === null ? null : solution.shareHalfWidth / 100,
    tie: solution.tie,
    hash: solution.problemHash,
  }
  return { report, audit }
}

/** The audit of a market in the generic bids format. */
export interface BidsAudit {
  version: 3
  bids: Readonly<Record<string, unknown>>
  rule: PriceRule
  report: MatchReport
  coalitions: AuditedComponent[]
}

/** Hash that does not depend on the order of bidders. */
const bidsHash = (file: Readonly<Record<string, unknown>>): string => {
  const bidders = (file.bidders as { name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return sha256(JSON.stringify({ free_disposal: file.free_disposal !== false, bidders }))
}

const PAYMENT: Readonly<Record<PriceRule, (value: number, share: number, marginal: number) => number>> = {
  bwc: (value, share) => value - share,
  vcg: (value, _share, marginal) => value - marginal,
  pab: value => value,
}

const bidsReport = (
  players: readonly string[],
  { surplus, fractions, priced, decidedBy }: GenericBidsResult,
  rule: PriceRule,
): MatchReport => {
  const amounts = (of: (share: WinnerShare) => number) =>
    byName(priced.shares.map(share => [players[share.player]!, of(share) / 100]))
  const payments = amounts(({ value, share, marginal }) =>
    PAYMENT[rule](value, fractionToNumber(share), marginal),
  )
  return {
    surplus: surplus / 100,
    winningFractions: byName([...fractions]),
    bwcShares: amounts(({ share }) => fractionToNumber(share)),
    bwcPayments: amounts(({ value, share }) => value - fractionToNumber(share)),
    payments,
    vcgShares: amounts(({ marginal }) => marginal),
    proven: true,
    certainty: priced.certainty,
    exact: priced.certainty === 'exact',
    tie: { decidedBy },
  }
}

/** Audit from which a result in the generic bids format can be recalculated. */
export const createBidsAudit = async (
  file: Readonly<Record<string, unknown>>,
  rule: PriceRule,
  pool?: WorkerPool,
): Promise<BidsAudit> => {
  const market = readGenericBids(file)
  const result = solveGenericBids(market, request => solveWithBranchAndBound(request), pool)
  const { players } = market.program
  const report = { ...bidsReport(players, result, rule), hash: bidsHash(file) }
  const coalitions = toAuditedComponents(result.priced, players, column => `bid ${column}`)
  return { version: 3, bids: file, rule, report, coalitions }
}

/** Matches a market in the generic bids format and reports the result in its own unit of money. */
export const matchAndReportBids = async (
  file: Readonly<Record<string, unknown>>,
  rule: PriceRule,
  pool?: WorkerPool,
): Promise<{ report: MatchReport; audit: BidsAudit }> => {
  const audit = await createBidsAudit(file, rule, pool)
  return { report: audit.report, audit }
}
