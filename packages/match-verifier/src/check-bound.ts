import { findBestChoice } from './best.ts'
import {
  inPounds,
  recordedValueOfComponent,
  type CheckedMarket,
  type VerificationFindings,
} from './market.ts'

/**
 * Checks what a match that is not proven to be the best says of all others: that none has a greater surplus than the
 * bound, in pence. A better match within the bound is no error. Small parts come first, as they leave time for others.
 */
export const checkBestKnownBound = (market: CheckedMarket, bound: number): VerificationFindings => {
  const components = market.components.toSorted((a, b) => a.items.length - b.items.length)
  let known = 0
  let most = 0
  for (const component of components) {
    const filed = recordedValueOfComponent(market, component)
    const { choice, bound: claimed } = findBestChoice(component, market)
    const best = Math.max(filed, choice?.value ?? 0)
    known += best
    most += Math.max(best, claimed)
  }
  const { surplus } = market.result
  const limit = `the ${inPounds(bound)} that the file calls the most possible`
  if (known > bound)
    return { findings: [`There is a match worth ${inPounds(known)}, more than ${limit}`], done: [], open: [] }
  const better =
    known > surplus
      ? [`A match was found that is worth ${inPounds(known - surplus)} more, which the published gap allows.`]
      : []
  const what = `The match is not proven to be the best: a better one may be worth up to ${inPounds(bound - surplus)} more.`
  if (most <= bound)
    return {
      findings: [],
      done: [what, ...better, `A second solver (HiGHS) confirmed that no match is worth more than ${limit}.`],
      open: [],
    }
  const own = Number.isFinite(most)
    ? `the second solver shows only that none is worth more than ${inPounds(most)}`
    : 'the second solver ran out of time'
  return {
    findings: [],
    done: [what, ...better],
    open: [`whether no match is worth more than ${limit} (${own})`],
  }
}
