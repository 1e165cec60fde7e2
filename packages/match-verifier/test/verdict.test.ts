import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { AUDIT_TAMPERINGS } from './tamperings.ts'
import { TIED_ROUND } from '@credit-market/matching/test/tied-round'
import { solveWithAudit } from '@credit-market/matching/solve'
import { parseMatchFile } from '../src/filed.ts'
import { createSecondSolver, type SecondSolver } from '../src/second-solver.ts'
import { verificationReportLines } from '../src/told.ts'
import { verifyMatchFile } from '../src/verdict.ts'

const { audit } = await solveWithAudit(TIED_ROUND)
const inFile = (): typeof audit => JSON.parse(JSON.stringify(audit))

let solver: SecondSolver
beforeAll(async () => {
  solver = createSecondSolver(await loadHighs(), () => Infinity)
})

const judged = (file: unknown) => {
  const { value, faults } = parseMatchFile(file)
  return value === null
    ? { findings: faults, open: [], done: [] }
    : verifyMatchFile(value, { solver, seed: 1, loggedHash: value.result.problemHash })
}

describe('the verdict on an audit file', () => {
  it('reports no errors in an untouched file, and says how everything was checked', () => {
    const verdict = judged(inFile())
    expect(verdict.findings).toEqual([])
    expect(verdict.open).toEqual([])
    expect(verificationReportLines(verdict)).toEqual([
      'Flows on every day, the reserve, groups, money, parts, explanations and sums were checked in whole numbers.',
      'Who serves whom was compared with the published rule: nearest first, then earliest, then by name.',
      expect.stringMatching(/^Nothing here relies on what the file says of its engine/),
      'The problem is the one that the public log names.',
      expect.stringMatching(/^A second solver .* confirmed the greatest surplus of \d of \d parts/),
      expect.stringMatching(/it found 2 matches, and the tie rule compared them\.$/),
      'The second solver recalculated 20 of 20 coalition values.',
      'The shares of 6 winners were recalculated to the penny.',
      'Critical prices and reasons of 6 of 6 losers were recalculated, each with the loser forced to win.',
      'Nothing wrong was found.',
    ])
  })

  it.each(AUDIT_TAMPERINGS)('detects a tampering: $name', ({ spoil, finding }) => {
    const file = inFile()
    spoil(file, file.solution)
    const { findings } = judged(file)
    expect(
      findings.filter(line => finding.test(line)),
      findings.join('\n'),
    ).not.toEqual([])
  })
})

describe('the verdict on divided bids', () => {
  it('finds the lowest price at which one member of a group wins, whatever the other members win', async () => {
    const [project, , , meadow] = TIED_ROUND.projects
    const place = { lpaId: 'Mendip', subcatchmentId: null, divisible: true }
    const [need] = TIED_ROUND.requirements.filter(({ id }) => id === 'R7')
    const wetland = {
      ...meadow!,
      id: 'P0',
      offer: 697_227,
      costs: { ...project!.costs, maintenance: 0, marketOperator: 0, complianceMonitoring: 0 },
      services: [{ ...meadow!.services[0]!, supply: [{ start: '2026-12-01', end: null, units: 3 }] }],
    }
    const asked = (id: string, buyerId: string, ongoingUnits: number, bid: number) => ({
      ...need!,
      ...place,
      id,
      buyerId,
      ongoingUnits,
      bid,
    })
    const divided = await solveWithAudit({
      ...TIED_ROUND,
      reserve: null,
      projects: [wetland],
      requirements: [
        asked('R1', 'Exe', 8, 18_360),
        asked('R2', 'Exe', 7, 39_340),
        asked('R3', 'Frome', 3, 36_721),
      ],
      groups: [
        { id: 'G', name: 'Both', of: 'requirement', type: 'AND', ownerId: 'Exe', memberIds: ['R1', 'R2'] },
      ],
    })
    // One of eight for R1 and one of three for R3 leaves R2 with less than a ten-thousandth: 8 x (697,227 - 12,240).
    expect(divided.solution.requirements[0]!.critical).toBe(5_479_896)
    const { findings, open } = judged(JSON.parse(JSON.stringify(divided.audit)))
    expect([...findings, ...open]).toEqual([])
  })
})
