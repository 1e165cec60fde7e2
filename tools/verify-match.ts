import { readFileSync } from 'node:fs'
import { disagreements, type Audit } from '../src/matching/audit.ts'
import { bidsAudit, type BidsAudit } from '../src/matching/report.ts'
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

const path = process.argv[2]
if (path === undefined) {
  process.stderr.write('Use: npm run verify-match -- AUDIT\n')
  process.exit(2)
}
try {
  const filed = JSON.parse(readFileSync(path, 'utf8')) as Audit | BidsAudit
  const findings =
    'bids' in filed ? disagreements(filed, await bidsAudit(filed.bids, filed.rule)) : await findingsIn(filed)
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  process.stdout.write(
    findings.length === 0 ? 'Every number agrees.\n' : `${findings.length} numbers disagree.\n`,
  )
  process.exit(findings.length === 0 ? 0 : 1)
} catch (fault) {
  process.stderr.write(`${path} is not an audit file: ${(fault as Error).message}\n`)
  process.exit(2)
}
