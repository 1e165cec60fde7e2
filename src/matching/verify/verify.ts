import { hashOfProblem } from './canonical.ts'
import { engineFindings, importFindings } from './engine.ts'
import { flowFindings } from './flows.ts'
import { commonDenominator, floorTimes, NOTHING, type Fraction } from './fraction.ts'
import { moneyFindings } from './money.ts'
import { keeps, partOfBid, partsWon, type Part } from './parts.ts'
import type { Problem } from './problem-shape.ts'
import type { RequirementResult, Result } from './result-shape.ts'
import { bringsOn, needOn, roundOf, type Round } from './round.ts'
import { shortageIn } from './transport.ts'
import { wordFindings } from './words.ts'

export const sameIds = (a: readonly { id: string }[], b: readonly { id: string }[]): boolean => {
  const ids = (list: readonly { id: string }[]): string =>
    list
      .map(({ id }) => JSON.stringify(id))
      .toSorted()
      .join()
  return ids(a) === ids(b)
}

const identity = ({ problem }: Round, result: Result): string[] => [
  ...(result.problemHash === hashOfProblem(problem) ? [] : ['The result belongs to another problem']),
  ...(sameIds(problem.projects, result.projects) ? [] : ['Not every project has one result']),
  ...(sameIds(problem.requirements, result.requirements) ? [] : ['Not every requirement has one result']),
]

const isPart = ({ over, under }: Fraction): boolean => over !== 0n && over !== under

/**
 * Do the parts won keep the groups and leave enough supply, exactly, whatever was rounded down afterwards? Where nothing
 * is divided the flows of the result say so themselves.
 */
export const misfits = (round: Round, parts: readonly (Part | null)[]): string[] => {
  const { problem, items, limits, offers, serves, periods } = round
  const broken = limits
    .filter(limit => !keeps(limit, parts))
    .map(limit => {
      const ids = limit.items.flatMap(at => [
        ...items[at]!.projects.map(({ id }) => id),
        ...items[at]!.ways.map(({ requirement }) => requirement.id),
      ])
      const why = limit.isEqual ? 'they have not won alike' : 'more than one whole member has won'
      return `Of the group of ${[...new Set(ids)].join(', ')}: ${why}`
    })
  const won = parts.map(part => part?.least ?? NOTHING)
  const scale = commonDenominator(won)
  const missing = (won.some(isPart) ? periods : []).filter(at => {
    const wants = items.flatMap(({ ways }, item) =>
      ways.flatMap(way => {
        const need = BigInt(needOn(problem, way, at)) * won[item]!.over * (scale / won[item]!.under)
        return need === 0n ? [] : [{ amount: need, from: serves.get(way.requirement.id)! }]
      }),
    )
    const supplies = offers.map(({ service, item }) =>
      won[item]!.over === 0n ? 0n : BigInt(bringsOn(problem, service, at)) * scale,
    )
    return shortageIn(wants, supplies) !== null
  })
  return [...broken, ...missing.map(at => `From ${at} on, what is won is more than what is supplied`)]
}

/** The part shown of a requirement, in ten-thousandths rounded down, is one that contracts its units. */
const shownParts = ({ items }: Round, parts: readonly (Part | null)[], result: Result): string[] => {
  const told = new Map(result.requirements.map(one => [one.id, one]))
  const isWrong = (one: RequirementResult, part: Part, low: number): boolean => {
    if (!one.won) return false
    if (part.below === null) return one.fraction !== 10_000
    const high = (10_000n * part.below.over - 1n) / part.below.under
    return one.fraction > Math.max(1, Number(high)) || one.fraction < Math.max(1, low)
  }
  return items.flatMap(({ ways }, at) =>
    ways.flatMap(way => {
      const { requirement, ongoingOnly } = way
      const one = told.get(requirement.id)
      const part = parts[at] ?? null
      if (one === undefined || part === null || one.ongoingOnly !== ongoingOnly) return []
      const due = partOfBid(way, { ongoing: one.ongoingUnits, additional: one.additionalUnits })
      if (!isWrong(one, part, floorTimes(10_000, due))) return []
      return [`Requirement ${requirement.id}: the part shown is not the part won`]
    }),
  )
}

/** Only what is divided may be won in part, in any match. */
const importedWholes = ({ problem }: Round, { requirements }: Result): string[] =>
  problem.requirements.flatMap(({ id, divisible, ongoingUnits, additionalUnits }) => {
    const one = requirements.find(result => result.id === id)
    if (one?.won !== true || (divisible && !one.ongoingOnly)) return []
    const wanted = ongoingUnits + (one.ongoingOnly ? 0 : additionalUnits)
    const isWhole = one.fraction === 10_000 && one.ongoingUnits + one.additionalUnits === wanted
    return isWhole ? [] : [`Requirement ${id}: it must win whole or not at all`]
  })

/** An imported match shows parts in four decimals only: its groups are judged by those. */
const importedGroups = ({ problem }: Round, { projects, requirements }: Result): string[] =>
  problem.groups.flatMap(({ id, of, type, memberIds }) => {
    const parts = memberIds.map(member => {
      const project = projects.find(one => one.id === member)
      if (of === 'project') return project?.won === true ? 10_000 : 0
      return requirements.find(one => one.id === member)?.fraction ?? 0
    })
    if (type === 'XOR')
      return parts.reduce((a, b) => a + b, 0) > 10_000
        ? [`Group ${id}: more than one whole member has won`]
        : []
    return Math.max(...parts) - Math.min(...parts) > 1 ? [`Group ${id}: its members have not won alike`] : []
  })

/** Everything wrong with a result of a round that is read already. */
export const judge = (round: Round, result: Result): string[] => {
  const common = [...identity(round, result), ...flowFindings(round, result), ...moneyFindings(round, result)]
  if (result.rule === 'Imported')
    return [
      ...common,
      ...importedWholes(round, result),
      ...importedGroups(round, result),
      ...importFindings(result),
    ]
  const { parts, findings } = partsWon(round, result)
  return [
    ...common,
    ...findings,
    ...misfits(round, parts),
    ...shownParts(round, parts, result),
    ...wordFindings(round, result),
    ...engineFindings(result),
  ]
}

/**
 * Everything wrong with a result, judged from the problem alone in whole numbers: flows on every day, money, groups,
 * reserve, sentences, and that it all adds up. Whether no better match exists, and whether the shares are right, takes
 * a solver: see `verdict.ts`.
 */
export const verify = (problem: Problem, result: Result): string[] => judge(roundOf(problem), result)
