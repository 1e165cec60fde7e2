import loadHighs from 'highs'
import { expect, it } from 'vitest'
import { solveWithAudit } from '@credit-market/matching/solve'
import { parseMatchFile } from '../src/filed.ts'
import { createSecondSolver } from '../src/second-solver.ts'
import { verifyMatchFile } from '../src/verdict.ts'
import { EQUAL_ROUND } from './rounds.ts'

const { audit } = await solveWithAudit(EQUAL_ROUND)
const solver = createSecondSolver(await loadHighs(), () => Infinity)

const judged = (file: typeof audit) =>
  verifyMatchFile(parseMatchFile(JSON.parse(JSON.stringify(file))).value!, {
    solver,
    seed: 1,
    loggedHash: audit.hash,
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
