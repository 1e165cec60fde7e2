import { showMoney, type Pence } from '@credit-market/values/money'

/** The caller cancelled the match; nothing was decided. */
export class MatchCancelledError extends Error {
  constructor() {
    super('Matching was cancelled')
  }
}

/** The time limit has passed; whoever has the best known match adds it to the error. */
export class TimeLimitError extends Error {
  constructor() {
    super('The time limit has passed')
  }
}

/** The best match known when the engine had to stop: for information, never priced. */
export interface BestKnownMatch {
  surplus: Pence
  bound: Pence
  projectIds: string[]
  requirementIds: string[]
}

const WHY = {
  building: 'The model of the round could not be built',
  solving: 'The greatest surplus could not be proven',
  pricing: 'The match is proven, but its shares could not be calculated',
  explaining: 'The match is proven, but not all critical prices could be found',
} as const

/**
 * The time limit passed during one of the phases. Has the best known match, the upper bound of any match, and the gap
 * between them as a fraction of the bound; null if nothing could be won.
 */
export class NotProvenError extends Error {
  readonly best: BestKnownMatch
  readonly gap: number | null
  readonly phase: keyof typeof WHY

  constructor(best: BestKnownMatch, gap: number | null, phase: keyof typeof WHY = 'solving') {
    const known = `the best known match is worth ${showMoney(best.surplus, true)}, and no match more than ${showMoney(best.bound, true)}`
    const apart = gap === null ? '' : `, a gap of ${(gap * 100).toFixed(2)} percent`
    super(`${WHY[phase]} within the time limit: ${known}${apart}`)
    this.best = best
    this.gap = gap
    this.phase = phase
  }
}

/** The problem itself has errors, one sentence each. */
export class InvalidProblemError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** The independent verifier rejected the engine's own result, which is therefore not published. */
export class VerificationFailedError extends Error {
  readonly findings: string[]

  constructor(findings: string[]) {
    super(`The result failed verification: ${findings.join('; ')}`)
    this.findings = findings
  }
}
