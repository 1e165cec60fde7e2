import { showMoney, type Pence } from '#domain/money'

/** Somebody asked the engine to stop; nothing was decided. */
export class Cancelled extends Error {
  constructor() {
    super('Matching was cancelled')
  }
}

/** The time allowed is over; whoever knows the best match so far says so. */
export class OutOfTime extends Error {
  constructor() {
    super('The time allowed is over')
  }
}

/** The best match known when the engine had to stop, kept for information and never priced. */
export interface UnprovenMatch {
  surplus: Pence
  bound: Pence
  projectIds: string[]
  requirementIds: string[]
}

const WHY = {
  building: 'The round could not be read into a model',
  solving: 'The greatest surplus could not be proven',
  pricing: 'The match is proven, but its shares could not be worked out',
  explaining: 'The match is proven, but not all critical prices could be found',
} as const

/**
 * The time allowed was over before the work was done, in one of its phases: the round fails with the best match known,
 * the most that any match could be worth, and the gap between them as a part of that; none where nothing could be won.
 */
export class NotProven extends Error {
  readonly best: UnprovenMatch
  readonly gap: number | null
  readonly phase: keyof typeof WHY

  constructor(best: UnprovenMatch, gap: number | null, phase: keyof typeof WHY = 'solving') {
    const known = `the best known is worth ${showMoney(best.surplus, true)}, none more than ${showMoney(best.bound, true)}`
    const apart = gap === null ? '' : `, a gap of ${(gap * 100).toFixed(2)} percent`
    super(`${WHY[phase]} in the time allowed: ${known}${apart}`)
    this.best = best
    this.gap = gap
    this.phase = phase
  }
}

/** The problem itself is at fault: one sentence for each fault. */
export class FaultyProblem extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(faults.join('\n'))
    this.faults = faults
  }
}

/** The independent check found the engine's own result wrong; such a result is never published. */
export class FailedCheck extends Error {
  readonly findings: string[]

  constructor(findings: string[]) {
    super(`The result failed its own check: ${findings.join('; ')}`)
    this.findings = findings
  }
}
