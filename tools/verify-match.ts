import { readFileSync } from 'node:fs'
import { FaultyProblem } from '../src/matching/errors.ts'
import { disagreements, type Audit } from '../src/matching/audit.ts'
import { PROBLEM } from '../src/matching/problem-schema.ts'
import { bidsAudit, type BidsAudit } from '../src/matching/report.ts'
import { SOLUTION } from '../src/matching/solution-schema.ts'
import { solveWithAudit } from '../src/matching/solve.ts'
import { verify } from '../src/matching/verify.ts'

/** A filed result of the product's format: judged by itself, then worked out again from its problem. */
const findingsIn = async (filed: Audit): Promise<string[]> => {
  const judged = verify(filed.problem, filed.solution)
  const { audit } = await solveWithAudit(filed.problem, {
    batches: filed.coalitions.map(({ batches }) => batches),
  })
  return [...judged, ...disagreements(filed, audit)]
}

/** Says what is wrong, one line each, and ends with the code for a malformed file. */
const refuse = (faults: readonly string[]): never => {
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(2)
}

const path = process.argv[2] ?? refuse(['Use: npm run verify-match -- AUDIT'])

const filedIn = (): Audit | BidsAudit => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Audit | BidsAudit
  } catch (fault) {
    return refuse([`${path} is not an audit file: ${(fault as Error).message}`])
  }
}

const filed = filedIn()
const isBids = 'bids' in filed
const faults: string[] = []
if (!isBids) {
  PROBLEM.check('problem', filed.problem, faults)
  SOLUTION.check('solution', filed.solution, faults)
  if (!Array.isArray(filed.coalitions)) faults.push('coalitions must be a list')
}
if (faults.length > 0) refuse([`${path} is not an audit file:`, ...faults])
try {
  const findings = isBids
    ? disagreements(filed, await bidsAudit(filed.bids, filed.rule))
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
