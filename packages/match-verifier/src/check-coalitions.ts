import type { WinnerCluster } from './clusters.ts'
import { readRecordedDraws, type RecordedDraws, type Side } from './draws.ts'
import { seedOfProblem } from './filed.ts'
import type { RecordedComponentValues } from './shapes/audit-shape.ts'
import { countWithNoun, inPounds, type CheckedMarket, type VerificationFindings } from './market.ts'
import { mustShareEqually, readRecordedKinds } from './kinds.ts'
import { extremeSets, leastCaught, pickByWeight, sampleSets } from './sample-sets.ts'
import { readRecordedGame, type RecordedGame } from './tables.ts'

/** With up to this many winners all coalitions are checked; with more, a random sample. */
export const MAX_ENUMERATED_WINNERS = 9
/** With up to this many winners the engine values every coalition. */
const ALWAYS_EXACT = 20
/** With up to this many winners the values are always few enough to be in an audit. */
const ALWAYS_FILED = 12

/** Filed coalition values of one cluster: enumerated parts as games, sampled parts, and parts without values. */
export interface RecordedClusterValues {
  cluster: WinnerCluster
  games: RecordedGame[]
  draws: RecordedDraws[]
  /** Parts without filed values. */
  valueless: RecordedComponentValues[]
}

/** The filed components, keyed by the cluster that their winners are in, with the errors found. */
export const readRecordedClusterValues = (
  market: CheckedMarket,
  clusters: readonly WinnerCluster[],
  coalitions: readonly RecordedComponentValues[],
): { filed: RecordedClusterValues[]; findings: string[] } => {
  const findings: string[] = []
  const { organisations, engine, problemHash, coalitionValues } = market.result
  // A match is stored with as many values as there is room for.
  const isStored = coalitionValues !== undefined
  const seed = seedOfProblem(problemHash)
  const filed = clusters.map((cluster): RecordedClusterValues => ({
    cluster,
    games: [],
    draws: [],
    valueless: [],
  }))
  if (engine.batches.length !== coalitions.length)
    findings.push('The batches are not those of the parts of the coalition values')
  for (const [at, part] of coalitions.entries()) {
    const of = `Part ${at + 1} of the coalition values`
    const { winners, blocks, sampled } = part
    const home = filed.find(({ cluster }) => winners.every(winner => cluster.winners.includes(winner)))
    const batches = engine.batches[at] ?? null
    if (home === undefined) findings.push(`${of} has winners who do not trade with each other`)
    else if (sampled !== null && part.kinds !== null) findings.push(`${of} has values by kinds and draws`)
    else if (sampled !== null && winners.length <= ALWAYS_EXACT)
      findings.push(`${of} is sampled, though it has only ${countWithNoun(winners.length, 'winner')}`)
    else if ((sampled === null) !== (batches === null)) findings.push(`${of} has the wrong number of batches`)
    else if (blocks === null || sampled?.draws === null) {
      if (winners.length <= ALWAYS_FILED && !isStored) findings.push(`${of} has no values`)
      else home.valueless.push(part)
    } else if (sampled === null) {
      const game =
        part.kinds === null
          ? readRecordedGame(market.round, part, of)
          : readRecordedKinds(market.round, part, part.kinds, of)
      if (typeof game === 'string') findings.push(game)
      else home.games.push(game)
    } else {
      const isAveraged = mustShareEqually(market.result)
      const draws = readRecordedDraws(
        market.round,
        part,
        { ...sampled, draws: sampled.draws },
        { seed, isAveraged, of },
      )
      if (typeof draws === 'string') findings.push(draws)
      else {
        if (draws.batches !== batches) findings.push(`${of} has the wrong number of batches`)
        home.draws.push(draws)
      }
    }
  }
  const sampledWinners = new Set(
    coalitions.flatMap(({ winners, sampled }) => (sampled === null ? [] : winners)),
  )
  const uncertain = organisations.flatMap(({ organisationId, certainty }) => {
    const right = sampledWinners.has(organisationId) ? 'sampled' : 'exact'
    return certainty === right ? [] : [`${organisationId}: its share is ${right}, not ${certainty}`]
  })
  return { filed, findings: [...findings, ...uncertain] }
}

/** A set of winners to value again: for parts that were sampled, the draw and its side. */
interface Question {
  set: ReadonlySet<string>
  drawn: readonly (readonly [draw: number, side: Side])[]
  isExtreme: boolean
}

const membersOf = (names: readonly string[], set: Uint8Array): string[] =>
  names.filter((_, at) => set[at] === 1)

/** Filed value of the set of a question. */
const filedValueOf = ({ games, draws }: RecordedClusterValues, { set, drawn }: Question): number => {
  const inGames = games.reduce(
    (sum, { winners, valueOf }) =>
      sum + valueOf(Uint8Array.from(winners, winner => (set.has(winner) ? 1 : 0))),
    0,
  )
  return draws.reduce((sum, { valueOf }, at) => sum + valueOf(drawn[at]![0], drawn[at]![1], set), inGames)
}

/** The questions whose sets are given by the winners of a cluster, none of whom was drawn. */
const toQuestions = (
  winners: readonly string[],
  sets: readonly Uint8Array[],
  isExtreme: boolean,
): Question[] => sets.map(set => ({ set: new Set(membersOf(winners, set)), drawn: [], isExtreme }))

const allSets = (many: number): Uint8Array[] =>
  Array.from({ length: 2 ** many }, (_, set) =>
    Uint8Array.from({ length: many }, (_entry, at) => (set >> at) & 1),
  )

/** Number of draws of the file that are valued again, besides the first ones, which are the extreme sets. */
const CHECKED_DRAWS = 300

