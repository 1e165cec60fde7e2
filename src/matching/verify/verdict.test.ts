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
