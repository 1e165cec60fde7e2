import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/places'
import vectors from '../vectors/market-vectors.json' with { type: 'json' }

const folder = mkdtempSync(join(tmpdir(), 'command-line-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (tool: string, ...args: string[]) => {
  const command = [...['--import', 'tsx'], join(projectRoot, 'tools', `${tool}.ts`), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

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
    'a file in the %s format is matched, by the names of the worked cases, and its audit can be worked out again',
    (name, { problem, surplus, names }) => {
      const audit = join(folder, `${name}-audit.json`)
      const matched = run('match', filed(`${name}.json`, { problem }), '--rule', 'vcg', '--audit', audit)
      expect(matched.stderr).toBe('')
      expect(matched.status).toBe(0)
      const report = JSON.parse(matched.stdout) as Record<string, unknown>
      expect(Object.keys(report)).toEqual(expect.arrayContaining(names))
      expect(report.surplus).toBeCloseTo(surplus, 4)
      expect(run('verify-match', audit)).toEqual({ status: 0, stdout: 'Every number agrees.\n', stderr: '' })
    },
  )

  it('a malformed file gets one clear line for each fault, and code 2', () => {
    const round = { projects: [{ id: 'p', supplier: 's', offer: -1, services: [] }], requirements: 'none' }
    expect(run('match', filed('faulty.json', round))).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Project p: offer must be a number from 0 to 10000000000\nrequirements must be a list\n',
    })
    const audit = run('verify-match', filed('no-audit.json', { problem: {} }))
    expect(audit.status).toBe(2)
    expect(audit.stderr).toContain('problem: roundId must be a text\n')
  })

  it('what is no JSON at all gets code 2', () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{"bidders": NaN}')
    expect(run('match', broken)).toMatchObject({ status: 2, stdout: '' })
  })
})
