import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '#package.json' with { type: 'json' }
import { projectRoot } from '#server/process/places'
import { runCommand } from './command.ts'
import { packFolder } from './release/archive.ts'
import { releasableCommit } from './release/checks.ts'
import { signSums, writeSums } from './release/sign.ts'
import { stageRelease } from './release/stage.ts'

// Makes the release of the version in package.json from the present commit, in the folder `release`:
// npm run release
// RELEASE_KEY=release-key.pem npm run release    # signed, with an Ed25519 key
// The same commit gives the same files.

const into = join(projectRoot, 'release')

const run = (command: string, args: readonly string[], cwd = projectRoot): void => {
  execFileSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
}

const makeRelease = async (): Promise<string> => {
  const { version } = manifest
  const { commit, seconds } = releasableCommit(projectRoot, version)
  run(process.execPath, ['tools/build.ts'])
  const name = `credit-market-${version}`
  const temporary = mkdtempSync(join(tmpdir(), 'credit-market-release-'))
  try {
    const staged = join(temporary, name)
    stageRelease(staged, { version, commit })
    rmSync(into, { recursive: true, force: true })
    mkdirSync(into)
    await packFolder(staged, join(into, `${name}.tar.gz`), seconds)
    for (const file of ['CHANGES.md', 'sbom.json']) copyFileSync(join(staged, file), join(into, file))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  copyFileSync(join(projectRoot, 'dist/server/openapi.json'), join(into, 'openapi.json'))
  run(process.execPath, ['tools/generate-client.ts'])
  run('npm', ['pack', '--silent', '--pack-destination', into], join(projectRoot, 'client'))
  const sums = writeSums(into)
  const keyFile = process.env.RELEASE_KEY
  const signed = keyFile
    ? `Signed with the key with the fingerprint ${signSums(into, keyFile)}`
    : 'This release is UNSIGNED: RELEASE_KEY names no key'
  return `${sums}${signed}`
}

runCommand('No release was made', makeRelease)
