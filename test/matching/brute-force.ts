import type { MatchProblem, MatchRequirement } from '#domain/match-problem'
import { eligible } from '#matching/model/eligible'

/** One way a small round could end: who wins, and what it is worth. For indivisible rounds only. */
export interface Ending {
  projects: Set<string>
  /** `full` or `ongoing` by requirement. */
  requirements: Map<string, 'full' | 'ongoing'>
  owners: Set<string>
  value: number
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)

const subsets = <T>(list: readonly T[]): T[][] =>
  list.reduce<T[][]>((sets, item) => [...sets, ...sets.map(set => [...set, item])], [[]])

const ways = (requirement: MatchRequirement): (null | 'full' | 'ongoing')[] =>
  requirement.bidOngoingOnly === null ? [null, 'full'] : [null, 'full', 'ongoing']

const choices = (requirements: readonly MatchRequirement[]): Map<string, 'full' | 'ongoing'>[] =>
  requirements.reduce<Map<string, 'full' | 'ongoing'>[]>(
    (all, requirement) =>
      all.flatMap(chosen =>
        ways(requirement).map(way => (way === null ? chosen : new Map(chosen).set(requirement.id, way))),
      ),
    [new Map()],
  )

/** Days on which something may change; checking these checks every day. */
const days = (problem: MatchProblem): string[] => {
  const supply = problem.projects.flatMap(p =>
    p.services.flatMap(s => s.supply.flatMap(u => [u.start, u.end ?? u.start])),
  )
  const all = [...supply, ...problem.requirements.map(r => r.redemptionDate), problem.ampEnd ?? '']
  return [...new Set(all.filter(day => day !== ''))]
}

const factor = (problem: MatchProblem, part: 'ongoing' | 'additional' | 'supply'): number => {
  const rho = (problem.reserve?.basisPoints ?? 0) / 10_000
  const to = problem.reserve?.appliesTo
  if (part === 'supply') return to === 'supply' ? 1 - rho : 1
  return to === 'allDemand' || (to === 'ongoingDemand' && part === 'ongoing') ? 1 + rho : 1
}

/** One day of a round: what each requirement would take, and each service's supply with its users as bits. */
interface Day {
  amounts: { full: number; ongoing: number }[]
  supplies: { project: number; amount: number; users: number }[]
}

/** A round laid out day by day, with requirements and projects as bits. */
const daysOf = (problem: MatchProblem): Day[] =>
  days(problem).map(day => ({
    amounts: problem.requirements.map(requirement => {
      const isRunning = problem.ampEnd === null || day < problem.ampEnd
      const ongoing =
        day < requirement.redemptionDate ? 0 : requirement.ongoingUnits * factor(problem, 'ongoing')
      const additional =
        day < requirement.redemptionDate || !isRunning
          ? 0
          : requirement.additionalUnits * factor(problem, 'additional')
      return { full: ongoing + additional, ongoing }
    }),
    supplies: problem.projects.flatMap((project, at) =>
      project.services.map(service => {
        const now = service.supply.find(part => part.start <= day && (part.end === null || day < part.end))
        const users = problem.requirements.reduce(
          (bits, requirement, k) =>
            eligible(requirement, service, project) === true ? bits | (1 << k) : bits,
          0,
        )
        return { project: at, amount: (now?.units ?? 0) * factor(problem, 'supply'), users }
      }),
    ),
  }))

/**
 * Can the funded projects serve the winners every day? By Hall: no set of winners needs more than reaches
 * it.
 */
const served = (
  layout: readonly Day[],
  funded: number,
  chosen: readonly (null | 'full' | 'ongoing')[],
): boolean =>
  layout.every(({ amounts, supplies }) => {
    for (let set = 1; set < 1 << chosen.length; set += 1) {
      let short = -1e-6
      for (const [at, way] of chosen.entries())
        if ((set >> at) & 1 && way !== null) short += amounts[at]![way]
      for (const { project, amount, users } of supplies)
        if ((funded >> project) & 1 && users & set) short -= amount
      if (short > 0) return false
    }
    return true
  })

