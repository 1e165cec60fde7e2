import type { Pence } from '#domain/money'

/** Somebody asked the engine to stop; nothing was decided. */
export class Cancelled extends Error {
  constructor() {
    super('Matching was cancelled')
  }
}

/** The best match known when the engine had to stop, kept for information and never priced. */
export interface UnprovenMatch {
  surplus: Pence | null
  bound: Pence | null
  projectIds: string[]
  requirementIds: string[]
}

/** No proof of the greatest surplus within the time allowed: the round fails with its gap. */
export class NotProven extends Error {
  readonly best: UnprovenMatch
  readonly gap: number | null

  constructor(best: UnprovenMatch, gap: number | null) {
    super('The greatest surplus could not be proven in the time allowed')
    this.best = best
    this.gap = gap
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
