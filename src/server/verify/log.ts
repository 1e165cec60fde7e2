import { type ChainPoint, placeOf, verifyChain } from '../store/log-check.ts'
import { lastNoted } from './as-it-comes.ts'
import type { Check } from './check.ts'

/**
 * The log is as it was written, and so are its tree and the heads that were signed. A fault that an operator has explained is
 * told no more. It must still hold what was verified as it came, and what somebody noted elsewhere.
 */
export const logAgainst = (noted: readonly ChainPoint[]): Check => ({
  name: 'log',
  run: async function* ({ db }, looked) {
    const last = await lastNoted(db)
    const { faults, more } = await verifyChain(db, [...noted, ...(last ? [last] : [])], looked)
    for (const fault of faults) if (fault.explanation === null) yield { what: placeOf(fault), why: fault.why }
    if (more > 0) yield { what: 'The log', why: `has ${more} more faults` }
  },
})
