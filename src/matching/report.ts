import { certaintyOf, type OrganisationPayment } from '#domain/match-solution'
import { readBids } from './formats/read-bids.ts'
import { readMarket } from './formats/read-market.ts'
import { sha256 } from './formats/sha256.ts'
import { numberOf } from './pricing/fraction.ts'
import type { WorkerPool } from './pricing/pool.ts'
import type { Share } from './pricing/pricing.ts'
import { addedToOthers, bindingSupply } from './reasons/presence.ts'
import type { Rule } from './price-rules.ts'
import { solveBids, type BidsResult } from './solve-bids.ts'
import { solveWithAudit, type Hooks } from './solve.ts'
import { solveWithBranchAndBound } from './solver/dense-program.ts'
import { coalitionsIn, type Audit, type AuditedPart } from './audit.ts'

/** A result by the names of the worked cases, in pounds and parts. */
export type Findings = Record<string, unknown>

const byName = <T>(entries: (readonly [string, T])[]): Record<string, T> => Object.fromEntries(entries)

const criticals = (results: readonly { id: string; won: boolean; critical: number | null }[]) =>
  byName(
    results
      .filter(({ won }) => !won)
      .map(({ id, critical }) => [id, critical === null ? null : critical / 100]),
  )

/** Matches a round read from a file and tells the result in pounds. */
export const reportMarket = async (
  file: Readonly<Record<string, unknown>>,
  rule: Rule,
  hooks: Hooks,
): Promise<{ report: Findings; audit: Audit }> => {
  const { solution, audit } = await solveWithAudit(readMarket(file), hooks)
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
    addedToOthers: byName([...addedToOthers(solution)].map(([id, pence]) => [id, pence / 100])),
    bindingSupply: byName([...bindingSupply(audit.problem, solution)]),
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
  version: 2
  bids: Readonly<Record<string, unknown>>
  rule: Rule
  report: Findings
  coalitions: AuditedPart[]
}

/** The same market always reads the same, whatever order its bidders came in. */
const bidsHash = (file: Readonly<Record<string, unknown>>): string => {
  const bidders = (file.bidders as { name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return sha256(JSON.stringify({ free_disposal: file.free_disposal !== false, bidders }))
}

const PAYMENT: Readonly<Record<Rule, (value: number, share: number, marginal: number) => number>> = {
  bwc: (value, share) => value - share,
  vcg: (value, _share, marginal) => value - marginal,
  pab: value => value,
}

const bidsReport = (
  players: readonly string[],
  { surplus, fractions, priced, decidedBy }: BidsResult,
  rule: Rule,
): Findings => {
  const amounts = (of: (share: Share) => number) =>
    byName(priced.shares.map(share => [players[share.player]!, of(share) / 100]))
  const payments = amounts(({ value, share, marginal }) => PAYMENT[rule](value, numberOf(share), marginal))
  return {
    surplus: surplus / 100,
    winningFractions: byName([...fractions]),
    bwcShares: amounts(({ share }) => numberOf(share)),
    bwcPayments: amounts(({ value, share }) => value - numberOf(share)),
    payments,
    vcgShares: amounts(({ marginal }) => marginal),
    proven: true,
    certainty: priced.certainty,
    exact: priced.certainty === 'exact',
    tie: { decidedBy },
  }
}

/** The file from which a result in the generic bids format can be worked out again. */
export const bidsAudit = async (
  file: Readonly<Record<string, unknown>>,
  rule: Rule,
  pool?: WorkerPool,
): Promise<BidsAudit> => {
  const market = readBids(file)
  const result = solveBids(market, request => solveWithBranchAndBound(request), pool)
  const { players } = market.program
  const report = { ...bidsReport(players, result, rule), hash: bidsHash(file) }
  const coalitions = coalitionsIn(result.priced, players, column => `bid ${column}`)
  return { version: 2, bids: file, rule, report, coalitions }
}

/** Matches a market in the generic bids format and tells the result in its own unit of money. */
export const reportBids = async (
  file: Readonly<Record<string, unknown>>,
  rule: Rule,
  pool?: WorkerPool,
): Promise<{ report: Findings; audit: BidsAudit }> => {
  const audit = await bidsAudit(file, rule, pool)
  return { report: audit.report, audit }
}
