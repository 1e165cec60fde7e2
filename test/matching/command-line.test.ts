import { spawn } from 'node:child_process'
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#server/process/places'
import { runTool } from '../builders/tools.ts'
import chain from '@credit-market/matching/test/vectors/hard/chain-080x128-1.json' with { type: 'json' }
import vectors from '@credit-market/matching/test/vectors/market-vectors.json' with { type: 'json' }

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

describe('the command line', () => {
  it.each(Object.entries(FORMATS))(
    'matches a file in the %s format, with a reproducible audit',
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
      const logged = name === 'market' ? ['--logged', String(report.hash)] : []
      const verified = await runTool('verify-match', audit, ...logged)
      expect(verified).toMatchObject({ status: 0, stderr: '' })
      expect(verified.stdout).toMatch(/^Nothing wrong was found/m)
      if (name === 'bids') return
      const unlogged = await runTool('verify-match', audit)
      expect(unlogged).toMatchObject({ status: 4, stderr: '' })
      expect(unlogged.stdout).toMatch(/^Not checked: whether this is what the public log names/m)
      const elsewhere = await runTool('verify-match', audit, '--logged', '0'.repeat(64))
      expect(elsewhere).toMatchObject({ status: 1, stderr: '' })
    },
  )

  it('reports one clear line per fault for a malformed file, and code 2', async () => {
    const round = { projects: [{ id: 'p', supplier: 's', offer: -1, services: [] }], requirements: 'none' }
    expect(await runTool('match', filed('faulty.json', round))).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'Project p: offer must be pounds from 0 to 10000000000 with at most 2 decimals\n' +
        'requirements must be a list\n',
    })
    const audit = await runTool('verify-match', filed('no-audit.json', { problem: {} }))
    expect(audit.status).toBe(2)
    expect(audit.stderr).toContain('Problem: roundId must be a text\n')
  })

  it('shows the usage of the verifier for unknown arguments, with code 2', async () => {
    const USE = 'Usage: npm run --silent verify-match -- AUDIT [--logged HASH] [--seconds N] [--seed N]\n'
    expect(await runTool('verify-match')).toEqual({ status: 2, stdout: '', stderr: USE })
    const strange = await runTool('verify-match', 'audit.json', '--quick')
    expect(strange).toMatchObject({ status: 2, stdout: '' })
    expect(strange.stderr).toContain("'--quick'")
    expect(await runTool('verify-match', 'audit.json', '--seconds', 'few')).toEqual({
      status: 2,
      stdout: '',
      stderr: `--seconds must be a whole number\n${USE}`,
    })
    expect(await runTool('verify-match', 'audit.json', '--logged', 'abc')).toEqual({
      status: 2,
      stdout: '',
      stderr: `--logged must be 64 hexadecimal digits\n${USE}`,
    })
    expect(await runTool('verify-match', join(folder, 'nowhere.json'))).toEqual({
      status: 2,
      stdout: '',
      stderr: `${join(folder, 'nowhere.json')} cannot be read\n`,
    })
  })

  it('ends with code 2 for a file that is not JSON', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, '{"bidders": NaN}')
    expect(await runTool('match', broken)).toMatchObject({ status: 2, stdout: '' })
  })

  const market = filed('good.json', { problem: FORMATS.market.problem })
  const bids = filed('good-bids.json', { problem: FORMATS.bids.problem })
  const USE = [
    'Name the file to match',
    'Usage: npm run --silent match -- FILE [--rule bwc|vcg|pab] [--seconds N] [--audit OUT]',
    'Exit codes: 0 matched; 1 not proven within the time limit; 2 an option or the file was refused; 3 failed',
  ]
  const at = (name: string): string => join(folder, name)

  it.each<[string, string[], string[]]>([
    ['no file', [], USE],
    ['two files', [market, 'other.json'], [`Name only one file, not ${market}, other.json`]],
    ['an unknown option', [market, '--verbose'], ['--verbose is not an option']],
    ['a misspelt option', [market, '--audits=x'], ['--audits is not an option; did you mean --audit?']],
    ['a short option', [market, '-a', 'x'], ['-a is not an option']],
    ['an option given twice', [market, '--rule', 'vcg', '--rule=pab'], ['--rule can be used only once']],
    ['an option without value', [market, '--audit'], ['--audit needs a value']],
    ['an option for a value', [market, '--rule', '--audit', 'x'], ['--rule needs a value']],
    ['an empty value', [market, '--audit='], ['--audit needs a value']],
    [
      'all errors in its options',
      [market, '--seconds=1', '--seconds=2', '--out', 'x', '--rule'],
      ['--seconds can be used only once', '--out is not an option', '--rule needs a value'],
    ],
    ['an unknown rule', [market, '--rule', 'fair'], ['--rule must be one of bwc, vcg, pab']],
    ['a time limit of zero', [market, '--seconds', '0'], ['--seconds must be a number above 0']],
    ['an invalid time limit', [market, '--seconds', 'soon'], ['--seconds must be a number above 0']],
    ['a time for bids', [bids, '--seconds', '9'], ['--seconds works for markets only, not for generic bids']],
    ['a missing file', [at('none')], [`${at('none')} cannot be read: no such file or directory`]],
    ['a folder', [folder], [`${folder} cannot be read: illegal operation on a directory`]],
    [
      'an audit in a missing folder, before the file is read',
      [at('none'), '--audit', at('no/audit.json')],
      [`${at('no/audit.json')} cannot be written: no such file or directory`],
    ],
    [
      'an audit that is a folder, before the file is read',
      [at('none'), '--audit', folder],
      [`${folder} cannot be written: it is a folder`],
    ],
    [
      'an audit below a file',
      [market, '--audit', join(market, 'audit')],
      [`${join(market, 'audit')} cannot be written: not a directory`],
    ],
  ])('refuses %s in one line, with code 2', async (_, args, lines) => {
    expect(await runTool('match', ...args)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${lines.join('\n')}\n`,
    })
  })

  it('refuses a file that is too large in one line', async () => {
    const huge = at('huge.json')
    writeFileSync(huge, '')
    truncateSync(huge, 5 * 2 ** 30)
    expect(await runTool('match', huge)).toEqual({
      status: 2,
      stdout: '',
      stderr: `${huge} cannot be read: it is too large\n`,
    })
  })

  it('writes an audit at once, through a link, and only with a result', async () => {
    const audit = at('audit-before.json')
    const link = at('audit-link.json')
    writeFileSync(audit, 'as it was')
    symlinkSync(audit, link)
    expect((await runTool('match', filed('bad.json', {}), '--audit', link)).status).toBe(2)
    expect(readFileSync(audit, 'utf8')).toBe('as it was')
    expect((await runTool('match', market, '--audit', link)).status).toBe(0)
    expect(JSON.parse(readFileSync(audit, 'utf8'))).toMatchObject({ solution: { proven: true } })
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it('ends with what is known and code 1 for a market that is not proven in time', async () => {
    const { status, stdout, stderr } = await runTool(
      'match',
      filed('chain.json', chain),
      '--seconds',
      '0.001',
    )
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(
      /^The greatest surplus could not be proven within the time limit: the best known match is worth £[\d,]+\.\d\d, and no match more than £[\d,]+\.\d\d, a gap of \d+\.\d\d percent\n$/,
    )
  })

  it('ends with a sentence and code 3 when no one reads the result', async () => {
    const child = spawn(process.execPath, ['tools/match.ts', market], { cwd: projectRoot })
    child.stdout.destroy()
    const ended = new Promise(resolve => child.on('close', resolve))
    expect(await text(child.stderr)).toBe('The result could not be written: broken pipe\n')
    expect(await ended).toBe(3)
  })

  it('ends with a sentence and code 3 when memory is too small for the file', async () => {
    const wide = at('wide.json')
    writeFileSync(wide, `[${Array.from({ length: 250_000 }, (_, n) => `{"a${n}":${n}}`).join()}]`)
    const child = spawn(process.execPath, ['--max-old-space-size=30', 'tools/match.ts', wide], {
      cwd: projectRoot,
    })
    const ended = new Promise(resolve => child.on('close', resolve))
    expect(await text(child.stderr)).toMatch(/There is not enough memory for this file\n$/)
    expect(await ended).toBe(3)
  })
})
