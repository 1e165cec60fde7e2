import { SHARE_CERTAINTIES, isResultOfFirstEngine, type MatchResult } from './result-shape.ts'

const NAME = 'credit-market matching'
const SEED = 7777
const VERSIONS = ['1', '2']

/** The solver's settings that results record. */
const OPTIONS = {
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  random_seed: 1,
} as const

/** Checks of stated certainties: the result is as certain as its least certain organisation, and intervals agree. */
const certaintyFaults = (result: MatchResult): [boolean, string][] => {
  const { engine, exact, shareHalfWidth, organisations } = result
  const isFirst = isResultOfFirstEngine(result)
  const isSampled = engine.batches.some(count => count !== null)
  const certainty = result.certainty ?? (isSampled ? 'sampled' : 'exact')
  const own = organisations.map(one => one.certainty ?? certainty)
  const weakest = Math.max(0, ...own.map(one => SHARE_CERTAINTIES.indexOf(one)))
  const widest = Math.max(0, ...organisations.map(({ halfWidth }) => halfWidth))
  const says = [result, ...organisations].filter(one => one.certainty !== undefined).length
  return [
    [
      says === (isFirst ? 0 : organisations.length + 1),
      'The certainty of every share must be stated, except in results of the first engine, which state none',
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
      isFirst || SHARE_CERTAINTIES[weakest] === certainty,
      'The certainty of the shares differs from that of the least certain organisation',
    ],
    [
      exact ? shareHalfWidth === null && widest === 0 : shareHalfWidth === widest,
      'The intervals of the shares contradict their certainty',
    ],
    [
      organisations.every(({ halfWidth }, at) => isFirst || own[at] !== 'exact' || halfWidth === 0),
      'A share is marked as exact, but has an interval',
    ],
  ]
}

/** Compares what a result says about the engine and about certainty with the engine of its version. */
export const findEngineRecordErrors = (result: MatchResult): string[] => {
  const { engine, proven } = result
  const { name, options, seed } = engine
  const entries = Object.entries(options)
  const known = new Map<string, unknown>(Object.entries(OPTIONS))
  const faults: [boolean, string][] = [
    [name === NAME, `The result was not made by ${NAME}, but follows its rule`],
    [VERSIONS.includes(engine.version), 'The result names a version of the engine that does not exist'],
    [/^highs \d+(\.\d+)+$/.test(engine.solver), 'The solver is not the published one'],
    [
      isResultOfFirstEngine(result) === (engine.parts === undefined),
      'The proof of each part must be stated, except in results of the first engine, which state none',
    ],
    [seed === SEED, `The seed is not the published one, ${SEED}`],
    [
      entries.length === known.size && entries.every(([key, value]) => known.get(key) === value),
      "The solver's settings are not the published ones",
    ],
    [proven, 'The match has prices, but is not marked as proven'],
    ...certaintyFaults(result),
  ]
  return faults.flatMap(([isRight, finding]) => (isRight ? [] : [finding]))
}

/** An imported match was made elsewhere and is not proven. */
export const findImportedMatchErrors = ({ engine, proven }: MatchResult): string[] => [
  ...(engine.name === NAME ? ['The match is marked as imported, but the engine made it'] : []),
  ...(proven ? ['The match is marked as both imported and proven'] : []),
]
