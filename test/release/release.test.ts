import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packFolder } from '../../tools/release/archive.ts'
import { releasableCommit } from '../../tools/release/checks.ts'
import { signSums, writeSums } from '../../tools/release/sign.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const git = (...args: string[]): string =>
  run('git', '-c', 'user.name=Ann', '-c', 'user.email=ann@market.example', ...args)
const commit = (text: string): void => {
  writeFileSync(join(folder, 'file'), text)
  git('add', '.')
  git('commit', '--quiet', '--message', text)
}

describe('what may be released', () => {
  beforeEach(() => {
    git('init', '--quiet')
    commit('first')
  })

  it('is a commit without other changes, with a semantic version', () => {
    expect(releasableCommit(folder, '1.2.0-rc.1').commit).toMatch(/^[\da-f]{40}$/)
    expect(() => releasableCommit(folder, '1.2')).toThrow('is not a semantic one')
    writeFileSync(join(folder, 'new'), '')
    expect(() => releasableCommit(folder, '1.2.0')).toThrow('These files differ from the commit:\n?? new')
  })

  it('is a version without a tag, or with a tag of the same content', () => {
    git('tag', 'v1.2.0')
    expect(releasableCommit(folder, '1.2.0').commit).toMatch(/^[\da-f]{40}$/)
    commit('second')
    expect(() => releasableCommit(folder, '1.2.0')).toThrow('The tag v1.2.0 has other content')
    expect(releasableCommit(folder, '1.2.1').commit).toMatch(/^[\da-f]{40}$/)
  })
})

it('packs the same content into the same bytes, whenever and with whatever umask it was written', async () => {
  const archives: Buffer[] = []
  for (const [names, mode, seconds] of [
    [['b', 'a'], 0o600, 1],
    [['a', 'b'], 0o664, 2],
  ] as const) {
    const packed = join(folder, String(seconds), 'market')
    mkdirSync(packed, { recursive: true })
    for (const name of names) {
      writeFileSync(join(packed, name), name)
      chmodSync(join(packed, name), mode)
      utimesSync(join(packed, name), seconds, seconds)
    }
    const file = join(folder, `${seconds}.tar.gz`)
    await packFolder(packed, file, 1_795_910_400)
    archives.push(readFileSync(file))
  }
  expect(archives[0]!.equals(archives[1]!)).toBe(true)
  expect(run('tar', '--list', '--verbose', '--numeric-owner', '--file', '1.tar.gz')).toMatch(
    /^-rw-r--r-- 0\/0 .* market\/b$/m,
  )
})

describe('hashes and signature', () => {
  beforeEach(() => writeFileSync(join(folder, 'market.tar.gz'), 'packed'))

  const writeKey = (type: 'ed25519' | 'x25519'): string => {
    const { privateKey } = generateKeyPairSync(type as 'ed25519')
    const file = join(folder, '..', `${type}-${process.pid}.pem`)
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return file
  }

  it('are those that sha256sum and openssl check', () => {
    writeSums(folder)
    const keyFile = writeKey('ed25519')
    const fingerprint = signSums(folder, keyFile)
    rmSync(keyFile)
    expect(run('sha256sum', '--check', 'SHA256SUMS')).toBe('market.tar.gz: OK\n')
    const key = ['-pubin', '-inkey', 'release-key.pem']
    const files = ['-rawin', '-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig']
    expect(run('openssl', 'pkeyutl', '-verify', ...key, ...files)).toContain('Verified Successfully')
    expect(run('sh', '-c', 'openssl pkey -pubin -in release-key.pem -outform DER | sha256sum')).toContain(
      fingerprint,
    )
    writeFileSync(join(folder, 'SHA256SUMS'), 'changed')
    expect(() => run('openssl', 'pkeyutl', '-verify', ...key, ...files)).toThrow('Command failed')
  })

  it('refuse a key of another kind', () => {
    writeSums(folder)
    const keyFile = writeKey('x25519')
    expect(() => signSums(folder, keyFile)).toThrow('has no Ed25519 key')
    rmSync(keyFile)
  })
})
