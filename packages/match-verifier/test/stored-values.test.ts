import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { solveWithAudit } from '@credit-market/matching/solve'
import type { MatchAudit } from '@credit-market/matching/audit'
import {
  renameCoalitionValues,
  toStoredCoalitionValues,
} from '@credit-market/matching/coalition-values/stored-values'
import type { StoredCoalitionValues } from '@credit-market/matching/problem/match-solution'
import { withoutValues } from './falsifications.ts'
import { changeValues, movePence } from './falsify.ts'
import { CONNECTED_ROUND, CROWDED_ROUND, EQUAL_ROUND } from './rounds.ts'
import { clusterComponentsByWinner } from '../src/clusters.ts'
import { splitIntoComponents } from '../src/components.ts'
import { buildVerifierRound } from '../src/round.ts'
import { readRecordedGame } from '../src/tables.ts'
import { seededRandom } from '../src/exact/chance.ts'
import { parseMatchFile } from '../src/filed.ts'
import { createSecondSolver, type SecondSolver } from '../src/second-solver.ts'
import { readStoredValues } from '../src/stored-values.ts'
import { verifyMatchFile } from '../src/verdict.ts'

const audits = {
  connected: (await solveWithAudit(CONNECTED_ROUND)).audit,
  equal: (await solveWithAudit(EQUAL_ROUND)).audit,
  crowded: (await solveWithAudit(CROWDED_ROUND, { batches: [16] })).audit,
}
const copyOf = (round: keyof typeof audits): MatchAudit => JSON.parse(JSON.stringify(audits[round]))

/** The match as a round stores it, with its coalition values. */
const stored = (audit: MatchAudit, change?: (values: StoredCoalitionValues[]) => void) => {
  const coalitionValues = toStoredCoalitionValues(audit.coalitions)
  change?.(coalitionValues)
  return withoutValues({ ...audit, solution: { ...audit.solution, coalitionValues } })
}

let solver: SecondSolver
beforeAll(async () => {
  solver = createSecondSolver(await loadHighs(), () => Infinity)
})

const judged = (file: unknown) => {
  const { value, faults } = parseMatchFile(JSON.parse(JSON.stringify(file)))
  return value === null
    ? { findings: faults, open: [] as string[], done: [] as string[] }
    : verifyMatchFile(value, { solver, seed: 20_261_127, loggedHash: value.result.problemHash })
}

describe('the coalition values of a stored match', () => {
  it.each(['connected', 'equal'] as const)('are those of the audit of the round %s', round => {
    const { values, findings } = readStoredValues(stored(audits[round]).solution)
    expect(findings).toEqual([])
    expect(values).toEqual(audits[round].coalitions)
  })

  it('are left out where shares were sampled', () => {
    expect(toStoredCoalitionValues(audits.crowded.coalitions)).toEqual([
      { winners: audits.crowded.coalitions[0]!.winners, blocks: null, kinds: null },
    ])
  })

  it('of the longest part are left out if there is not room for all', () => {
    const [part] = audits.connected.coalitions
    const chance = seededRandom(7)
    const table = (bits: number) =>
      Array.from({ length: 2 ** bits }, (_, at): [number, number, number] => {
        const set = 2 ** bits - 1 - at
        return [set, set, Math.floor(chance() * 1_000_000)]
      })
    const winners = Array.from({ length: 17 }, (_, at) => `winner ${at + 10}`)
    const long = { ...part!, blocks: [{ connectors: [], winners, values: table(17) }] }
    expect(toStoredCoalitionValues([long, part!]).map(({ blocks }) => blocks === null)).toEqual([true, false])
  })

  it.each(['connected', 'equal'] as const)(
    'of the round %s have one form under other names, and come back under the first ones',
    round => {
      const first = toStoredCoalitionValues(audits[round].coalitions)
      const turned = (name: string): string => name.split('').toReversed().join('')
      const there = renameCoalitionValues(first, { winner: turned, project: turned })
      expect(there.values).not.toEqual(first)
      expect(renameCoalitionValues(there.values, { winner: turned, project: turned }).values).toEqual(first)
    },
  )
})

