import type { MatchResult } from './shapes/result-shape.ts'

const NAME = 'credit-market matching'
const VERSIONS = ['1', '2', '3', '4', '5']
/** Versions that draw coalitions by a seed from the problem, and do not state who proved what. */
const SEEDED = ['3', '4', '5']
/** Seed of all results of earlier versions. */
const SEED = 7777

/** The solver's settings that results record. */
const OPTIONS = {
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  random_seed: 1,
} as const

/**
 * Contradictions in what a result says of its certainty. Nothing else relies on it: shares are recalculated, and what
 * is not is listed as not checked.
 */
const certaintyFaults = ({
  engine,
  exact,
  shareHalfWidth,
  certainty,
  organisations,
}: MatchResult): [boolean, string][] => {
  const isSampled = engine.batches.some(count => count !== null)
  const sampled = organisations.filter(one => one.certainty === 'sampled')
  const widest = Math.max(0, ...sampled.map(({ halfWidth }) => halfWidth))
  return [
    [
      [certainty, ...organisations.map(one => one.certainty)].every(one => one !== undefined),
      'The certainty of every share must be stated',
    ],
    [
      exact === (certainty === 'exact'),
      'The result and the certainty of its shares disagree about whether the shares are exact',
    ],
    [
      isSampled === (certainty === 'sampled'),
      'The certainty of the shares contradicts the batches of coalitions',
    ],
    [
      sampled.length > 0 === (certainty === 'sampled'),
      'The certainty of the shares differs from that of the least certain organisation',
    ],
    [
      exact ? shareHalfWidth === null : shareHalfWidth === widest,
      'The intervals of the shares contradict their certainty',
    ],
    [
      organisations.every(one => one.certainty === 'sampled' || one.halfWidth === 0),
      'A share is marked as exact, but has an interval',
    ],
  ]
}

/**
 * Compares what a result says about the engine and about certainty with the engine of its version. Results of earlier
 * versions, which stated certainty in other ways, are judged by the rest alone.
 */
export const findEngineRecordErrors = (result: MatchResult): string[] => {
  const { engine, proven } = result
  const { name, options, seed, version } = engine
  const entries = Object.entries(options)
  const known = new Map<string, unknown>(Object.entries(OPTIONS))
  const faults: [boolean, string][] = [
    [name === NAME, `The result was not made by ${NAME}, but follows its rule`],
    [VERSIONS.includes(version), 'The result names a version of the engine that does not exist'],
    [/^highs \d+(\.\d+)+$/.test(engine.solver), 'The solver is not the published one'],
    [
      (version === '2') === (engine.parts !== undefined),
      'Only results of engine version 2 state who proved each part, which no one can check',
    ],
    [
      SEEDED.includes(version) || seed === SEED,
      `The seed is not the published one of this engine version, ${SEED}`,
    ],
    [
      entries.length === known.size && entries.every(([key, value]) => known.get(key) === value),
      "The solver's settings are not the published ones",
    ],
    [proven, 'The match has prices, but is not marked as proven'],
    ...(SEEDED.includes(version) ? certaintyFaults(result) : []),
  ]
  return faults.flatMap(([isRight, finding]) => (isRight ? [] : [finding]))
}

/** An imported match was made elsewhere and is not proven. */
export const findImportedMatchErrors = ({ engine, proven }: MatchResult): string[] => [
  ...(engine.name === NAME ? ['The match is marked as imported, but the engine made it'] : []),
  ...(proven ? ['The match is marked as both imported and proven'] : []),
]
