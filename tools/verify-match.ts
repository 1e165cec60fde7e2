import { readFileSync } from 'node:fs'
import { FaultyProblem } from '../src/matching/formats/errors.ts'
import { canonicalJson } from '#domain/canonical'
import { workerPool } from '#server/tasks/worker-pool'
import { disagreements, type Audit } from '../src/matching/verify/audit.ts'
import { faultsIn } from '../src/matching/formats/faults.ts'
import { PROBLEM } from '../src/matching/formats/problem-schema.ts'
import { hashOf } from '../src/matching/formats/problem.ts'
import { bidsAudit, type BidsAudit } from '../src/matching/report.ts'
import { sha256 } from '../src/matching/formats/sha256.ts'
import { SOLUTION } from '../src/matching/formats/solution-schema.ts'
import { solveWithAudit } from '../src/matching/solve.ts'
import { verify } from '../src/matching/verify/verify.ts'

/** What is filed of a round's result: with all its coalition values, or as a round keeps it. */
type Filed = Pick<Audit, 'problem' | 'solution'> & Partial<Audit> & { solutionHash?: string }

/** A filed result of the product's format: judged by itself, then worked out again from its problem. */
const findingsIn = async (filed: Filed): Promise<string[]> => {
  const { problem, solution } = filed
  const judged = verify(problem, solution)
  if (solution.rule === 'Imported') return judged
  const { batches, criticalPrices } = solution.engine
  const { audit } = await solveWithAudit(problem, { batches, criticalPrices, pool: workerPool() })
  const problemHash = hashOf(problem)
  const all = { ...audit, problem, problemHash, solutionHash: sha256(canonicalJson(audit.solution)) }
  const numbers = Object.entries(all).filter(([name]) => name in filed)
  return [...judged, ...disagreements(pick(filed, numbers), Object.fromEntries(numbers))]
}

const pick = (from: object, names: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(names.map(([name]) => [name, (from as Record<string, unknown>)[name]]))

/** Says what is wrong, one line each, and ends with the code for a malformed file. */
const refuse = (faults: readonly string[]): never => {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(2)
}

const path = process.argv[2] ?? refuse(['Use: npm run verify-match -- AUDIT'])

const filedIn = (): Filed | BidsAudit => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Filed | BidsAudit
  } catch (fault) {
    return refuse([`${path} is not an audit file: ${(fault as Error).message}`])
  }
}

const filed = filedIn()
const isBids = 'bids' in filed
const faults: string[] = []
if (!isBids) {
  faults.push(...faultsIn(PROBLEM, filed.problem, 'problem').faults)
  faults.push(...faultsIn(SOLUTION, filed.solution, 'solution').faults)
}
if (faults.length > 0) refuse([`${path} is not an audit file:`, ...faults])
try {
  const findings = isBids
    ? disagreements(filed, await bidsAudit(filed.bids, filed.rule, workerPool()))
    : await findingsIn(filed)
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  process.stdout.write(
    findings.length === 0 ? 'Every number agrees.\n' : `${findings.length} numbers disagree.\n`,
  )
  process.exit(findings.length === 0 ? 0 : 1)
} catch (fault) {
  if (!(fault instanceof FaultyProblem)) throw fault
  refuse(fault.faults)
}
