import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { openProofs, proofTests, recordProofs } from './proofs.ts'

// Runs the long proofs whose part of the product has changed since they passed, all together, and notes in
// `test/proved.json` those that pass.

const REPORT = join(projectRoot, '.cache/proofs.json')

const open = openProofs()
if (open.length === 0)
  process.stdout.write('All proofs are still valid: nothing that they cover has changed.\n')
else {
  process.stdout.write(`Proofs that are open: ${open.map(({ name }) => name).join(', ')}\n`)
  rmSync(REPORT, { force: true })
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const tests = open.flatMap(({ name }) => proofTests(name))
  const vitest = join(projectRoot, 'node_modules/.bin/vitest')
  spawnSync(vitest, ['run', ...reports, ...tests], { cwd: projectRoot, stdio: 'inherit' })
  const failed = recordProofs(open, REPORT)
  if (failed.length > 0) {
    process.stdout.write(`\nNot proved: ${failed.join(', ')}\n`)
    process.exitCode = 1
  }
}
