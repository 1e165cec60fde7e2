import loadHighs from 'highs'
import { describe, expect, it } from 'vitest'
import { solveWithAudit } from '@credit-market/matching/solve'
import { parseMatchFile } from '../src/filed.ts'
import { movePence } from './falsify.ts'
import { findResultErrors } from '../src/verify.ts'
import { createSecondSolver } from '../src/second-solver.ts'
import { verifyMatchFile } from '../src/verdict.ts'
import { EQUAL_ROUND, PARTLY_EQUAL_ROUND } from './rounds.ts'

const { audit } = await solveWithAudit(EQUAL_ROUND)
const solver = createSecondSolver(await loadHighs(), () => Infinity)

const judged = (file: typeof audit, loggedHash = audit.hash) =>
  verifyMatchFile(parseMatchFile(JSON.parse(JSON.stringify(file))).value!, {
    solver,
    seed: 1,
    loggedHash,
  })

it('equal bids of many winners have equal, exact prices, from one value for each number of each kind', () => {
  const { solution, coalitions } = audit
  expect(solution.certainty).toBe('exact')
  expect(coalitions.map(({ winners, kinds }) => [winners.length, kinds?.values.length])).toEqual([
    [44, 23 * 21 * 3],
  ])
  for (const many of [22, 20, 2]) {
    const kind = coalitions[0]!.kinds!.members.find(({ length }) => length === many)!
    const shares = solution.organisations.filter(({ organisationId }) => kind.includes(organisationId))
    // Pence left over from rounding go to the largest remainders.
    const own = shares.map(({ share }) => share)
    expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1)
  }
})

it('values by kinds are recalculated by the second solver, and the shares to the penny', () => {
  const { findings, done } = judged(audit)
  expect(findings).toEqual([])
  expect(done).toContain('The shares of 44 winners were recalculated to the penny.')
})

it.each<[string, (file: typeof audit) => void, RegExp]>([
  [
    'two kinds are called one',
    ({ coalitions: [part] }) => {
      const { members } = part!.kinds!
      part!.kinds!.members = [members.flat()]
    },
    /does not group the winners that offer and ask for the same/,
  ],
  [
    'a value is left out',
    ({ coalitions: [part] }) => part!.kinds!.values.pop(),
    /does not have a value for every number of each kind/,
  ],
  [
    'all values but those of no one and everyone are a pound higher',
    ({ coalitions: [part] }) => {
      const { values } = part!.kinds!
      part!.kinds!.values = values.map((value, at) =>
        at === 0 || at === values.length - 1 ? value : value + 100,
      )
    },
    /are worth \d+ pence, not \d+ as filed/,
  ],
])('does not pass if %s', (_what, spoil, finding) => {
  const file: typeof audit = JSON.parse(JSON.stringify(audit))
  spoil(file)
  const { findings } = judged(file)
  expect(
    findings.filter(line => finding.test(line)),
    findings.slice(0, 5).join('\n'),
  ).not.toEqual([])
})

describe('equal bids of winners whose coalitions are drawn', () => {
  const sampled = solveWithAudit(PARTLY_EQUAL_ROUND)
  const kinds = [
    ['P18', 'P19', 'P20', 'P21'].map(id => `supplier ${id}`),
    ['R10', 'R11', 'R12', 'R13', 'R14'].map(id => `buyer ${id}`),
  ]

  it('have equal prices, but for a penny that rounding leaves over', async () => {
    const { solution } = (await sampled).audit
    expect(solution.certainty).toBe('sampled')
    for (const kind of kinds) {
      const own = solution.organisations.filter(({ organisationId }) => kind.includes(organisationId))
      expect(own).toHaveLength(kind.length)
      const shares = own.map(({ share }) => share)
      expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
      expect(new Set(own.map(({ halfWidth }) => halfWidth)).size).toBe(1)
    }
  })

  it('are recalculated to the penny from the draws', async () => {
    const { findings, done } = judged((await sampled).audit, (await sampled).audit.hash)
    expect(findings).toEqual([])
    expect(done).toContainEqual(
      expect.stringMatching(
        /^The shares of 24 winners were recalculated to the penny, those of 24 winners from/,
      ),
    )
  })

  it('do not pass with different prices, not even without the draws', async () => {
    const file: typeof audit = JSON.parse(JSON.stringify((await sampled).audit))
    movePence(file.solution, [kinds[1]![0]!, kinds[1]![1]!], 2)
    expect(findResultErrors(file.problem, file.solution)).toEqual([
      expect.stringMatching(
        /^buyer R10, .* buyer R14: they offer and ask for the same, but their shares differ$/,
      ),
    ])
  })

  it('were not averaged before engine version 5', async () => {
    const file: typeof audit = JSON.parse(JSON.stringify((await sampled).audit))
    Object.assign(file, { version: 4 })
    Object.assign(file.solution.engine, { version: '4' })
    const { findings } = judged(file, file.hash)
    expect(findings).toContainEqual(expect.stringMatching(/^buyer R10: its share is \d+, not \d+$/))
  })
})
