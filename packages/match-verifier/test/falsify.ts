import type { MatchAudit } from '@credit-market/matching/audit'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { hashProblem } from '../src/canonical.ts'
import { exactShares } from '../src/exact-shares.ts'
import { seedOfProblem } from '../src/filed.ts'
import { buildVerifierRound } from '../src/round.ts'
import { sizeOfSet } from '../src/set-classes.ts'
import { roundSharesToPence } from '../src/shares.ts'
import { readRecordedGame } from '../src/tables.ts'
import { projectAndRequirementResults } from './spoil.ts'

type Block = NonNullable<MatchAudit['coalitions'][number]['blocks']>[number]

/** Sets the share of an organisation that won one item, with all that follows from it. */
export const setShare = (solution: MatchSolution, organisationId: string, share: number): void => {
  const item = projectAndRequirementResults(solution).find(
    one => one.won && one.organisationId === organisationId,
  )!
  const line = solution.organisations.find(one => one.organisationId === organisationId)!
  for (const one of [item, line]) {
    one.payment -= share - one.share
    one.share = share
  }
}

/** Moves pence between two winning organisations, with all that follows. */
export const movePence = (
  solution: MatchSolution,
  [from, to]: readonly [string, string],
  pence: number,
): void => {
  for (const [name, more] of [
    [from, -pence],
    [to, pence],
  ] as const)
    setShare(solution, name, solution.organisations.find(one => one.organisationId === name)!.share + more)
}

/** Hash and seed of a changed problem, wherever the file has them. */
export const hashAgain = (audit: MatchAudit): void => {
  audit.hash = audit.solution.problemHash = hashProblem(audit.problem)
  audit.solution.engine.seed = seedOfProblem(audit.hash)
}

/** All values of a block by set. */
const toTable = ({ connectors, winners, values }: Block): Float64Array => {
  const table = new Float64Array(2 ** (connectors.length + winners.length))
  for (const [members, used, pence] of values)
    for (let set = 0; set < table.length; set += 1)
      if ((set & ~members) === 0 && (used & ~set) === 0) table[set] = pence
  return table
}

/** The intervals of a table in their one form. */
const toIntervals = (table: Float64Array): Block['values'] => {
  const covered = new Set<number>()
  const values: Block['values'] = []
  for (let members = table.length - 1; members >= 0; members -= 1) {
    if (covered.has(members)) continue
    let used = members
    for (let bit = 1; bit <= members; bit *= 2)
      if ((used & bit) !== 0 && table[used & ~bit] === table[members]) used &= ~bit
    for (let set = used; set <= members; set += 1)
      if ((set & ~members) === 0 && (used & ~set) === 0) covered.add(set)
    values.push([members, used, table[members]!])
  }
  return values
}

/** Shares and comparison as they follow from the filed values by the rule. */
const followValues = (audit: MatchAudit): void => {
  const [part] = audit.coalitions
  const game = readRecordedGame(buildVerifierRound(audit.problem), part!, 'The part')
  if (typeof game === 'string') throw new Error(game)
  const own = exactShares(game)!
  const pence = roundSharesToPence(new Map(game.winners.map((name, at) => [name, own[at]!])))
  for (const [name, share] of pence) setShare(audit.solution, name, share)
  const all = new Uint8Array(game.winners.length).fill(1)
  for (const line of audit.solution.comparison.vcg) {
    line.share = game.valueOf(all) - game.valueOf(all.with(game.winners.indexOf(line.organisationId), 0))
    line.payment = line.value - line.share
  }
}

/**
 * Changes the values of a block by the number of winners in the set and its members, keeps them from falling with one
 * more member, and lets everything follow. The values of the empty and the full set stay.
 */
export const changeValues = (
  audit: MatchAudit,
  change: (value: number, size: number, has: (name: string) => boolean, most: number) => number,
): void => {
  const block = audit.coalitions[0]!.blocks![0]!
  const { connectors, winners } = block
  const before = toTable(block)
  const after = before.slice()
  const has = (set: number, name: string): boolean =>
    Math.floor(set / 2 ** (connectors.length + winners.indexOf(name))) % 2 === 1
  for (let set = 0; set < after.length; set += 1) {
    const size = sizeOfSet(Math.floor(set / 2 ** connectors.length))
    if (size === 0 || size === winners.length) continue
    let most = Infinity
    for (let bit = 1; bit < after.length; bit *= 2)
      if ((set & bit) === 0) most = Math.min(most, before[set | bit]!)
    after[set] = change(before[set]!, size, name => has(set, name), most)
  }
  for (let set = 0; set < after.length; set += 1)
    for (let bit = 1; bit <= set; bit *= 2)
      if ((set & bit) !== 0) after[set] = Math.max(after[set]!, after[set & ~bit]!)
  const full = after.length - 1
  for (let set = full; set >= 0; set -= 1)
    for (let bit = 1; bit < after.length; bit *= 2)
      if ((set & bit) === 0 && (set | bit) !== set) after[set] = Math.min(after[set]!, after[set | bit]!)
  block.values = toIntervals(after)
  followValues(audit)
}

const flowKey = ({ requirementId, serviceId, start }: MatchSolution['flows'][number]): string =>
  [requirementId, serviceId, start].join('|')

/** Two services of one nutrient exchange whom they serve, as far as the units of both flows allow. */
export const exchangeFlows = (solution: MatchSolution): void => {
  const flows = solution.flows.map(flow => ({ ...flow }))
  const [first, second] = flows.flatMap((one, at) => {
    const other = flows
      .slice(at + 1)
      .find(
        ({ serviceId, requirementId }) =>
          serviceId.slice(-1) === one.serviceId.slice(-1) &&
          serviceId !== one.serviceId &&
          requirementId !== one.requirementId,
      )
    return other === undefined ? [] : [one, other]
  })
  const units = Math.min(first!.units, second!.units)
  const give = (from: typeof first, requirementId: string): void => {
    const same = flows.find(one => one.serviceId === from!.serviceId && one.requirementId === requirementId)
    from!.units -= units
    if (same === undefined) flows.push({ ...from!, requirementId, units, reserved: 0 })
    else same.units += units
  }
  give(first, second!.requirementId)
  give(second, first!.requirementId)
  solution.flows = flows
    .filter(one => one.units + one.reserved > 0)
    .toSorted((a, b) => (flowKey(a) < flowKey(b) ? -1 : 1))
}
