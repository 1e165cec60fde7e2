import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '#server/process/places'
import { PROOFS, proofsThatHold, RECORD, stateOf, stateProved, proofTests } from './proofs.ts'

// Runs the long proofs whose part of the product has changed since they passed, all together, and notes in
// `test/proved.json` those that pass.

interface Report {
  testResults: readonly { name: string; status: string }[]
}

const REPORT = join(projectRoot, '.cache/proofs.json')

const holding = proofsThatHold()
// Files that change meanwhile are not proved.
const open = Object.keys(PROOFS)
  .filter(name => !holding.includes(name))
  .map(name => ({ name, state: stateOf(name), tests: proofTests(name) }))
if (open.length === 0)
  process.stdout.write('All proofs are still valid: nothing that they cover has changed.\n')
else {
  process.stdout.write(`Proofs that are open: ${open.map(({ name }) => name).join(', ')}\n`)
  rmSync(REPORT, { force: true })
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  spawnSync(
    join(projectRoot, 'node_modules/.bin/vitest'),
    ['run', ...reports, ...open.flatMap(({ tests }) => tests)],
    { cwd: projectRoot, stdio: 'inherit' },
  )
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8')) as Report
  const passed = new Set(
    testResults.flatMap(({ name, status }) => (status === 'passed' ? [relative(projectRoot, name)] : [])),
  )
  const proved = open.filter(({ tests }) => tests.every(test => passed.has(test)))
  const all = { ...stateProved(), ...Object.fromEntries(proved.map(({ name, state }) => [name, state])) }
  const kept = Object.fromEntries(Object.keys(PROOFS).flatMap(name => (all[name] ? [[name, all[name]]] : [])))
  writeFileSync(RECORD, `${JSON.stringify(kept, null, 2)}\n`)
  const failed = open.filter(one => !proved.includes(one)).map(({ name }) => name)
  if (failed.length > 0) {
    process.stdout.write(`\nNot proved: ${failed.join(', ')}\n`)
    process.exitCode = 1
  }
}
