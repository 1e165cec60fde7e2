import { everyLedgerFault } from '../store/ledger-check.ts'
import type { Check } from './check.ts'

/** Credits, their blocks and their ledger add up to what was certified and sold (market invariants 1 to 4). */
export const registry: Check = {
  name: 'registry',
  run: ({ db }, looked) => everyLedgerFault(db, looked),
}
