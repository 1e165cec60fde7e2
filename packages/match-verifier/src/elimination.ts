import type { RecordedGame } from './tables.ts'

/** Limit of additions: about ten seconds. */
const MOST_WORK = 2 ** 33
/** Most winners of whom every set is valued. */
const MOST_WINNERS = 24
/** Most connectors. */
const MOST_CONNECTORS = 16

/** One step: a table, the winners that are decided with it, and the connectors that no later table needs. */
interface Step {
  values: Float64Array
  /** Place in the table’s sets of each connector and of each winner of the game; 0 for others. */
  connectorBits: number[]
  winnerBits: number[]
  decided: readonly number[]
  /** The connectors that are left before this step, and those that end with it. */
  open: readonly number[]
  ending: readonly number[]
}

const isAnyOf = (list: readonly number[]) => {
  const set = new Set(list)
  return (one: number): boolean => set.has(one)
}

/** Tables with the most connectors first, so that few are left while many sets are listed. */
const stepsOf = ({ winners, tables }: RecordedGame, names: readonly string[], ownerOf: readonly number[]) => {
  const order = tables.toSorted(
    (a, b) => b.connectors.length - a.connectors.length || b.winners.length - a.winners.length,
  )
  let open = [...names.keys()]
  let left = [...winners.keys()]
  return order.map(({ connectors, winners: own, values }, at): Step => {
    const later = new Set(order.slice(at + 1).flatMap(table => table.connectors))
    const before = open
    const ending = open.filter(connector => !later.has(names[connector]!))
    const isEnding = isAnyOf(ending)
    open = open.filter(connector => !isEnding(connector))
    const owners = ending.map(connector => ownerOf[connector]!)
    const isOwn = isAnyOf([...own.map(name => winners.indexOf(name)), ...owners])
    const decided = left.filter(winner => isOwn(winner) || at === order.length - 1)
    left = left.filter(winner => !decided.includes(winner))
    const bitIn = (list: readonly string[], name: string, first: number): number => {
      const place = list.indexOf(name)
      return place < 0 ? 0 : 2 ** (first + place)
    }
    return {
      values,
      connectorBits: names.map(name => bitIn(connectors, name, 0)),
      winnerBits: winners.map(name => bitIn(own, name, connectors.length)),
      decided,
      open: before,
      ending,
    }
  })
}

const workOf = (steps: readonly Step[]): number => {
  let decided = 0
  return steps.reduce((sum, step) => {
    decided += step.decided.length
    return sum + 2 ** (decided + step.open.length)
  }, 0)
}

/** A step ready to be taken: sets as bits, and room for its sums. */
const prepare = (
  { values, connectorBits, winnerBits, decided, open, ending }: Step,
  ownerOf: readonly number[],
) => {
  const size = 2 ** open.length
  const sumOf = (set: number, bits: readonly number[]): number =>
    bits.reduce((sum, bit, at) => (((set >> at) & 1) === 1 ? sum + bit : sum), 0)
  let left = [...open]
  return {
    values,
    size,
    places: Int32Array.from({ length: size }, (_, choice) =>
      sumOf(
        choice,
        open.map(connector => connectorBits[connector]!),
      ),
    ),
    /** Each set of the winners decided here, as a set of all winners. */
    sets: Array.from({ length: 2 ** decided.length }, (_, some) =>
      sumOf(
        some,
        decided.map(winner => 2 ** winner),
      ),
    ),
    baseOf: (present: number): number => sumOf(present, winnerBits),
    /** For each connector that ends, its bit among those left, and the bit of its owner; 0 if that is no winner. */
    ends: ending.map(connector => {
      const bit = 2 ** left.indexOf(connector)
      left = left.filter(one => one !== connector)
      const owner = ownerOf[connector]!
      return { bit, owner: owner < 0 ? 0 : 2 ** owner }
    }),
    sums: new Float64Array(size),
  }
}

/**
 * Takes the better of both choices of a connector, wherever the others are the same, and moves the results together; the
 * connector is not funded if its owner is absent.
 */
const decide = (sums: Float64Array, size: number, bit: number, isFree: boolean): void => {
  for (let at = 0; at < size / 2; at += 1) {
    const low = at & (bit - 1)
    const from = ((at - low) << 1) + low
    const no = sums[from]!
    const yes = sums[from + bit]!
    sums[at] = isFree && yes > no ? yes : no
  }
}

/**
 * Values of all sets of winners (the first winner is the lowest bit) of a game of several tables: tables are added one after
 * the other, and each connector is decided as soon as no further table depends on it (Bellman’s elimination). Null if there
 * are too many sets.
 */
export const valuesByElimination = (game: RecordedGame): Float64Array | null => {
  const { winners, tables, ways } = game
  const names = [...new Set(tables.flatMap(({ connectors }) => connectors))]
  if (tables.length === 0 || winners.length > MOST_WINNERS || names.length > MOST_CONNECTORS) return null
  const start = new Float64Array(2 ** names.length).fill(-Infinity)
  const ownerOf = names.map(() => -1)
  for (const { names: funded, ask, owners } of ways) {
    start[funded.reduce((set, name) => set + 2 ** names.indexOf(name), 0)] = -ask
    if (funded.length === 1) ownerOf[names.indexOf(funded[0]!)] = winners.indexOf(owners[0]!)
  }
  const steps = stepsOf(game, names, ownerOf)
  if (workOf(steps) > MOST_WORK) return null
  const ready = steps.map(step => prepare(step, ownerOf))
  const all = new Float64Array(2 ** winners.length)
  const descend = (at: number, vector: Float64Array, present: number): void => {
    const step = ready[at]
    if (step === undefined) {
      all[present] = vector[0]!
      return
    }
    const { values, size, places, sets, baseOf, ends, sums } = step
    for (const some of sets) {
      const here = present | some
      const base = baseOf(here)
      for (let choice = 0; choice < size; choice += 1)
        sums[choice] = vector[choice]! + values[base + places[choice]!]!
      let left = size
      for (const { bit, owner } of ends) {
        decide(sums, left, bit, owner === 0 || (here & owner) !== 0)
        left /= 2
      }
      descend(at + 1, sums, here)
    }
  }
  descend(0, start, 0)
  return all
}
