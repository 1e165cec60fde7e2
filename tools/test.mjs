import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, stop, underNewerNode } from './newer-node.mjs'
import { buildIfNeeded, installIfNeeded } from './prepare.mjs'

const [first, ...rest] = process.argv.slice(2)
const onlyCheck = first === '--check'
const testArguments = onlyCheck || first === undefined ? [] : [first, ...rest]
const results = join(root, '.cache/test-results.json')

const bin = (name, ...args) => [join(root, 'node_modules/.bin', name), ...args]

const checks = [
  // One project after the other by one checker: several would each look at the types that they share.
  ['Types', bin('tsc', '-b', '--checkers', '1')],
  ['Lint', bin('oxlint', '--type-aware', '--deny-warnings')],
  ['Format', bin('oxfmt', '--check')],
  ['Unused code', bin('knip')],
]
const tests = [
  ['Generated documents', [process.execPath, 'tools/generate-docs.ts', '--check']],
  ['Generated client', [process.execPath, 'tools/generate-client.ts', '--check']],
  [
    'Tests',
    bin(
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}`,
      ...testArguments,
    ),
  ],
]

const passes = ([title, [command, ...args]]) => {
  console.log(`\n== ${title}`)
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  console.log(
    `== ${title}: ${status === 0 ? 'passed' : 'FAILED'} after ${((Date.now() - started) / 1000).toFixed(1)} s`,
  )
  return status === 0
}

/** Ends the run before it begins where its last part could not be done. */
const requireChromium = async () => {
  const { chromiumPath } = await import('./chromium.ts')
  try {
    chromiumPath()
  } catch (error) {
    stop(error.message)
  }
}

await underNewerNode()
installIfNeeded()
if (!onlyCheck && testArguments.length === 0) await requireChromium()
rmSync(results, { force: true })
if (!onlyCheck) buildIfNeeded()
const steps = onlyCheck ? checks : testArguments.length > 0 ? tests.slice(1) : [...checks, ...tests]
const failed = steps.filter(step => !passes(step)).map(([title]) => title)

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
if (existsSync(results)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'))
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  console.log(`\n${numPassedTests} passed, ${numFailedTests} failed${skipped}`)
}
process.exit(failed.length > 0 ? 1 : 0)
