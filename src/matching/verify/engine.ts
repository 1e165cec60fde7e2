import { CERTAINTIES, isOfFirstEngine, type Result } from './result-shape.ts'

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

/** How sure the shares are said to be: of the whole as of the least sure organisation, and with what interval. */
const certaintyFaults = (result: Result): [boolean, string][] => {
  const { engine, exact, shareHalfWidth, organisations } = result
  const isFirst = isOfFirstEngine(result)
  const isSampled = engine.batches.some(count => count !== null)
  const certainty = result.certainty ?? (isSampled ? 'sampled' : 'exact')
  const own = organisations.map(one => one.certainty ?? certainty)
  const weakest = Math.max(0, ...own.map(one => CERTAINTIES.indexOf(one)))
  const widest = Math.max(0, ...organisations.map(({ halfWidth }) => halfWidth))
  const says = [result, ...organisations].filter(one => one.certainty !== undefined).length
  return [
    [
      says === (isFirst ? 0 : organisations.length + 1),
      'A result says how sure every share is, unless it is of the first engine',
    ],
    [exact === (certainty === 'exact'), 'Whether the shares are exact does not fit how sure they are'],
    [
      isSampled === (certainty === 'sampled'),
      'How sure the shares are does not fit the batches of coalitions',
    ],
    [
      isFirst || CERTAINTIES[weakest] === certainty,
      'The shares are not as sure as those of the least sure organisation',
    ],
    [
      exact ? shareHalfWidth === null && widest === 0 : shareHalfWidth === widest,
      'The intervals of the shares do not fit how sure they are',
    ],
    [
      organisations.every(({ halfWidth }, at) => isFirst || own[at] !== 'exact' || halfWidth === 0),
      'An exact share has an interval',
    ],
  ]
}

/** Is what a result says of the engine, and of how sure it is, what the engine of its version says? */
export const engineFindings = (result: Result): string[] => {
  const { engine, proven } = result
  const { name, options, seed } = engine
  const entries = Object.entries(options)
  const known = new Map<string, unknown>(Object.entries(OPTIONS))
  const faults: [boolean, string][] = [
    [name === NAME, `The result was not made by ${NAME}, but follows its rule`],
    [VERSIONS.includes(engine.version), 'There is no such version of the engine'],
    [/^highs \d+(\.\d+)+$/.test(engine.solver), 'The solver is not the published one'],
    [
      isOfFirstEngine(result) === (engine.parts === undefined),
      'A result says how every part was proven, unless it is of the first engine',
    ],
    [seed === SEED, `The seed is not the published one, ${SEED}`],
    [
      entries.length === known.size && entries.every(([key, value]) => known.get(key) === value),
      "The solver's settings are not the published ones",
    ],
    [proven, 'The match is not proven, and yet priced'],
    ...certaintyFaults(result),
  ]
  return faults.flatMap(([isRight, finding]) => (isRight ? [] : [finding]))
}

/** An imported match was made elsewhere, and nobody has proven it. */
export const importFindings = ({ engine, proven }: Result): string[] => [
  ...(engine.name === NAME ? ['The match is called imported, and yet was made by the engine'] : []),
  ...(proven ? ['The match is called imported, and yet proven'] : []),
]
