import { findAuditDifferences } from '@credit-market/matching/audit'
import { InvalidProblemError } from '@credit-market/matching/formats/errors'
import { createWorkerPool } from '@credit-market/matching/node/worker-pool'
import { PRICE_RULES } from '@credit-market/matching/price-rules'
import { createBidsAudit } from '@credit-market/matching/report'
import type { VerificationFindings } from '@credit-market/match-verifier/market'
import {
  type AuditFile,
  isPlainObject,
  InvalidCommandLineError,
  runVerifyCommand,
} from '@credit-market/match-verifier/node/command'

/** Generic bids have no second model: the engine works them out again. */
const verdictOnBids = async (path: string, file: AuditFile): Promise<VerificationFindings> => {
  const rule = PRICE_RULES.find(known => known === file.rule)
  if (!isPlainObject(file.bids) || rule === undefined)
    throw new InvalidCommandLineError([`${path} is not an audit file: its bids or its rule are missing`])
  try {
    return {
      findings: findAuditDifferences(file, await createBidsAudit(file.bids, rule, createWorkerPool())),
      done: ['Generic bids were calculated again by the engine itself, which is not an independent check.'],
      open: [],
    }
  } catch (fault) {
    throw fault instanceof InvalidProblemError ? new InvalidCommandLineError(fault.faults) : fault
  }
}

await runVerifyCommand(process.argv.slice(2), verdictOnBids)
