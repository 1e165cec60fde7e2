import type { MatchGroup, MatchProblem } from '../../src/problem/match-problem.ts'
import type { DivisibleItem } from './contract.ts'
import { daysWithChanges, type DaySupplyAndDemand, type RequirementWinOption } from './days.ts'
import type { FractionConstraint } from './parts.ts'

/** One possible outcome of everything that is won whole, with what may still be won in part. */
export interface RoundChoice {
  /** Funded projects as bits. */
  funded: number
  /** Way in which each requirement wins whole; null if it does not. */
  won: (RequirementWinOption | null)[]
  /** Owners of what is won, as bits. */
  owners: number
  /** Value in pence. */
  worth: bigint
  /** Divisible items that it does not rule out, and their limits. */
  open: number[]
  rows: FractionConstraint[]
}

/** A small round with all its outcomes. */
export interface EnumeratedRound {
  problem: MatchProblem
  players: string[]
  items: DivisibleItem[]
  /** The owner of each item, as a bit. */
  itemOwners: number[]
  choices: RoundChoice[]
}

/** Requirements that must win together, directly or through others. */
const tied = ({ requirements, groups }: MatchProblem): number[][] => {
  const places = new Map(requirements.map(({ id }, at) => [id, at]))
  const set = requirements.map((_, at) => at)
  for (const { of, type, memberIds } of groups) {
    if (of !== 'requirement' || type !== 'AND') continue
    const sets = memberIds.map(id => set[places.get(id)!]!)
    for (const [at, old] of set.entries()) if (sets.includes(old)) set[at] = Math.min(...sets)
  }
  return [...new Set(set)].map(one => requirements.flatMap((_, at) => (set[at] === one ? [at] : [])))
}

const combined = (waysOfEach: readonly (readonly RequirementWinOption[])[]): RequirementWinOption[][] =>
  waysOfEach.reduce<RequirementWinOption[][]>(
    (all, ways) => all.flatMap(so => ways.map(way => [...so, way])),
    [[]],
  )

const mayFund = (problem: MatchProblem, funded: number): boolean =>
  problem.groups.every(({ of, type, memberIds }) => {
    if (of === 'requirement') return true
    const won = problem.projects.filter(({ id }, at) => (funded >> at) & 1 && memberIds.includes(id)).length
    return type === 'XOR' ? won <= 1 : won === 0 || won === memberIds.length
  })

const bit = (set: number, at: number): boolean => ((set >> at) & 1) === 1

/** Rows of one day (Hall: no set of requirements needs more than what reaches it), or null if one is broken. */
const dayRows = (
  { needs, supplies }: DaySupplyAndDemand,
  { funded, won }: Pick<RoundChoice, 'funded' | 'won'>,
  items: readonly DivisibleItem[],
): FractionConstraint[] | null => {
  const rows: FractionConstraint[] = []
  for (let set = 1; set < 1 << won.length; set += 1) {
    let limit = 0
    for (const { project, units, users } of supplies) if (bit(funded, project) && users & set) limit += units
    for (const [at, way] of won.entries()) if (bit(set, at) && way !== null) limit -= needs[at]![way]
    if (limit < 0) return null
    const amounts = items.map(item =>
      item.reduce((sum, { at }) => (bit(set, at) ? sum + needs[at]!.full : sum), 0),
    )
    if (amounts.reduce((a, b) => a + b, 0) > limit)
      rows.push({ amounts: amounts.map(BigInt), limit: BigInt(limit) })
  }
  return rows
}

/** Row that limits an exclusive group to one in all, or null if more is already won. */
const exclusiveRow = (
  problem: MatchProblem,
  { memberIds }: MatchGroup,
  won: RoundChoice['won'],
  items: readonly DivisibleItem[],
): FractionConstraint | null => {
  const isMember = problem.requirements.map(({ id }) => memberIds.includes(id))
  const whole = won.filter((way, at) => way !== null && isMember[at]).length
  if (whole > 1) return null
  const amounts = items.map(item => BigInt(item.filter(({ at }) => isMember[at]).length))
  return { amounts, limit: BigInt(1 - whole) }
}

const withoutRepeats = (rows: readonly FractionConstraint[]): FractionConstraint[] => {
  const kept = new Map<string, FractionConstraint>()
  for (const row of rows) {
    const key = row.amounts.join()
    const before = kept.get(key)
    if (before === undefined || row.limit < before.limit) kept.set(key, row)
  }
  return [...kept.values()]
}

/** Lists every outcome of a small round except for the parts won of divisible items. */
export const enumerateRoundChoices = (problem: MatchProblem): EnumeratedRound => {
  const { projects, requirements, groups } = problem
  const owners = [...projects.map(one => one.supplierId), ...requirements.map(one => one.buyerId)]
  const players = [...new Set(owners)].toSorted()
  const playerBit = (id: string): number => 1 << players.indexOf(id)
  const sets = tied(problem)
  const itemSets = sets.filter(members => members.every(at => requirements[at]!.divisible))
  const items = itemSets.map(members =>
    members.map(at => {
      const { ongoingUnits, additionalUnits, bid } = requirements[at]!
      return { at, ongoing: BigInt(ongoingUnits), additional: BigInt(additionalUnits), bid: BigInt(bid) }
    }),
  )
  let wholes: (RequirementWinOption | null)[][] = [requirements.map(() => null)]
  for (const members of sets) {
    const ways = combined(
      members.map(at => (requirements[at]!.bidOngoingOnly === null ? ['full'] : ['full', 'ongoing'])),
    )
    // All members of a divisible item in full are its greatest part, so they are not tried twice.
    const whole = ways.filter(so => !itemSets.includes(members) || so.includes('ongoing'))
    wholes = wholes.flatMap(won => [
      won,
      ...whole.map(so => won.map((way, at) => so[members.indexOf(at)] ?? way)),
    ])
  }
  const exclusive = groups.filter(({ of, type }) => of === 'requirement' && type === 'XOR')
  const days = daysWithChanges(problem)
  const choices: RoundChoice[] = []
  for (let funded = 0; funded < 1 << projects.length; funded += 1) {
    if (!mayFund(problem, funded)) continue
    for (const won of wholes) {
      const open = items.flatMap((item, at) => (item.some(member => won[member.at] !== null) ? [] : [at]))
      const beside = open.map(at => items[at]!)
      const rows = [
        ...exclusive.map(group => exclusiveRow(problem, group, won, beside)),
        ...days.flatMap(day => dayRows(day, { funded, won }, beside) ?? [null]),
      ]
      if (rows.includes(null)) continue
      let worth = 0n
      let present = 0
      for (const [at, { offer, costs, supplierId }] of projects.entries()) {
        if (!bit(funded, at)) continue
        worth -= BigInt(Object.values(costs).reduce((a, b) => a + b, offer))
        present |= playerBit(supplierId)
      }
      for (const [at, way] of won.entries()) {
        if (way === null) continue
        const { bid, bidOngoingOnly, buyerId } = requirements[at]!
        worth += BigInt(way === 'full' ? bid : (bidOngoingOnly ?? 0))
        present |= playerBit(buyerId)
      }
      const kept = withoutRepeats(rows.flatMap(row => row ?? []))
      choices.push({ funded, won, owners: present, worth, open, rows: kept })
    }
  }
  return {
    problem,
    players,
    items,
    itemOwners: itemSets.map(([first]) => playerBit(requirements[first!]!.buyerId)),
    choices,
  }
}
