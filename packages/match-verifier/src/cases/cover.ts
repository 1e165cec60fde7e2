import { mayServiceServeRequirement } from '../may-serve.ts'

/** Units of one credit by their numbers, from a day until (not including) another. */
export interface NumberedUnits {
  first: number
  last: number
  start: string
  end: string | null
}

/** Failed units of one credit that nothing replaces, and the need of its holder. */
export interface FailedClaim {
  creditId: string
  need: Parameters<typeof mayServiceServeRequirement>[0]
  failed: readonly { failureId: string; block: NumberedUnits }[]
}

/** Units of one credit that replace nothing yet, with their service and project. */
export interface CoverSupply {
  creditId: string
  service: Parameters<typeof mayServiceServeRequirement>[1]
  project: Parameters<typeof mayServiceServeRequirement>[2]
  free: readonly NumberedUnits[]
}

/** Failed units and the units that could replace them; claims are listed oldest first. */
export interface CoverProblem {
  claims: readonly FailedClaim[]
  supplies: readonly CoverSupply[]
}

/** Failed units and as many units that replace them, by number. */
export interface ReplacedUnits {
  failureId: string
  failedFirst: number
  failedLast: number
  creditId: string
  firstUnit: number
  lastUnit: number
  startDay: string
  endDay: string | null
}

/** Limit of kinds of claim; more have too many sets to list. */
const MOST_KINDS = 12

const isOn = ({ start, end }: NumberedUnits, day: string): boolean =>
  start <= day && (end === null || day < end)

const unitsOn = (blocks: readonly NumberedUnits[], day: string): bigint =>
  blocks.reduce((sum, block) => (isOn(block, day) ? sum + BigInt(block.last - block.first + 1) : sum), 0n)

const contains = (outer: NumberedUnits, inner: NumberedUnits): boolean =>
  outer.first <= inner.first &&
  inner.last <= outer.last &&
  outer.start <= inner.start &&
  (outer.end === null || (inner.end !== null && inner.end <= outer.end))

const overlap = (a: NumberedUnits, b: NumberedUnits): boolean =>
  a.first <= b.last &&
  b.first <= a.last &&
  (b.end === null || a.start < b.end) &&
  (a.end === null || b.start < a.end)

const failedUnitsOf = (pair: ReplacedUnits): NumberedUnits => ({
  ...{ first: pair.failedFirst, last: pair.failedLast },
  ...{ start: pair.startDay, end: pair.endDay },
})

const replacingUnitsOf = (pair: ReplacedUnits): NumberedUnits => ({
  ...{ first: pair.firstUnit, last: pair.lastUnit },
  ...{ start: pair.startDay, end: pair.endDay },
})

const pairErrors = ({ claims, supplies }: CoverProblem, cover: readonly ReplacedUnits[]): string[] =>
  cover.flatMap((pair, at) => {
    const of = `Units ${pair.firstUnit} to ${pair.lastUnit} of credit ${pair.creditId}`
    const [failed, replacing] = [failedUnitsOf(pair), replacingUnitsOf(pair)]
    const claim = claims.find(one => one.failed.some(({ failureId }) => failureId === pair.failureId))
    const supply = supplies.find(({ creditId }) => creditId === pair.creditId)
    const others = cover.slice(at + 1)
    const errors: [boolean, string][] = [
      [failed.last - failed.first !== replacing.last - replacing.first, 'replace another number of units'],
      [pair.endDay !== null && pair.endDay <= pair.startDay, 'replace nothing on any day'],
      [
        claim?.failed.some(
          ({ failureId, block }) => failureId === pair.failureId && contains(block, failed),
        ) !== true,
        'replace units that have not failed, or are replaced already',
      ],
      [
        supply?.free.some(block => contains(block, replacing)) !== true,
        'are not free, or not delivered on all days',
      ],
      [
        claim !== undefined &&
          supply !== undefined &&
          !mayServiceServeRequirement(claim.need, supply.service, supply.project),
        'may not serve the requirement whose units they replace',
      ],
      [
        others.some(other => other.creditId === pair.creditId && overlap(replacing, replacingUnitsOf(other))),
        'replace two units at one time',
      ],
      [
        others.some(other => other.failureId === pair.failureId && overlap(failed, failedUnitsOf(other))),
        'replace units that others replace at the same time',
      ],
    ]
    return errors.flatMap(([isWrong, what]) => (isWrong ? [`${of} ${what}`] : []))
  })

/** Claims that the same supplies may serve, by their places in the order of claims, and these supplies. */
interface ClaimKind {
  claims: number[]
  supplies: readonly number[]
}