/** For each draw its weight in the shares: none for those of which every set is filed. */
const weightsOf = ({ drawn, sets }: RecordedDraws): number[] =>
  sets.map((set, at) => (at <= drawn.length ? 0 : 1 / set.reduce((sum, is) => sum + is, 0)))

/**
 * Draws of sampled parts to value again: the complete ones, and random ones by their weight in the shares, with random
 * sets of all other winners.
 */
const drawnQuestions = ({ cluster, draws }: RecordedClusterValues, chance: () => number): Question[] => {
  const drawnFrom = new Set(draws.flatMap(({ drawn }) => drawn))
  const question = (
    of: (draws: RecordedDraws, at: number) => number,
    side: Side,
    others: (name: string) => boolean,
    isExtreme: boolean,
  ): Question => {
    const drawn = draws.map((one, at) => [of(one, at), side] as const)
    const set = new Set(cluster.winners.filter(name => !drawnFrom.has(name) && others(name)))
    draws.forEach(({ drawn: names, sets }, at) =>
      names.forEach((name, player) => sets[drawn[at]![0]]![player] === side && set.add(name)),
    )
    return { set, drawn, isExtreme }
  }
  const complete = Math.max(...draws.map(({ drawn }) => 1 + drawn.length))
  const weights = draws.map(weightsOf)
  const isComplete = draws.every(({ batches }) => batches === 0)
  const random = Array.from({ length: isComplete ? 0 : CHECKED_DRAWS }, () => {
    const dense = chance()
    const side = chance() < 0.5 ? 1 : 0
    return question(
      (_, at) => pickByWeight(weights[at]!, chance),
      side,
      () => chance() < dense,
      false,
    )
  })
  return [
    ...Array.from({ length: complete }, (_, at) => at).flatMap(at =>
      ([1, 0] as const).map(side =>
        question(
          ({ sets }) => Math.min(at, sets.length - 1),
          side,
          () => side === 0,
          true,
        ),
      ),
    ),
    ...random,
  ]
}

/** Up to this many winners all sets are compared, if the second solver can find their values with few questions. */
const MAX_LISTED_WINNERS = 16

const hasAllValues = ({ winners, allValues }: WinnerCluster): boolean =>
  winners.length <= MAX_LISTED_WINNERS && allValues() !== null

/** Compares the recorded coalition values, all or a sample, with those of the second solver. */
export const checkCoalitionValues = (
  market: CheckedMarket,
  filed: readonly RecordedClusterValues[],
): VerificationFindings => {
  const report: VerificationFindings = { findings: [], open: [], done: [] }
  let [asked, settled, all, shift] = [0, 0, 0, 0]
  for (const one of filed) {
    const { cluster, valueless, draws } = one
    const { winners } = cluster
    all += 2 ** winners.length
    if (valueless.length > 0) {
      if (winners.length > MAX_ENUMERATED_WINNERS && cluster.allValues() === null)
        report.open.push(`coalition values of ${countWithNoun(winners.length, 'winner')}: not all are filed`)
      continue
    }
    const own = draws.length === 0 && hasAllValues(cluster) ? cluster.allValues() : null
    const valueOf = (set: ReadonlySet<string>): number | null =>
      own === null
        ? cluster.valueOf(set)
        : own.reduce((sum, game) => sum + game.valueOf(game.winners.map(name => (set.has(name) ? 1 : 0))), 0)
    const compare = (question: Question): number | null => {
      asked += 1
      const value = valueOf(question.set)
      if (value === null) return null
      settled += 1
      const told = filedValueOf(one, question)
      if (value !== told)
        report.findings.push(
          `The losers with ${[...question.set].join(', ') || 'no winners'} are worth ${value} pence, not ${told} as filed`,
        )
      return value
    }
    if (draws.length > 0) {
      const answers = drawnQuestions(one, market.chance).map(question => ({
        value: compare(question),
        isExtreme: question.isExtreme,
      }))
      const random = answers.filter(({ isExtreme, value }) => !isExtreme && value !== null).length
      const whole = Math.max(...answers.map(({ value }) => value ?? 0))
      for (const { sets, drawn } of draws) {
        const sizes = Array.from({ length: Math.max(0, Math.floor(drawn.length / 2) - 1) }, (_, at) => at + 2)
        const sum = sizes.reduce((total, size) => total + 2 / size, 0)
        if (sets.length > drawn.length + 1)
          shift = Math.max(shift, Math.min(whole, whole * sum * leastCaught(random)))
      }
    } else if (winners.length <= MAX_ENUMERATED_WINNERS || own !== null)
      toQuestions(winners, allSets(winners.length), true).forEach(compare)
    else {
      const extremes = toQuestions(winners, extremeSets(winners.length), true).map(compare)
      if (extremes.includes(null)) {
        report.open.push(
          `coalition values of ${countWithNoun(winners.length, 'winner')}: the second solver did not settle those from which a sample is drawn`,
        )
        continue
      }
      const sample = sampleSets(
        winners.length,
        extremes.map(value => value ?? 0),
        market.chance,
      )
      const answers = toQuestions(winners, sample.sets, false).map(compare)
      shift = Math.max(shift, sample.foundShift(answers.filter(value => value !== null).length))
    }
  }
  const how = asked < all ? ` (a sample, seed ${market.seed})` : ''
  report.done.push(
    `The second solver recalculated ${settled.toLocaleString('en-GB')} of ${countWithNoun(all, 'coalition value')}${how}.`,
  )
  if (shift > 0)
    report.done.push(
      `If other coalition values were filed, a shift of more than ${inPounds(shift)} in any share would have been found 99 times of 100.`,
    )
  if (settled < asked)
    report.open.push(
      `${countWithNoun(asked - settled, 'coalition value')} that the second solver did not settle`,
    )
  return report
}
