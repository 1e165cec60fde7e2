import { readFileSync, writeFileSync } from 'node:fs'
import { workerPool } from '#server/tasks/worker-pool'
import { FaultyProblem, NotProven } from '../src/matching/formats/errors.ts'
import { reportBids, reportMarket, RULES, type Rule } from '../src/matching/report.ts'

const USE = 'Use: npm run --silent match -- FILE [--rule bwc|vcg|pab] [--audit OUT]'

/** Says what is wrong, one line each, and ends with the code for a malformed file. */
const refuse = (faults: readonly string[]): never => {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(2)
}

const option = (args: readonly string[], name: string): string | undefined => {
  const at = args.indexOf(name)
  if (at < 0) return undefined
  return args[at + 1] ?? refuse([`${name} needs a value`, USE])
}

const jsonIn = (path: string): Record<string, unknown> => {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    refuse([`${path} cannot be read`])
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (fault) {
    return refuse([`${path} is not JSON: ${(fault as Error).message}`])
  }
  return refuse([`${path} must hold an object`])
}

const ruleIn = (args: readonly string[]): Rule => {
  const rule = option(args, '--rule') ?? 'bwc'
  return (
    RULES.find(known => known === rule.toLowerCase()) ?? refuse([`--rule must be one of ${RULES.join(', ')}`])
  )
}

const args = process.argv.slice(2)
const values = new Set([option(args, '--rule'), option(args, '--audit')])
const path = args.find(arg => !arg.startsWith('--') && !values.has(arg)) ?? refuse(['No file is given', USE])
const rule = ruleIn(args)
const file = jsonIn(path)
const problem = (typeof file.problem === 'object' && file.problem !== null ? file.problem : file) as Record<
  string,
  unknown
>
try {
  const { report, audit } =
    'bidders' in problem
      ? await reportBids(problem, rule, workerPool())
      : await reportMarket(problem, rule, workerPool())
  const out = option(args, '--audit')
  if (out !== undefined) writeFileSync(out, JSON.stringify(audit))
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
} catch (fault) {
  if (fault instanceof FaultyProblem) refuse(fault.faults)
  if (!(fault instanceof NotProven)) throw fault
  process.stderr.write(`${fault.message}; gap ${fault.gap ?? 'unknown'}\n`)
  process.exit(1)
}
