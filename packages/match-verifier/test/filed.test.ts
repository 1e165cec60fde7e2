import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { solve, solveWithAudit } from '@credit-market/matching/solve'
import { exchangeFlows } from './falsify.ts'
import { CONNECTED_ROUND, CROWDED_ROUND, PARTLY_CROWDED_ROUND } from './rounds.ts'
import { hashCanonicalJson } from '../src/canonical.ts'
import { parseMatchFile, parseMatchText } from '../src/filed.ts'
import { createSecondSolver, type SecondSolver } from '../src/second-solver.ts'
import { verifyMatchFile } from '../src/verdict.ts'
import { findResultErrors } from '../src/verify.ts'

let solver: SecondSolver
beforeAll(async () => {
  solver = createSecondSolver(await loadHighs(), () => Infinity)
})

const judged = (file: unknown, by = solver) => {
  const { value, faults } = parseMatchFile(file)
  return value === null
    ? { findings: faults, open: [], done: [] }
    : verifyMatchFile(value, { solver: by, seed: 1, loggedHash: value.fileHash })
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

/** The match as a round stores it, with another engine and certainty. */
const storedBy = (version: string, certainty: string | undefined) => {
  const engine = { ...audit.solution.engine, version, seed: 7777 }
  const organisations = audit.solution.organisations.map(one => ({ ...one, certainty }))
  return kept(audit.problem, { ...audit.solution, engine, certainty, organisations })
}

describe('files of earlier engine versions', () => {
  it('reads a stored match of engine version 2, and solves for its coalition values itself', () => {
    const file = storedBy('2', 'exact')
    const engine = { ...file.solution.engine, parts: [{ formulation: 'flows', solver: 'highs' }] }
    const { findings, open, done } = judged(kept(audit.problem, { ...file.solution, engine }))
    expect([...findings, ...open]).toEqual([])
    expect(done).toContain('The shares of 6 winners were recalculated to the penny.')
  })

  it('reads an audit of version 3, and says that any allowed way to serve the winners counted as right', () => {
    const engine = { ...audit.solution.engine, version: '3' }
    const { findings, done } = judged({ ...audit, version: 3, solution: { ...audit.solution, engine } })
    expect(findings).toEqual([])
    expect(done).toContainEqual(expect.stringMatching(/^Any way to serve the winners .* counted as right/))
  })

  it('finds an audit whose version is not that of its engine', () => {
    const { findings } = judged({ ...audit, version: 3 })
    expect(findings).toContain('The version of the file differs from that of its result')
  })

  it.each([
    [
      'an audit of version 1',
      { ...audit, version: 1 },
      'The file is an audit of version 1; this program checks version 5. Check it with the release that made it, or match the round again and check the new file.',
    ],
    ['an audit of version 2', { ...audit, version: 2 }, /^The file is an audit of version 2; /],
    ['a result of the first engine', storedBy('1', undefined), /^The match is a result of the first engine/],
    ['shares within a bound', storedBy('2', 'bounded'), /^The match has shares within a bound \(“bounded”\)/],
  ])('refuses %s with a sentence that says what to do', (_what, file, sentence) => {
    expect(parseMatchFile(file)).toEqual({
      value: null,
      faults: [typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)],
    })
  })
})

it.each([
  ['the first engine', '1', undefined, undefined],
  ['engine version 2, with shares within a bound', '2', 'bounded', []],
])('the quick part still accepts a round that was settled by %s', (_what, version, certainty, parts) => {
  const { solution } = JSON.parse(JSON.stringify(storedBy(version, certainty)))
  const engine = { ...solution.engine, parts }
  expect(findResultErrors(audit.problem, { ...solution, engine })).toEqual([])
})

describe('who serves whom', () => {
  const exchanged = async (version: string) => {
    const solution = await solve(CONNECTED_ROUND)
    const { flows } = solution
    exchangeFlows(solution)
    expect(solution.flows).not.toEqual(flows)
    return findResultErrors(CONNECTED_ROUND, { ...solution, engine: { ...solution.engine, version } })
  }

  it('may be any allowed way in a match of an engine before version 4', async () => {
    expect(await exchanged('3')).toEqual([])
  })

  it('follows the published rule from engine version 4 on', async () => {
    expect(await exchanged('4')).toEqual([expect.stringMatching(/who serves whom does not follow the rule$/)])
  })
})

describe('the text of a file', () => {
  it('is read with any white space between its parts', () => {
    const text = JSON.stringify(audit, null, 2)
    expect(parseMatchText(`${text}\n`)).toEqual({ value: JSON.parse(text), faults: null })
  })

  it.each([
    ['a name twice', '{"share":1,"share":2}'],
    ['a name twice, once escaped', '{"share":1,"sh\\u0061re":2}'],
    ['a number in another spelling', '{"share":1e3}'],
    ['a number that is not exactly what it says', '{"share":9007199254740993}'],
  ])('is refused with %s', (_what, text) => {
    expect(parseMatchText(text).faults).toEqual([
      expect.stringMatching(/^The file can be read in more than one way/),
    ])
  })

  it('is refused if it is not JSON', () => {
    expect(parseMatchText('no JSON').faults).toEqual(['The file is not JSON.'])
  })
})

