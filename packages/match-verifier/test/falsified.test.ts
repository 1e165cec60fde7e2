import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { solveWithAudit } from '@credit-market/matching/solve'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { FALSIFICATIONS, type Falsification } from './falsifications.ts'
import { MORE_FALSIFICATIONS } from './more-falsifications.ts'
import { CONNECTED_ROUND, CROWDED_ROUND } from './rounds.ts'
import { parseMatchFile, parseMatchText } from '../src/filed.ts'
import { createSecondSolver, type SecondSolver } from '../src/second-solver.ts'
import { verifyMatchFile } from '../src/verdict.ts'

const SEED = 20_261_127

let solver: SecondSolver
beforeAll(async () => {
  const highs = createSecondSolver(await loadHighs(), () => Infinity)
  // The same question has the same answer, and most falsifications leave most questions as they are.
  const known = new Map<string, ReturnType<SecondSolver>>()
  solver = (milp, isPlain) => {
    const key = JSON.stringify([milp, isPlain], (_name, value) => (value === Infinity ? 'Infinity' : value))
    const answer = known.get(key) ?? highs(milp, isPlain)
    known.set(key, answer)
    return answer
  }
})

const audits = {
  connected: (await solveWithAudit(CONNECTED_ROUND)).audit,
  tied: (await solveWithAudit(TIED_ROUND)).audit,
  crowded: (await solveWithAudit(CROWDED_ROUND, { batches: [16] })).audit,
}

/** The verdict on a text, as the program and the page in the browser come to it. */
const judged = (text: string, loggedHash: string) => {
  const { value: file, faults: misread } = parseMatchText(text)
  const { value, faults } = misread === null ? parseMatchFile(file) : { value: null, faults: misread }
  return value === null
    ? { findings: faults, open: [] as string[] }
    : verifyMatchFile(value, { solver, seed: SEED, loggedHash })
}

const check = (round: keyof typeof audits, { falsify, expected }: Falsification): void => {
  const audit: (typeof audits)[typeof round] = JSON.parse(JSON.stringify(audits[round]))
  const made = falsify(audit, audit.solution)
  const file = typeof made === 'object' && made !== null && 'solutionHash' in made ? made : audit
  const { findings, open } = judged(JSON.stringify(file), audits[round].hash)
  const moved = audit.solution.organisations.filter(
    ({ share }, at) => share !== audits[round].solution.organisations[at]!.share,
  )
  expect(JSON.stringify(file)).not.toBe(JSON.stringify(audits[round]))
  if (expected === 'harmless') {
    expect(moved).toEqual([])
    expect([...findings, ...open]).toEqual([])
  } else if (expected === 'open') {
    expect(findings).toEqual([])
    expect(open.join('\n')).toMatch(/the shares of 24 winners to the penny: they were estimated/)
  } else
    expect(
      findings.filter(line => expected.test(line)),
      findings.slice(0, 5).join('\n'),
    ).not.toEqual([])
}

it.each(['connected', 'tied', 'crowded'] as const)(
  'an untouched audit of the round %s has no errors',
  round => {
    expect(judged(JSON.stringify(audits[round]), audits[round].hash).findings).toEqual([])
  },
)

describe('a falsified match does not pass', () => {
  it.each(FALSIFICATIONS)('$name', falsification => check('connected', falsification))

  it.each(MORE_FALSIFICATIONS)('$round: $name', ({ round, ...falsification }) => check(round, falsification))

  it('with a share that is there twice', () => {
    const { share } = audits.connected.solution.organisations[0]!
    const text = JSON.stringify(audits.connected).replace(`"share":${share}`, `"share":1,"share":${share}`)
    expect(judged(text, audits.connected.hash).findings).toEqual([
      expect.stringMatching(/^The file can be read in more than one way/),
    ])
  })
})
