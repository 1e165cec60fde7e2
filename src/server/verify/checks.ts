import { logFaultPlaceText, verifyLogChain, type RecordedChainPoint } from '../log/log-check.ts'
import { iterateLedgerFaults } from '../store/ledger-check.ts'
import { findOversoldLand } from '../sites/check-land.ts'
import { verifyCertificates } from './certificates.ts'
import type { VerificationCheck } from './check.ts'
import { matchesCheck } from './market.ts'
import { moneyCheck } from './money.ts'
import { iterateReplacementFaults } from './replacements.ts'
import { currentRowsCheck } from './rows.ts'
import { statusHistoryCheck } from './trail.ts'
import { readLastVerifiedEntry } from './as-it-comes.ts'

/**
 * Checks that the log is as it was written, with its Merkle tree and signed checkpoints. An error that an operator has
 * explained is not reported again. The log must still contain what was verified continuously, and the points recorded
 * elsewhere.
 */
export const logCheck = (noted: readonly RecordedChainPoint[]): VerificationCheck => ({
  name: 'log',
  run: async function* ({ db }, looked) {
    const last = await readLastVerifiedEntry(db)
    const { faults, more } = await verifyLogChain(db, [...noted, ...(last ? [last] : [])], looked)
    for (const fault of faults)
      if (fault.explanation === null) yield { what: logFaultPlaceText(fault), why: fault.why }
    if (more > 0) yield { what: 'The log', why: `has ${more} more errors` }
  },
})

/** Checks that certified sites that share ground have land enough for all of them (market invariant 12). */
const land: VerificationCheck = {
  name: 'land',
  run: async function* ({ db }, looked) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const found = await findOversoldLand(db, after)
      for (const { id, names } of found.faults)
        yield { what: `project ${id}`, why: `is certified for more land than there is: ${names}` }
      looked(found.looked)
      after = found.after
    }
  },
}

/**
 * Checks that credits, their blocks and their ledger add up to what was certified and sold (market invariants 1 to 4), and that
 * replacing units may serve those who hold what they replace.
 */
export const registryCheck: VerificationCheck = {
  name: 'registry',
  run: async function* (reading, looked) {
    yield* iterateLedgerFaults(reading.db, looked)
    yield* iterateReplacementFaults(reading)
  },
}

/**
 * Returns every check that needs only the tables, in the order in which they run; the log is also compared with points
 * `noted` elsewhere.
 */
export const listTableChecks = (noted: readonly RecordedChainPoint[]): readonly VerificationCheck[] => [
  logCheck(noted),
  ...[
    currentRowsCheck,
    statusHistoryCheck,
    registryCheck,
    matchesCheck,
    moneyCheck,
    verifyCertificates,
    land,
  ],
]

/** Every check that needs only the tables, without recorded points of the log. */
export const TABLE_CHECKS = listTableChecks([])
