import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheCompiledCode, root, stop, underNewerNode } from './newer-node.mjs'
import { buildIfNeeded, installIfNeeded } from './prepare.mjs'

const [first, ...rest] = process.argv.slice(2)
const onlyCheck = first === '--check'
const testArguments = onlyCheck || first === undefined ? [] : [first, ...rest]
const results = join(root, '.cache/test-results.json')

const bin = (name, ...args) => [join(root, 'node_modules/.bin', name), ...args]

/** The scripts that differ from the last commit; none if git cannot say. */
const changedScripts = () => {
  const { stdout } = spawnSync('git', ['status', '--porcelain', '--no-renames', '-uall', '-z'], {
    cwd: root,
    encoding: 'utf8',
  })
  const changed = (stdout ?? '').split('\0').filter(line => line && !line.slice(0, 2).includes('D'))
  return changed.map(line => line.slice(3)).filter(path => /\.(tsx?|mjs)$/.test(path))
}

// Checks that change nothing, in two parallel rows: the type check, and everything else that leaves a processor idle.
const checks = [
  // One checker for all projects: several would each check the shared types.
  [['Types', bin('tsc', '-b', '--checkers', '1')]],
  [
    ['Lint', bin('oxlint', '--type-aware', '--deny-warnings', ...(onlyCheck ? changedScripts() : []))],
    ['Format', bin('oxfmt', '--check')],
    ['Words', [process.execPath, 'tools/check-words.ts']],
    ['Unused code', bin('knip')],
  ],
]
const documents = ['Generated documents', [process.execPath, 'tools/generate-docs.ts', '--check']]
const client = ['Client', [process.execPath, 'tools/generate-client.ts']]
const tests = [
  'Tests',
  bin(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...testArguments,
  ),
]

const failed = []

/** Runs a command and reports its result; prints its output at once, or in one piece if other commands run in parallel. */
const run = ([title, [command, ...args]], { isBeside = false, env = {} } = {}) =>
  new Promise(resolve => {
    const started = Date.now()
    if (!isBeside) console.log(`\n== ${title}`)
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    let printed = isBeside ? `\n== ${title}\n` : ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (printed += text))
    child.on('error', error => (printed += `${error.message}\n`))
    child.on('close', status => {
      if (status !== 0) failed.push(title)
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${printed}== ${title}: ${status === 0 ? 'passed' : 'FAILED'} after ${seconds} s`)
      resolve()
    })
  })

const inRows = rows =>
  Promise.all(
    rows.map(async row => {
      for (const step of row) await run(step, { isBeside: true })
    }),
  )

/** Ends the run before it begins if there is no browser, because the browser tests come last. */
const requireChromium = async () => {
  const { chromiumPath } = await import('./chromium.ts')
  try {
    chromiumPath()
  } catch (error) {
    stop(error.message)
  }
}

/** Runs all tests but the long proofs of what has not changed, which it names; and records the proofs that pass. */
const runWhole = async () => {
  const { openProofs, proofsThatHold, recordProofs } = await import('./proofs.ts')
  const [open, holding] = [openProofs(), proofsThatHold()]
  if (holding.length > 0)
    console.log(`\nSkipped, because nothing that they cover has changed: the proofs of ${holding.join(', ')}`)
  await run(tests, { env: { WITHOUT_PROOFS_THAT_HOLD: '1' } })
  if (existsSync(results)) recordProofs(open, results)
}

await underNewerNode()
installIfNeeded({ forTests: true })
cacheCompiledCode()
const isWhole = !onlyCheck && testArguments.length === 0
if (isWhole) await requireChromium()
rmSync(results, { force: true })
if (!onlyCheck) await buildIfNeeded()
// Programs of the tests are written against the client, so it is there before their types are looked at.
await run(client)
if (onlyCheck) await inRows(checks)
else if (isWhole) {
  const [types, others] = checks
  await inRows([types, [...others, documents]])
  await runWhole()
} else await run(tests)

if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
if (existsSync(results)) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'))
  const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''
  console.log(`\n${numPassedTests} passed, ${numFailedTests} failed${skipped}`)
}
process.exit(failed.length > 0 ? 1 : 0)
