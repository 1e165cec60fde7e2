import type { Cluster } from './clusters.ts'
import { drawsOf, type FiledDraws } from './draws.ts'
import type { FiledPart } from './filed.ts'
import { counted, slackOf, type Market, type Verdict } from './market.ts'
import { CERTAINTIES, isOfFirstEngine } from './result-shape.ts'
import { gameOf, type FiledGame, type Present } from './tables.ts'

/** Of up to so many winners all coalitions are asked again; of more, so many at random. */
export const MOST_ALL = 9
const SAMPLED = 24

/** What is filed of the coalitions of one cluster: parts as games, parts of which some were drawn, and others. */
export interface FiledCluster {
  cluster: Cluster
  games: FiledGame[]
  draws: FiledDraws[]
  /** Parts of which no values are filed. */
  valueless: FiledPart[]
}

/** Of more winners no draws are filed: a set of them is no number any more. */
const MOST_DRAWN = 53
/** The values of up to so many winners are always few enough to be filed. */
const ALWAYS_FILED = 12

/** May the values of a part be left out: because they would be too many, or as the first engine did? */
const isLeftOut = ({ result }: Market, { winners, blocks, sampled }: FiledPart): boolean =>
  sampled === null
    ? blocks === null && winners.length > ALWAYS_FILED
    : isOfFirstEngine(result) || sampled.winners.length > MOST_DRAWN

/** The parts filed, each with the cluster of its winners, and what is wrong with them. */
export const filedClusters = (
  market: Market,
  clusters: readonly Cluster[],
  coalitions: readonly FiledPart[],
): { filed: FiledCluster[]; findings: string[] } => {
  const findings: string[] = []
  const filed = clusters.map((cluster): FiledCluster => ({ cluster, games: [], draws: [], valueless: [] }))
  for (const [at, part] of coalitions.entries()) {
    const of = `Part ${at + 1} of the coalition values`
    const { winners, blocks, sampled, certainty } = part
    const home = filed.find(({ cluster }) => winners.every(winner => cluster.winners.includes(winner)))
    if (home === undefined) {
      findings.push(`${of} is not of winners who trade with each other`)
      continue
    }
    if ((sampled === null) === (certainty === 'sampled')) findings.push(`${of} does not say how sure it is`)
    if (isLeftOut(market, part)) home.valueless.push(part)
    else if (blocks === null) findings.push(`${of} has no values`)
    else if (sampled !== null) {
      const draws = drawsOf(market.round, part, sampled, of)
      if (typeof draws === 'string') findings.push(draws)
      else home.draws.push(draws)
    } else {
      const game = gameOf(market.round, part, of)
      if (typeof game === 'string') findings.push(game)
      else if (game.isWhole || isOfFirstEngine(market.result)) home.games.push(game)
      else findings.push(`${of} holds fractions of a penny`)
    }
  }
  return { filed, findings: [...findings, ...certaintyFindings(market, coalitions)] }
}

/** An organisation's share is as sure as the least sure of the parts in which it won. */
const certaintyFindings = ({ result }: Market, coalitions: readonly FiledPart[]): string[] =>
  result.organisations.flatMap(({ organisationId, certainty }) => {
    if (certainty === undefined) return []
    const parts = coalitions.filter(({ winners }) => winners.includes(organisationId))
    const places = parts.map(part => CERTAINTIES.indexOf(part.certainty))
    const weakest = CERTAINTIES[Math.max(0, ...places)]
    return weakest === certainty ? [] : [`${organisationId}: its share is ${weakest}, not ${certainty}`]
  })

const presenceOf = (winners: readonly string[], set: ReadonlySet<string>): Present =>
  Uint8Array.from(winners, winner => (set.has(winner) ? 1 : 0))

const drawOf = ({ drawn, sets }: FiledDraws, set: ReadonlySet<string>): number => {
  const wanted = drawn.map(name => (set.has(name) ? 1 : 0))
  return sets.findIndex(one => wanted.every((is, at) => one[at] === is))
}

/** What is filed of a set of a cluster's winners; null where some part of it was not drawn. */
const toldOf = ({ games, draws }: FiledCluster, set: ReadonlySet<string>): number | null => {
  let sum = 0
  for (const game of games) sum += game.valueOf(presenceOf(game.winners, set))
  for (const one of draws) {
    const at = drawOf(one, set)
    if (at < 0) return null
    sum += one.valueOf(at, presenceOf(one.others, set))
  }
  return sum
}

/** Sets of a cluster's winners: all of few; of many all together, and others at random, as they were drawn. */
const setsOf = (
  { cluster: { winners }, draws }: FiledCluster,
  chance: () => number,
): ReadonlySet<string>[] => {
  if (winners.length <= MOST_ALL && draws.length === 0)
    return Array.from(
      { length: 2 ** winners.length },
      (_, set) => new Set(winners.filter((_name, at) => ((set >> at) & 1) === 1)),
    )
  const random = Array.from({ length: SAMPLED - 1 }, () => {
    const dense = chance()
    const some = new Set(winners.filter(() => chance() < dense))
    const one = draws[Math.floor(chance() * draws.length)]
    const set = one?.sets[Math.floor(chance() * one.sets.length)]
    one?.drawn.forEach((name, at) => (set?.[at] === 1 ? some.add(name) : some.delete(name)))
    for (const other of draws) if (other !== one) for (const name of other.drawn) some.add(name)
    return some
  })
  const sets = [new Set(winners), ...random]
  return [...new Map(sets.map(set => [[...set].toSorted().join('\n'), set])).values()]
}

/** Are the values filed of coalitions those that a second solver finds: of all, or of a sample? */
export const checkCoalitions = (market: Market, filed: readonly FiledCluster[]): Verdict => {
  const report: Verdict = { findings: [], open: [], done: [] }
  let [asked, settled, all] = [0, 0, 0]
  for (const one of filed) {
    const { cluster, valueless } = one
    all += 2 ** cluster.winners.length
    if (valueless.length > 0) {
      const of = counted(cluster.winners.length, 'winner')
      report.open.push(`the values of coalitions of ${of}: not all are filed`)
      continue
    }
    const slack = cluster.components.reduce((sum, component) => sum + slackOf(market, component), 0)
    for (const set of setsOf(one, market.chance)) {
      const told = toldOf(one, set)
      if (told === null) continue
      asked += 1
      const value = cluster.valueOf(set)
      if (value === null) continue
      settled += 1
      if (Math.abs(value - told) > slack)
        report.findings.push(
          `Beside the losers, ${[...set].join(', ') || 'nobody'}: worth ${value} pence, and not ${told} as filed`,
        )
    }
  }
  const how = asked < all ? ` (a sample, seed ${market.seed})` : ''
  report.done.push(`${settled} of ${counted(all, 'coalition value')} found again by the second solver${how}.`)
  if (settled < asked)
    report.open.push(`${counted(asked - settled, 'coalition value')} that the second solver did not settle`)
  return report
}
