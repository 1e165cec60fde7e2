import type { RecordedComponentValues } from './shapes/audit-shape.ts'
import type { MatchResult } from './shapes/result-shape.ts'
import { ratio, type Fraction } from './exact/fraction.ts'
import type { VerifierRound } from './round.ts'
import { factorials } from './shares.ts'
import type { RecordedGame } from './tables.ts'

/** Winners by kind, and a value for every number of each that is present, the first kind counting fastest. */
export type RecordedKinds = NonNullable<RecordedComponentValues['kinds']>

/** All that an organisation offers and asks for, without names and times; null if it has a group. */
const itemsOf = ({ problem }: VerifierRound, owner: string): string | null => {
  if (problem.groups.some(group => group.ownerId === owner)) return null
  const projects = problem.projects
    .filter(({ supplierId }) => supplierId === owner)
    .map(({ ncaId, lpaId, subcatchmentId, offer, costs, services }) => [
      [ncaId, lpaId, subcatchmentId, offer],
      [costs.maintenance, costs.marketOperator, costs.complianceMonitoring, costs.performanceMonitoring],
      services.map(service => ({ ...service, id: '' })),
    ])
  const requirements = problem.requirements
    .filter(({ buyerId }) => buyerId === owner)
    .map(one => ({ ...one, id: '', name: '', buyerId: '', ownerId: '', bidAt: '' }))
  return JSON.stringify([...projects, ...requirements].map(item => JSON.stringify(item)).toSorted())
}

/** The first version of the engine that gives alike winners equal shares where it samples. */
const FIRST_WITH_EQUAL_SHARES = 5

/** True if winners who offer and ask for the same must have equal shares, to a penny that rounding leaves over. */
export const mustShareEqually = ({ rule, engine }: MatchResult): boolean =>
  rule !== 'Imported' && Number(engine.version) >= FIRST_WITH_EQUAL_SHARES

/** Groups winners that offer and ask for the same, each group and their list in order. */
export const groupAlike = (round: VerifierRound, winners: readonly string[]): string[][] => {
  const kinds = new Map<string, string[]>()
  for (const name of winners) {
    const key = itemsOf(round, name) ?? `alone ${name}`
    kinds.set(key, [...(kinds.get(key) ?? []), name])
  }
  return [...kinds.values()]
}

/** Winners that offer and ask for the same, but have shares that differ by more than rounding does. */
export const findUnequalShares = (round: VerifierRound, { organisations }: MatchResult): string[] => {
  const shareOf = new Map(organisations.map(({ organisationId, share }) => [organisationId, share]))
  return groupAlike(round, [...shareOf.keys()]).flatMap(kind => {
    const shares = kind.map(name => shareOf.get(name)!)
    return Math.max(...shares) - Math.min(...shares) <= 1
      ? []
      : [`${kind.join(', ')}: they offer and ask for the same, but their shares differ`]
  })
}

/** Reads the values of a part by kinds of winners, or returns a sentence with the error. */
export const readRecordedKinds = (
  round: VerifierRound,
  { winners, blocks }: RecordedComponentValues,
  kinds: RecordedKinds,
  of: string,
): RecordedGame | string => {
  const { members, values } = kinds
  if (blocks?.length !== 0) return `${of} has values by kinds and in blocks`
  if (JSON.stringify(members) !== JSON.stringify(groupAlike(round, winners)))
    return `${of} does not group the winners that offer and ask for the same`
  const many = members.reduce((product, kind) => product * (kind.length + 1), 1)
  if (values.length !== many) return `${of} does not have a value for every number of each kind`
  const kindOf = winners.map(name => members.findIndex(kind => kind.includes(name)))
  const stepOf = members.map((_, at) =>
    members.slice(0, at).reduce((product, kind) => product * (kind.length + 1), 1),
  )
  const valueOf = (present: ArrayLike<number>): number =>
    values[kindOf.reduce((index, kind, at) => index + present[at]! * stepOf[kind]!, 0)]!
  return { winners, valueOf, work: winners.length, tables: [], ways: [], kinds }
}

const choose = (from: number, some: number): bigint => {
  let ways = 1n
  for (let at = 0; at < some; at += 1) ways = (ways * BigInt(from - at)) / BigInt(at + 1)
  return ways
}

/** The exact share of each kind's winners, by Shapley's formula over the numbers of each kind. */
export const sharesByKinds = ({ members, values }: RecordedKinds): Fraction[] => {
  const players = members.reduce((sum, kind) => sum + kind.length, 0)
  const factorial = factorials(players)
  const shares = members.map(() => 0n)
  values.forEach((value, index) => {
    let rest = index
    const present = members.map(kind => {
      const here = rest % (kind.length + 1)
      rest = Math.floor(rest / (kind.length + 1))
      return here
    })
    const size = present.reduce((sum, some) => sum + some, 0)
    const others = (except: number, more: number): bigint =>
      members.reduce(
        (product, kind, at) =>
          product * (at === except ? choose(kind.length - 1, more) : choose(kind.length, present[at]!)),
        1n,
      )
    members.forEach((kind, at) => {
      const here = present[at]!
      if (here > 0)
        shares[at]! +=
          others(at, here - 1) * factorial[size - 1]! * factorial[players - size]! * BigInt(value)
      if (here < kind.length)
        shares[at]! -= others(at, here) * factorial[size]! * factorial[players - size - 1]! * BigInt(value)
    })
  })
  return shares.map(share => ratio(share, factorial.at(-1)))
}