const kindsOf = ({ claims, supplies }: CoverProblem): ClaimKind[] => {
  const kinds = new Map<string, ClaimKind>()
  for (const [at, { need }] of claims.entries()) {
    const serving = supplies.flatMap(({ service, project }, supply) =>
      mayServiceServeRequirement(need, service, project) ? [supply] : [],
    )
    const kind = kinds.get(serving.join()) ?? { claims: [], supplies: serving }
    kind.claims.push(at)
    kinds.set(serving.join(), kind)
  }
  return [...kinds.values()]
}

/** Every set of some kinds but the empty one. */
const setsOf = (kinds: readonly ClaimKind[]): ClaimKind[][] =>
  Array.from({ length: 2 ** kinds.length - 1 }, (_set, mask) =>
    kinds.filter((_kind, at) => ((mask + 1) >> at) % 2 === 1),
  )

const sumAt = (amounts: readonly bigint[], places: Iterable<number>): bigint =>
  [...places].reduce((sum, at) => sum + amounts[at]!, 0n)

const suppliesOf = (set: readonly ClaimKind[]): Set<number> =>
  new Set(set.flatMap(({ supplies }) => supplies))

/** Units that each claim gets by the rule: those who compete get the same fraction, and the oldest claim what rounding leaves. */
const sharesByRule = (
  kinds: readonly ClaimKind[],
  needs: readonly bigint[],
  amounts: readonly bigint[],
): bigint[] => {
  const shares = [...needs]
  const left = [...amounts]
  let open = kinds.filter(({ claims }) => sumAt(needs, claims) > 0n)
  for (;;) {
    let tightest: { set: ClaimKind[]; part: bigint; whole: bigint } | undefined
    for (const set of setsOf(open)) {
      const part = sumAt(left, suppliesOf(set))
      const whole = sumAt(
        needs,
        set.flatMap(({ claims }) => claims),
      )
      const least = tightest ?? { part: 1n, whole: 1n, set: [] }
      const difference = part * least.whole - least.part * whole
      if (difference < 0n || (difference === 0n && set.length > least.set.length && tightest))
        tightest = { set, part, whole }
    }
    if (tightest === undefined) break
    const { set, part, whole } = tightest
    for (const { claims } of set) for (const at of claims) shares[at] = (needs[at]! * part) / whole
    for (const at of suppliesOf(set)) left[at] = 0n
    open = open.filter(kind => !set.includes(kind))
  }
  const sets = setsOf(kinds)
  const canHave = (wanted: readonly bigint[]): boolean =>
    sets.every(
      set =>
        sumAt(
          wanted,
          set.flatMap(({ claims }) => claims),
        ) <= sumAt(amounts, suppliesOf(set)),
    )
  for (const [at, need] of needs.entries()) {
    const more = shares.with(at, shares[at]! + 1n)
    if (shares[at]! < need && canHave(more)) shares[at] = more[at]!
  }
  return shares
}

/**
 * Checks that a cover of failed units keeps to the rules and replaces, on every day, as many as can be replaced. Its own rule of what
 * may serve whom, and Hall’s condition for all sets of claims instead of a flow, say how many units each claim gets (decision 0191).
 *
 * Returns one sentence for each error; `isComplete` is false if there are too many kinds of claim to list all their sets, so that
 * only the units replaced were checked.
 */
export const checkCover = (
  problem: CoverProblem,
  cover: readonly ReplacedUnits[],
): { errors: string[]; isComplete: boolean } => {
  const errors = pairErrors(problem, cover)
  const kinds = kindsOf(problem)
  if (kinds.length > MOST_KINDS) return { errors, isComplete: false }
  const { claims, supplies } = problem
  const blocks = [
    ...claims.flatMap(({ failed }) => failed.map(({ block }) => block)),
    ...supplies.flatMap(({ free }) => free),
  ]
  const days = [
    ...new Set(blocks.flatMap(({ start, end }) => (end === null ? [start] : [start, end]))),
  ].toSorted()
  const wrongDays = days.flatMap(day => {
    const needs = claims.map(({ failed }) =>
      unitsOn(
        failed.map(({ block }) => block),
        day,
      ),
    )
    const shares = sharesByRule(
      kinds,
      needs,
      supplies.map(({ free }) => unitsOn(free, day)),
    )
    return claims.flatMap(({ creditId, failed }, at) => {
      const own = cover.filter(pair => failed.some(({ failureId }) => failureId === pair.failureId))
      const covered = unitsOn(own.map(replacingUnitsOf), day)
      return covered === shares[at]
        ? []
        : [
            `Credit ${creditId}: on ${day} its cover has ${covered} ten-thousandths of a unit, but the rule gives it ${shares[at]}`,
          ]
    })
  })
  return { errors: [...errors, ...wrongDays], isComplete: true }
}
