import loadHighs from 'highs'
import { beforeAll, describe, expect, it } from 'vitest'
import { TAMPERINGS } from '#test/matching/tamperings'
import { tiedRound } from '#test/matching/tied-round'
import { solveWithAudit } from '../solve.ts'
import { readFiled } from './filed.ts'
import { secondSolver, type SecondSolver } from './second-solver.ts'
import { told } from './told.ts'
import { verdictOn } from './verdict.ts'

const { audit } = await solveWithAudit(tiedRound)
const inFile = (): typeof audit => JSON.parse(JSON.stringify(audit))

let solver: SecondSolver
beforeAll(async () => {
  solver = secondSolver(await loadHighs(), () => Infinity)
})

const judged = (file: unknown) => {
  const { value, faults } = readFiled(file)
  return value === null ? { findings: faults, open: [], done: [] } : verdictOn(value, { solver })
}

describe('the verdict on an audit file', () => {
  it('finds nothing wrong in a file that nobody touched, and says how everything was checked', () => {
    const verdict = judged(inFile())
    expect(verdict.findings).toEqual([])
    expect(verdict.open).toEqual([])
    expect(told(verdict)).toEqual([
      'Flows on every day, reserve, groups, money, parts, sentences and sums were checked in whole numbers.',
      expect.stringMatching(/^The greatest surplus was confirmed for \d of \d parts by a second solver/),
      expect.stringMatching(/2 matches found, and compared by the tie rule\.$/),
      '20 of 20 coalition values found again by the second solver.',
      'The shares of 6 winners were worked out from the values filed: exactly, in fractions of whole numbers.',
      'Critical prices and reasons of 6 of 6 losers were asked again with the loser forced in.',
      'Nothing wrong was found.',
    ])
  })

  it.each(TAMPERINGS)('finds that $name', ({ spoil, finding }) => {
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
  it('finds the least price at which one member of a group would win, whatever the other wins then', async () => {
    const [project, , , meadow] = tiedRound.projects
    const place = { lpaId: 'Mendip', subcatchmentId: null, divisible: true }
    const [need] = tiedRound.requirements.filter(({ id }) => id === 'R7')
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
      ...tiedRound,
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