describe('the hash in the public log', () => {
  const check = (loggedHash?: string) =>
    verifyMatchFile(parseMatchFile(JSON.parse(JSON.stringify(audit))).value!, { solver, seed: 1, loggedHash })

  it('confirms the problem', () => {
    expect(check(audit.hash)).toMatchObject({ findings: [], open: [] })
  })

  it('shows that another problem was matched than the one that the round froze', () => {
    expect(check('0'.repeat(64)).findings).toEqual([
      'Neither the problem nor the file is the one that the public log names',
    ])
  })

  it('is listed as not checked if it is not known', () => {
    expect(check().open).toEqual([
      `whether this is what the public log names: look there for the problem ${audit.hash} or the file ${hashCanonicalJson(JSON.parse(JSON.stringify(audit)))}`,
    ])
  })
})

it('detects a stored match whose hash belongs to another result', () => {
  const file = { ...kept(audit.problem, audit.solution), solutionHash: 'f'.repeat(64) }
  expect(judged(file).findings).toEqual([
    'The hash of the result of the file differs from that of its result',
  ])
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

describe('shares from sampled coalitions', async () => {
  const { audit: made } = await solveWithAudit(CROWDED_ROUND, { batches: [16] })
  const file = (): typeof made => JSON.parse(JSON.stringify(made))

  it('are recalculated to the penny from the filed draws and the published seed', () => {
    expect(made.solution.certainty).toBe('sampled')
    const { findings, open, done } = judged(file())
    expect(findings).toEqual([])
    expect(open).toEqual([
      expect.stringMatching(/^whether the sample for 24 winners ended where the rule says/),
    ])
    expect(done).toContain(
      'The shares of 24 winners were recalculated to the penny, those of 24 winners from the draws that the published seed gives.',
    )
  })

  it('are recalculated also where all sets of some winners are combined with each draw', async () => {
    const { audit: partly } = await solveWithAudit(PARTLY_CROWDED_ROUND, { batches: [16] })
    const [part] = partly.coalitions
    expect(part!.blocks!.flatMap(({ winners }) => winners).length).toBeGreaterThan(2)
    expect(part!.sampled!.ways.length).toBe(2)
    expect(judged(JSON.parse(JSON.stringify(partly))).findings).toEqual([])
  })

  it.each<[string, (its: typeof made) => void, RegExp]>([
    [
      'other batches than were drawn',
      ({ solution }) => (solution.engine.batches = [17]),
      /has the wrong number of batches/,
    ],
    ['a draw too few', ({ coalitions }) => coalitions[0]!.sampled!.draws!.pop(), /fits no number of batches/],
    [
      'a batch too few, with the number to match',
      ({ coalitions, solution }) => {
        coalitions[0]!.sampled!.draws!.splice(-11)
        solution.engine.batches = [15]
      },
      /its share is \d+, not \d+/,
    ],
    [
      'draws in another order',
      ({ coalitions }) => (coalitions[0]!.sampled!.draws = coalitions[0]!.sampled!.draws!.toReversed()),
      /are worth \d+ pence, not \d+ as filed/,
    ],
    [
      'another seed',
      ({ solution }) => (solution.engine.seed += 1),
      /The seed of the file differs from that of its result/,
    ],
    [
      'a value of a complete size that is a penny higher',
      ({ coalitions }) => (coalitions[0]!.sampled!.draws![3]![0][0]! += 1),
      /are worth \d+ pence, not \d+ as filed/,
    ],
    [
      'an interval that is twice as wide',
      ({ solution }) => {
        for (const one of solution.organisations) one.halfWidth *= 2
        solution.shareHalfWidth! *= 2
      },
      /the half width of its share is \d+, not \d+/,
    ],
    [
      'a share that is said to be exact',
      ({ solution }) => Object.assign(solution.organisations[0]!, { certainty: 'exact', halfWidth: 0 }),
      /its share is sampled, not exact/,
    ],
  ])('fail with %s', (_what, spoil, finding) => {
    const its = file()
    spoil(its)
    const { findings } = judged(its)
    expect(
      findings.filter(line => finding.test(line)),
      findings.join('\n'),
    ).not.toEqual([])
  })

  it('fail for a part that is small enough to be exact', () => {
    const its: typeof audit = JSON.parse(JSON.stringify(audit))
    const [part] = its.coalitions
    part!.sampled = { winners: part!.winners, connectors: [], ways: [0], draws: [] }
    expect(judged(its).findings).toContain(
      'Part 1 of the coalition values is sampled, though it has only 4 winners',
    )
  })
})
