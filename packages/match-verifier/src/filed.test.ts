import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import versionOne from '../test/version-1.json' with { type: 'json' }
import { solveWithAudit } from '@credit-market/matching/solve'
import { hashCanonicalJson } from './canonical.ts'
import { parseMatchFile, type RecordedComponentValues } from './filed.ts'
import type { MatchResult } from './result-shape.ts'
import { createSecondSolver, type SecondSolver } from './second-solver.ts'
import { verifyMatchFile } from './verdict.ts'

let solver: SecondSolver
beforeAll(async () => {
  solver = createSecondSolver(await loadHighs(), () => Infinity)
})

const judged = (file: unknown, by = solver) => {
  const { value, faults } = parseMatchFile(file)
  return value === null ? { findings: faults, open: [], done: [] } : verifyMatchFile(value, { solver: by })
}

const kept = <S extends object>(problem: unknown, solution: S) => ({
  resultId: 'M1',
  roundId: 'RD-1',
  problem,
  problemHash: Object(solution).problemHash,
  solution,
  solutionHash: hashCanonicalJson(solution),
  startedAt: '2026-11-22T09:00:00.000Z',
  finishedAt: '2026-11-22T09:00:01.000Z',
})

const { audit } = await solveWithAudit(TIED_ROUND)

describe('files of the first engine version', () => {
  it('accepts an audit with a divided bid', () => {
    const { findings, open } = judged(versionOne)
    expect([...findings, ...open]).toEqual([])
  })

  it('verifies a stored match without coalition values by solving for them itself', () => {
    const { findings, open, done } = judged(kept(versionOne.problem, versionOne.solution))
    expect([...findings, ...open]).toEqual([])
    expect(done).toContain(
      'The shares of 4 winners were recalculated from the values of the second solver: exactly, in fractions of whole numbers.',
    )
  })

  it('detects a stored match whose hash belongs to another result', () => {
    const file = { ...kept(versionOne.problem, versionOne.solution), solutionHash: 'f'.repeat(64) }
    expect(judged(file).findings).toEqual([
      'The hash of the result of the file differs from that of its result',
    ])
  })
})

describe('an imported match', () => {
  const { tie, ...rest } = audit.solution
  const imported = {
    ...rest,
    tie: { ...tie, note: '' },
    engine: {
      ...rest.engine,
      name: 'import',
      version: '1',
      solver: 'made elsewhere',
      options: {},
      batches: [],
    },
    rule: 'Imported',
    proven: false,
    warnings: [],
  }

  it('is checked in whole numbers, and the verdict says that its prices are not checked', () => {
    const { findings, done, open } = judged(kept(audit.problem, imported))
    expect(findings).toEqual([])
    expect(done).toContain('The match is imported, so its prices were not checked against the price rule.')
    expect(open).toEqual(['prices and ties of an imported match'])
  })

  it('fails when a payment does not add up', () => {
    const [first, ...others] = imported.organisations
    const spoilt = { ...imported, organisations: [{ ...first!, payment: first!.payment - 1_000 }, ...others] }
    expect(judged(kept(audit.problem, spoilt)).findings).toContain('The payments do not add up to zero')
  })
})

it('reports what the second solver had no time for as unchecked, never as correct', async () => {
  const hurried = createSecondSolver(await loadHighs(), () => 0)
  const { findings, done, open } = judged(JSON.parse(JSON.stringify(audit)), hurried)
  expect(findings).toEqual([])
  expect(done.join(' ')).toContain('confirmed the greatest surplus of 0 of 2 parts')
  expect(done.join(' ')).toContain('The second solver recalculated 0 of 20 coalition values')
  expect(open).toHaveLength(6)
})

/** The audit as if the shares of its first part had been sampled: two winners are in blocks, some values are drawn. */
const sampled = (): { solution: MatchResult; coalitions: RecordedComponentValues[] } & Record<
  string,
  unknown
> => {
  const file = JSON.parse(JSON.stringify(audit))
  const [part, ...others] = file.coalitions
  const { winners, values } = part.blocks[0]
  const valueOf = (set: number): number =>
    values.find(([members, used]: number[]) => (set & ~members!) === 0 && (used! & ~set) === 0)[2]
  const all = 2 ** winners.length - 1
  const batches = 3
  const pairs = [0b0011, 0b0101, 0b1010]
  const drawn = [0, 1, 2, 4, 8, ...pairs].map(set => [set, [valueOf(set)], [valueOf(all & ~set)]])
  const sample = { winners, connectors: [], ways: [0], batches, draws: drawn }
  file.coalitions = [{ winners, certainty: 'sampled', blocks: [], sampled: sample }, ...others]
  file.solution.engine.batches = [batches, null]
  file.engine = file.solution.engine
  Object.assign(file.solution, { certainty: 'sampled', exact: false, shareHalfWidth: 20 })
  for (const one of file.solution.organisations) {
    const isDrawn = winners.includes(one.organisationId)
    Object.assign(one, { certainty: isDrawn ? 'sampled' : 'exact', halfWidth: isDrawn ? 20 : 0 })
  }
  return file
}

describe('shares from sampled coalitions', () => {
  it('pass when every sampled value is confirmed and every share is within its interval', () => {
    const { findings, open, done } = judged(sampled())
    expect([...findings, ...open]).toEqual([])
    expect(done.join(' ')).toMatch(/The second solver recalculated \d+ of 20 coalition values/)
    expect(done.join(' ')).toMatch(/4 by an estimate of 6 standard errors/)
  })

  it.each<[string, (file: ReturnType<typeof sampled>) => void, RegExp]>([
    [
      'other batches than were drawn',
      ({ solution, coalitions }) => {
        coalitions[0]!.sampled!.batches = 4
        solution.engine.batches = [4, null]
      },
      /has the wrong number of draws for its batches/,
    ],
    [
      'a draw of another size',
      ({ coalitions }) => (coalitions[0]!.sampled!.draws[5]![0] = 7),
      /draws of the wrong sizes/,
    ],
    ['no draws', ({ coalitions }) => (coalitions[0]!.sampled!.draws = []), /has the wrong number of draws/],
    [
      'no values',
      ({ coalitions }) => (coalitions[1]!.blocks = null),
      /Part 2 of the coalition values has no values/,
    ],
    [
      'a drawn value that is a penny higher',
      ({ coalitions }) => (coalitions[0]!.sampled!.draws[5]![1][0]! += 1),
      /are worth \d+ pence, not \d+ as filed/,
    ],
    [
      'a share that is said to be exact',
      ({ solution }) => Object.assign(solution.organisations[0]!, { certainty: 'exact', halfWidth: 0 }),
      /its share is sampled, not exact/,
    ],
    [
      'a part that is said to be exact',
      ({ coalitions }) => (coalitions[0]!.certainty = 'exact'),
      /does not state its certainty/,
    ],
  ])('fail with %s', (_what, spoil, finding) => {
    const file = sampled()
    spoil(file)
    Object.assign(file, { engine: file.solution.engine })
    const { findings } = judged(file)
    expect(
      findings.filter(line => finding.test(line)),
      findings.join('\n'),
    ).not.toEqual([])
  })
})
