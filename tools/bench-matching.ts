import { compile } from '../src/matching/compile.ts'
import { cutOf } from '../src/matching/connectors.ts'
import { generateRound, type Size } from '../src/matching/generate.ts'
import { findMatch } from '../src/matching/match.ts'
import { askHighs, highs } from '../src/matching/highs.ts'
import { NOTHING } from '../src/matching/program.ts'
import { inOrder } from '../src/matching/problem.ts'
import { hopeless } from '../src/matching/reduce.ts'
import { sampledShares } from '../src/matching/sample.ts'
import { askSmall } from '../src/matching/small.ts'
import { coalitionValues } from '../src/matching/coalitions.ts'
import { submarkets, without } from '../src/matching/submarkets.ts'
import { standingsOf } from '../src/matching/ties.ts'

const since = (start: number): number => (performance.now() - start) / 1_000
const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const solver = await highs()

const winnersIn = (size: Size, seed: number) => {
  const start = performance.now()
  const market = compile(inOrder(generateRound(size, seed)))
  const matched = findMatch(market.program, standingsOf(market), {
    solve: ask => {
      const isSmall = ask.program.columns.length <= 250 && ask.relaxed !== true
      const quick = isSmall ? askSmall(ask, 6_000) : null
      return quick === null || quick.status === 'stopped' ? askHighs(solver, ask) : quick
    },
    secondsLeft: () => Infinity,
    onStanding: () => {},
  })
  return { market, matched, seconds: since(start) }
}

const partsOf = ({ market, matched }: ReturnType<typeof winnersIn>) => {
  const reduced = without(market.program, hopeless(market.program))
  return submarkets(reduced.program, false).map(({ program, from }) => {
    const players = from.flatMap((at, k) =>
      matched.x[reduced.from[at]!]! > NOTHING ? [program.columns[k]!.player] : [],
    )
    return { program, winners: [...new Set(players)].toSorted((a, b) => a - b) }
  })
}

/** Goals of the matching engine, measured on made-up rounds; run alone, for a quiet machine. */
const cases: Record<string, () => void | Promise<void>> = {
  real: () => {
    const times = Array.from({ length: 20 }, (_, seed) => winnersIn('real', seed + 1).seconds)
    say(
      `real, 20 rounds: median ${median(times).toFixed(2)} s, worst ${Math.max(...times).toFixed(2)} s (goal 3 and 30 s)`,
    )
  },
  peer: () => {
    for (const seed of [1, 2, 3]) {
      for (const { program, winners } of partsOf(winnersIn('real', seed))) {
        if (winners.length < 10) continue
        const start = performance.now()
        const own = askSmall({ program })
        const middle = performance.now()
        const peer = askHighs(solver, { program, seconds: 60 })
        const ratio = (performance.now() - middle) / (middle - start)
        say(
          `real ${seed}: HiGHS takes ${ratio.toFixed(1)} times as long; same value ${Math.abs(own.value - peer.value) < 1}`,
        )
      }
    }
  },
  pricing: () => {
    for (const part of [1, 2, 3].flatMap(seed => partsOf(winnersIn('real', seed)))) {
      if (part.winners.length < 18) continue
      const winners = part.winners.slice(0, 18)
      const start = performance.now()
      const { values, worked } = coalitionValues(part.program, winners, () => {})
      const cut = cutOf(part.program)?.connectors.length ?? 0
      const rate = Math.round(values.length / since(start))
      say(
        `18 winners: ${since(start).toFixed(1)} s, ${worked.reduce((sum, block) => sum + block.solved.length, 0)} solves, ${rate} values a second, ${cut} connectors (goal 60 s, 5,000)`,
      )
    }
  },
  sampling: () => {
    for (const { program, winners } of partsOf(winnersIn('real', 2))) {
      if (winners.length < 30) continue
      const start = performance.now()
      const limits = { seed: 7777, secondsLeft: () => 60 - since(start), tick: () => {} }
      const { shares, halfWidths, batches } = sampledShares(program, winners, limits)
      const mean = shares.reduce((a, b) => a + b, 0) / shares.length
      const width = ((100 * median(halfWidths)) / mean).toFixed(1)
      say(
        `${winners.length} winners: ${batches} batches in ${since(start).toFixed(0)} s, half width ${width} % of the mean share (goal 0.5 %)`,
      )
    }
  },
  large: () => {
    const times = [1, 2, 3].map(seed => winnersIn('large', seed).seconds)
    say(`large: median ${median(times).toFixed(1)} s (goal 60 s)`)
  },
  huge: () => void say(`huge: ${winnersIn('huge', 1).seconds.toFixed(1)} s (goal 300 s)`),
}

const asked = process.argv.slice(2)
for (const [name, run] of Object.entries(cases)) if (asked.length === 0 || asked.includes(name)) await run()
