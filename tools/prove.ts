import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/process/places'
import { PROOFS, proofsThatHold, RECORD, stateOf, stateProved, proofTests } from './proofs.ts'

// Runs the long proofs whose part of the product has changed since they passed, and notes in `test/proved.json` those that pass.

const holding = proofsThatHold()
const open = Object.keys(PROOFS).filter(name => !holding.includes(name))
if (open.length === 0)
  process.stdout.write('All proofs are still valid: nothing that they cover has changed.\n')
for (const name of open) {
  process.stdout.write(`\n== ${name}\n`)
  // Files that change meanwhile are not proved.
  const state = stateOf(name)
  const { status } = spawnSync(join(projectRoot, 'node_modules/.bin/vitest'), ['run', ...proofTests(name)], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  if (status === 0) {
    const all: Record<string, string> = { ...stateProved(), [name]: state }
    const kept = Object.fromEntries(Object.keys(PROOFS).flatMap(one => (all[one] ? [[one, all[one]]] : [])))
    writeFileSync(RECORD, `${JSON.stringify(kept, null, 2)}\n`)
  } else process.exitCode = 1
}
