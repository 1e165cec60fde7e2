import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { solveBestKnown } from '@credit-market/matching/best-known'
import type { MatchAudit } from '@credit-market/matching/audit'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import { toStoredCoalitionValues } from '@credit-market/matching/coalition-values/stored-values'
import { solve } from '@credit-market/matching/solve'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { hashCanonicalJson } from '../src/canonical.ts'
import { parseMatchFile } from '../src/filed.ts'
import { createSecondSolver, type SecondSolver } from '../src/second-solver.ts'
import { calculateSharesByRule } from '../src/shares-by-rule.ts'
import { verifyMatchFile } from '../src/verdict.ts'
import { findLoser, movePenceToOtherWinner } from './spoil.ts'

const best = await solve(TIED_ROUND)
const left = best.requirements.find(({ won }) => won)!
const rest = await solve({
  ...TIED_ROUND,
  requirements: TIED_ROUND.requirements.filter(({ id }) => id !== left.id),
  groups: TIED_ROUND.groups.filter(({ memberIds }) => !memberIds.includes(left.id)),
})
const idsOfWinners = (items: readonly { id: string; won: boolean }[]): string[] =>
  items.flatMap(({ id, won }) => (won ? [id] : []))
/** A match of the round without one of its best winners, and the surplus of the best match as the bound. */
const { audit } = await solveBestKnown(TIED_ROUND, {
  surplus: rest.surplus,
  bound: best.surplus,
  projectIds: idsOfWinners(rest.projects),
  requirementIds: idsOfWinners(rest.requirements),
})
const inFile = (): MatchAudit => JSON.parse(JSON.stringify(audit))

let solver: SecondSolver
beforeAll(async () => {
  solver = createSecondSolver(await loadHighs(), () => Infinity)
})

const judged = (file: unknown, second = solver) => {
  const { value, faults } = parseMatchFile(file)
  return value === null
    ? { findings: faults, open: [], done: [] }
    : verifyMatchFile(value, { solver: second, seed: 1, loggedHash: value.result.problemHash })
}

const spoilt = (spoil: (solution: MatchSolution, file: MatchAudit) => void): MatchAudit => {
  const file = inFile()
  spoil(file.solution, file)
  return file
}

describe('the verdict on a best known match', () => {
  it('finds no error, and says what a better match may be worth', () => {
    const { findings, open, done } = judged(inFile())
    expect([...findings, ...open]).toEqual([])
    const text = done.join('\n')
    expect(text).toContain('The match is not proven to be the best.')
    expect(text).toMatch(/a better one may be worth up to £[\d,.]+ more/)
    expect(text).toMatch(/A match was found that is worth £[\d,.]+ more, which the published gap allows/)
    expect(text).toMatch(/confirmed that no match is worth more than/)
  })

  it('is the same on the stored match', () => {
    const { problem, hash, coalitions } = inFile()
    const solution = { ...inFile().solution, coalitionValues: toStoredCoalitionValues(coalitions) }
    const stored = { problem, problemHash: hash, solution, solutionHash: hashCanonicalJson(solution) }
    const { findings, open } = judged(JSON.parse(JSON.stringify(stored)))
    expect([...findings, ...open]).toEqual([])
  })

  it('says that the bound is not checked, if the second solver has no time', () => {
    const { findings, open } = judged(inFile(), () => ({ status: 'unfinished', x: [], bound: Infinity }))
    expect(findings).toEqual([])
    expect(open.join('\n')).toMatch(/whether no match is worth more than .* ran out of time/)
  })

  it('calculates the shares of the winners alone', () => {
    const { solution } = inFile()
    expect(calculateSharesByRule(TIED_ROUND, solution, solver)).toEqual(
      new Map(solution.organisations.map(({ organisationId, share }) => [organisationId, share])),
    )
  })

  it.each<[string, (solution: MatchSolution, file: MatchAudit) => void, RegExp]>([
    [
      'a bound that a match exceeds',
      ({ bestKnown, surplus }) => (bestKnown!.bound = surplus),
      /There is a match worth £[\d,.]+, more than/,
    ],
    [
      'a bound below its own surplus',
      ({ bestKnown, surplus }) => (bestKnown!.bound = surplus - 1),
      /surplus is greater than what the file calls the most possible/,
    ],
    ['a proof', solution => (solution.proven = true), /marked as proven, and has a bound/],
    [
      'no bound and a proof',
      solution => {
        solution.proven = true
        delete solution.bestKnown
      },
      /its reason cannot be notInBestKnown|its reason is/,
    ],
    ['no bound', solution => delete solution.bestKnown, /has prices, but is not marked as proven/],
    ['an import', solution => (solution.rule = 'Imported'), /cannot be the best known match of the engine/],
    [
      'a critical price',
      solution => (findLoser(solution).critical = 1),
      /no one knows its reason, or its price/,
    ],
    [
      'another reason of a loser',
      solution => (findLoser(solution).reason = 'price'),
      /no one knows its reason, or its price/,
    ],
    [
      'a penny moved between shares',
      solution => movePenceToOtherWinner(solution, 1),
      /its share is \d+, not/,
    ],
    ['another seed', ({ engine }) => (engine.seed += 1), /The seed of the file differs/],
    [
      'another note on ties',
      ({ tie }) => (tie.note = 'One match alone has the greatest surplus; there was no tie.'),
      /note on ties does not say that it is about the winners alone/,
    ],
    [
      'another problem',
      (_, { problem }) => (problem.requirements.find(({ id }) => id === left.id)!.bid += 1),
      /belongs to another problem/,
    ],
  ])('finds %s', (_, spoil, finding) => {
    const { findings } = judged(spoilt(spoil))
    expect(
      findings.filter(line => finding.test(line)),
      findings.join('\n'),
    ).not.toEqual([])
  })
})
