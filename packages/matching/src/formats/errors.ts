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

/** Steps of a match, in order: the greatest surplus, the choice among equal matches, shares, and critical prices. */
export type MatchStep = 'best' | 'tied' | 'priced' | 'explained'

const STEPS: readonly MatchStep[] = ['best', 'tied', 'priced', 'explained']

/** The first step that is open when a phase is not finished. */
const OPEN_IN = {
  building: 'best',
  solving: 'best',
  tying: 'tied',
  pricing: 'priced',
  explaining: 'explained',
} as const satisfies Record<string, MatchStep>

const SMALL_GAP = 0.0001

const sentence = (
  { surplus, bound }: BestKnownMatch,
  gap: number | null,
  phase: keyof typeof OPEN_IN,
): string => {
  const worth = showMoney(surplus, true)
  const percent = gap === null || gap >= SMALL_GAP ? ((gap ?? 0) * 100).toFixed(2) : 'less than 0.01'
  const apart = gap === null ? '' : `, a gap of ${percent} percent`
  const known = `the best known match is worth ${worth}, and no match more than ${showMoney(bound, true)}${apart}`
  return {
    building: `The model of the round could not be built within the time limit: ${known}`,
    solving: `The greatest surplus could not be proven within the time limit: ${known}`,
    tying: `The greatest surplus, ${worth}, is proven, but the choice among equally good matches could not be made within the time limit`,
    pricing: `The match is proven and worth ${worth}, but its shares could not be calculated within the time limit`,
    explaining: `The match is proven and worth ${worth}, and its shares are known, but not all critical prices could be found within the time limit`,
  }[phase]
}

/**
 * The time limit passed during one of the phases. Has the best known match, the upper bound of any match, and the gap
 * between them as a fraction of the bound; null if nothing could be won. `open` lists the steps that are not settled.
 * If a part of the round stopped the search, `partIds` has its projects and requirements; otherwise it is null.
 */
export class NotProvenError extends Error {
  readonly best: BestKnownMatch
  readonly gap: number | null
  readonly phase: keyof typeof OPEN_IN
  readonly open: readonly MatchStep[]
  readonly partIds: readonly string[] | null

  constructor(
    best: BestKnownMatch,
    gap: number | null,
    phase: keyof typeof OPEN_IN = 'solving',
    partIds: readonly string[] | null = null,
  ) {
    super(sentence(best, gap, phase))
    this.best = best
    this.gap = gap
    this.phase = phase
    this.open = STEPS.slice(STEPS.indexOf(OPEN_IN[phase]))
    this.partIds = partIds
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