const groupsKept = (problem: MatchProblem, ending: Pick<Ending, 'projects' | 'requirements'>): boolean =>
  problem.groups.every(({ of, type, memberIds }) => {
    const won = memberIds.filter(id =>
      of === 'project' ? ending.projects.has(id) : ending.requirements.has(id),
    ).length
    return type === 'XOR' ? won <= 1 : won === 0 || won === memberIds.length
  })

/** Every way a small indivisible round could end. */
export const endings = (problem: MatchProblem): Ending[] => {
  const layout = daysOf(problem)
  const chances = choices(problem.requirements)
  return subsets(problem.projects).flatMap(funded => {
    const projects = new Set(funded.map(({ id }) => id))
    const bits = problem.projects.reduce((all, { id }, at) => (projects.has(id) ? all | (1 << at) : all), 0)
    return chances.flatMap(requirements => {
      const won = problem.requirements.map(({ id }) => requirements.get(id) ?? null)
      if (!groupsKept(problem, { projects, requirements }) || !served(layout, bits, won)) return []
      const winners = problem.requirements.filter(({ id }) => requirements.has(id))
      const bids = winners.map(r => (requirements.get(r.id) === 'full' ? r.bid : r.bidOngoingOnly!))
      const asks = funded.map(p => p.offer + sum(Object.values(p.costs)))
      const owners = new Set([...funded.map(p => p.supplierId), ...winners.map(r => r.buyerId)])
      return [{ projects, requirements, owners, value: sum(bids) - sum(asks) }]
    })
  })
}

/**
 * The published order of endings, best first: surplus, requirements, projects, then the earliest bids and
 * offers.
 */
export const bestEnding = (problem: MatchProblem, all: readonly Ending[]): Ending => {
  const items = [
    ...problem.projects.map(p => ({
      key: `${p.offeredAt}|${p.id}|project`,
      in: (e: Ending) => e.projects.has(p.id),
    })),
    ...problem.requirements.flatMap(r =>
      (['full', 'ongoing'] as const).map(way => ({
        key: `${r.bidAt}|${r.id}|${way}`,
        in: (e: Ending) => e.requirements.get(r.id) === way,
      })),
    ),
  ].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const order = (a: Ending, b: Ending): number =>
    b.value - a.value ||
    b.requirements.size - a.requirements.size ||
    a.projects.size - b.projects.size ||
    items.map(item => Number(item.in(b)) - Number(item.in(a))).find(difference => difference !== 0) ||
    0
  return all.reduce((best, ending) => (order(ending, best) < 0 ? ending : best))
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))

/** Shares by the definition: over all sets of other winners, the losers always taking part. */
export const sharesByDefinition = (
  problem: MatchProblem,
  all: readonly Ending[],
  best: Ending,
): Map<string, number> => {
  const winners = [...best.owners].toSorted()
  const players = [...problem.projects.map(p => p.supplierId), ...problem.requirements.map(r => r.buyerId)]
  const losers = players.filter(player => !best.owners.has(player))
  const known = new Map<string, number>()
  const valueOf = (set: readonly string[]): number => {
    const key = set.toSorted().join()
    const before = known.get(key)
    if (before !== undefined) return before
    const present = new Set([...set, ...losers])
    const open = all.filter(({ owners }) => [...owners].every(owner => present.has(owner)))
    const most = Math.max(...open.map(({ value }) => value))
    known.set(key, most)
    return most
  }
  return new Map(
    winners.map(winner => {
      const others = subsets(winners.filter(other => other !== winner))
      const parts = others.map(set => {
        const weight =
          (factorial(set.length) * factorial(winners.length - set.length - 1)) / factorial(winners.length)
        return weight * (valueOf([...set, winner]) - valueOf(set))
      })
      return [winner, sum(parts)]
    }),
  )
}
