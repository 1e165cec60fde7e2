/** Needs and the supplies that may serve each of them. */
export interface CoverNetwork {
  /** Largest flow from needs to supplies, by need and supply; `short` is the set of needs that lack most, undefined if none lacks any. */
  flow: (
    needs: readonly bigint[],
    supplies: readonly bigint[],
  ) => { amounts: Map<number, bigint>[]; short: number[] | undefined }
  /** Supplies that may serve any of these needs. */
  reachOf: (needs: readonly number[]) => number[]
}

interface State {
  /** Amount of each need that is not met yet. */
  open: bigint[]
  /** Amount of each supply that is not used yet. */
  free: bigint[]
  amounts: Map<number, bigint>[]
}

/** Node of a search: a need or a supply, and the node that it was reached from. */
interface Step {
  isNeed: boolean
  at: number
  from: Step | undefined
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Moves as much as possible along a path from an open need to a free supply. */
const augment = ({ open, free, amounts }: State, end: Step): void => {
  const path: Step[] = []
  for (let step: Step | undefined = end; step; step = step.from) path.push(step)
  const steps = path.toReversed()
  // A step from a supply back to a need takes away what that need got from the supply.
  const taken = steps.flatMap((step, at) =>
    step.isNeed && at > 0 ? [amounts[step.at]!.get(steps[at - 1]!.at)!] : [],
  )
  const amount = taken.reduce(least, least(open[steps[0]!.at]!, free[end.at]!))
  open[steps[0]!.at]! -= amount
  free[end.at]! -= amount
  for (const [at, step] of steps.entries()) {
    const next = steps[at + 1]
    if (next === undefined) break
    const [need, supply] = step.isNeed ? [step.at, next.at] : [next.at, step.at]
    const before = amounts[need]!.get(supply) ?? 0n
    amounts[need]!.set(supply, step.isNeed ? before + amount : before - amount)
  }
}

/** Makes the network of needs, each with the supplies that may serve it. */
export const createCoverNetwork = (serving: readonly (readonly number[])[]): CoverNetwork => {
  /** Finds a path to a free supply, or all needs from which none can be reached. */
  const search = ({ open, free, amounts }: State): Step | number[] => {
    const queue: Step[] = open.flatMap((left, at) =>
      left > 0n ? [{ isNeed: true, at, from: undefined }] : [],
    )
    const needs = new Set(queue.map(({ at }) => at))
    const supplies = new Set<number>()
    for (const step of queue) {
      if (!step.isNeed) {
        if (free[step.at]! > 0n) return step
        for (const [need, row] of amounts.entries())
          if (!needs.has(need) && (row.get(step.at) ?? 0n) > 0n) {
            needs.add(need)
            queue.push({ isNeed: true, at: need, from: step })
          }
        continue
      }
      for (const supply of serving[step.at] ?? [])
        if (!supplies.has(supply)) {
          supplies.add(supply)
          queue.push({ isNeed: false, at: supply, from: step })
        }
    }
    return [...needs].toSorted((a, b) => a - b)
  }

  return {
    flow: (needs, supplies) => {
      const state: State = { open: [...needs], free: [...supplies], amounts: needs.map(() => new Map()) }
      for (;;) {
        const found = search(state)
        if (Array.isArray(found))
          return { amounts: state.amounts, short: found.length === 0 ? undefined : found }
        augment(state, found)
      }
    },
    reachOf: needs => [...new Set(needs.flatMap(need => serving[need] ?? []))],
  }
}
