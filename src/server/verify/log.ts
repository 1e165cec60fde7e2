import { placeOf, verifyChain } from '../store/log-check.ts'
import type { Check } from './check.ts'

/**
 * The log is as it was written, and so are its tree and the heads that were signed. A fault that an operator has explained is
 * told no more.
 */
export const log: Check = {
  name: 'log',
  run: async function* ({ db }, looked) {
    const { faults, more } = await verifyChain(db, undefined, looked)
    for (const fault of faults) if (fault.explanation === null) yield { what: placeOf(fault), why: fault.why }
    if (more > 0) yield { what: 'The log', why: `has ${more} more faults` }
  },
}