describe('a stored match with coalition values', () => {
  it('is checked to the penny, with 13 winners in one part', () => {
    const { findings, open, done } = judged(stored(audits.connected))
    expect([...findings, ...open]).toEqual([])
    expect(done).toContain('The shares of 13 winners were recalculated to the penny.')
  })

  it('of sampled shares is read, and its shares are not said to be checked', () => {
    const { findings, open } = judged(stored(audits.crowded))
    expect(findings).toEqual([])
    expect(open.join('\n')).toMatch(/the shares of 24 winners to the penny: they were estimated/)
  })

  it.each<[string, () => unknown, RegExp]>([
    [
      'a penny moves',
      () => {
        const audit = copyOf('connected')
        movePence(audit.solution, ['supplier P1', 'buyer R1'], 1)
        return stored(audit)
      },
      /its share is \d+, not \d+/,
    ],
    [
      'values are changed, and everything follows',
      () => {
        const audit = copyOf('connected')
        changeValues(audit, (value, _size, has) => (has('buyer R1') ? value + 300_000 : value))
        return stored(audit)
      },
      /are worth -?\d+ pence, not -?\d+ as filed/,
    ],
    [
      'a text of values is cut off',
      () =>
        stored(audits.connected, ([part]) => {
          const [block] = part!.blocks!
          block!.values = block!.values.slice(0, -1)
        }),
      /^Part 1 of the coalition values cannot be read/,
    ],
    [
      'a text of values goes on after its end',
      () => stored(audits.connected, ([part]) => void (part!.blocks![0]!.values += 'A')),
      /^Part 1 of the coalition values cannot be read/,
    ],
    [
      'a value is written in two parts of a table',
      () => {
        const audit = copyOf('connected')
        const { values } = audit.coalitions[0]!.blocks![0]!
        const at = values.findIndex(([members, used]) => members !== used)
        const [members, used, value] = values[at]!
        const idle = members & ~used
        values[at] = [members, used | (idle & -idle), value]
        values.push([members & ~(idle & -idle), used, value])
        values.sort(([a], [b]) => b - a)
        return stored(audit)
      },
      /does not list its values in their one form/,
    ],
    [
      'the values of a part are there twice, in the file and in its match',
      () => {
        const audit = copyOf('connected')
        audit.solution.coalitionValues = toStoredCoalitionValues(audit.coalitions)
        return audit
      },
      /^The coalition values are in the file twice/,
    ],
  ])('does not pass if %s', (_what, falsify, finding) => {
    const { findings } = judged(falsify())
    expect(
      findings.filter(line => finding.test(line)),
      findings.slice(0, 5).join('\n'),
    ).not.toEqual([])
  })

  it('is checked to the penny without the values of a part that falls into few pieces', () => {
    const { findings, open, done } = judged(stored(audits.connected, ([part]) => void (part!.blocks = null)))
    expect([...findings, ...open]).toEqual([])
    expect(done).toContain('The shares of 13 winners were recalculated to the penny.')
  })
})

describe('the values of all sets that the second solver finds piece by piece', () => {
  it.each(['connected', 'equal', 'crowded'] as const)(
    'of the round %s are those of the audit, or too many',
    async round => {
      const { problem, solution } = audits[round]
      const verifierRound = buildVerifierRound(problem)
      const [cluster] = clusterComponentsByWinner({
        round: verifierRound,
        result: solution,
        components: splitIntoComponents(verifierRound),
        solver,
        isCareful: false,
        chance: () => 0,
        seed: 0,
      })
      const games = cluster!.allValues()
      if (round !== 'connected') return expect(games).toBeNull()
      const recorded = readRecordedGame(verifierRound, audits[round].coalitions[0]!, 'The part')
      if (typeof recorded === 'string') throw new Error(recorded)
      expect(games!.map(({ tables }) => tables.map(({ winners }) => winners.length))).toEqual([[6, 6]])
      for (let set = 0; set < 2 ** recorded.winners.length; set += 1) {
        const present = recorded.winners.map((_, at) => (set >> at) & 1)
        expect(games![0]!.valueOf(present)).toBe(recorded.valueOf(present))
      }
    },
  )
})
