import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runTool } from '../builders/tools.ts'
import vectors from '../vectors/market-vectors.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'command-line-'))
afterAll(() => rmSync(folder, { recursive: true }))

const filed = (name: string, content: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const SHARED = ['surplus', 'bwcShares', 'payments', 'vcgShares', 'proven', 'exact', 'tie', 'hash']
const FORMATS = {
  market: {
    problem: vectors.market[0]!.problem as unknown,
    surplus: vectors.market[0]!.expected.surplus,
    names: [
      ...['winningProjects', 'winningRequirements', 'winningOngoingOnly', 'criticalBids', 'criticalOffers'],
      ...SHARED,
    ],
  },
  bids: {
    problem: vectors.simple[0]!.problem as unknown,
    surplus: vectors.simple[0]!.expected.surplus,
    names: ['winningFractions', 'bwcPayments', ...SHARED],
  },
}

describe('at the command line', () => {
  it.each(Object.entries(FORMATS))(
    'a file in the %s format is matched at the command line, and its audit can be worked out again',
    async (name, { problem, surplus, names }) => {
      const audit = join(folder, `${name}-audit.json`)
      const matched = await runTool(
        'match',
        filed(`${name}.json`, { problem }),
        '--rule',
        'vcg',
        '--audit',
        audit,
      )
      expect(matched.stderr).toBe('')
      expect(matched.status).toBe(0)
      const report = JSON.parse(matched.stdout) as Record<string, unknown>
      expect(Object.keys(report)).toEqual(expect.arrayContaining(names))
      expect(report.surplus).toBeCloseTo(surplus, 4)
      expect(await runTool('verify-match', audit)).toEqual({
        status: 0,
        stdout: 'Every number agrees.\n',
        stderr: '',
      })
    },
  )

  it('at the command line a malformed file gets one clear line for each fault, and code 2', async () => {
    const round = { projects: [{ id: 'p', supplier: 's', offer: -1, services: [] }], requirements: 'none' }
    expect(await runTool('match', filed('faulty.json', round))).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Project p: offer must be a number from 0 to 10000000000\nrequirements must be a list\n',
    })
    const audit = await runTool('verify-match', filed('no-audit.json', { problem: {} }))
    expect(audit.status).toBe(2)
    expect(audit.stderr).toContain('problem: roundId must be a text\n')
  })

  it('at the command line what is no JSON at all gets code 2', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{"bidders": NaN}')
    expect(await runTool('match', broken)).toMatchObject({ status: 2, stdout: '' })
  })
})
