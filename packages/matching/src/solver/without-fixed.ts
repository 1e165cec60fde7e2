import type { AmountsByColumn, ProgramBlock, MarketProgram, Row } from '../model/program.ts'
import { removeImpliedRows } from '../model/rows.ts'
import type { SolveRequest, SolveResult, Solver } from './solve-request.ts'

/** Fraction of decided columns below which removing them does not pay. */
const WORTHWHILE = 0.5

/** New index of each column: columns that are certain share one, columns left out have none. */
const placesOf = ({ program, lower, upper }: SolveRequest) => {
  const free: number[] = []
  const decided = program.columns.map(({ upper: most }, at) => {
    const [from, to] = [lower?.[at] ?? 0, upper?.[at] ?? most]
    if (from === to && (from === 0 || from === 1)) return from
    free.push(at)
    return null
  })
  const place = new Map(free.map((column, at) => [column, at]))
  for (const [at, part] of decided.entries()) if (part === 1) place.set(at, free.length)
  return { free, decided, place }
}

type Places = ReturnType<typeof placesOf>

const amountsIn = ({ place }: Places, amounts: Iterable<readonly [number, number]>): AmountsByColumn => {
  const sums: AmountsByColumn = new Map()
  for (const [column, amount] of amounts) {
    const at = place.get(column)
    if (at !== undefined) sums.set(at, (sums.get(at) ?? 0) + amount)
  }
  return sums
}

const rowIn = (places: Places, row: Row): Row => {
  const amounts = amountsIn(
    places,
    row.columns.map((column, k) => [column, row.coefficients[k]!] as const),
  )
  return { ...row, columns: [...amounts.keys()], coefficients: [...amounts.values()] }
}

/** Rounding of sums in rows of a relaxation, whose coefficients are parts of one; the rows that decide are whole. */
const NOISE = 1e-9

/** False for rows over nothing open that are met. */
const saysSomething = ({ free }: Places, { columns, coefficients, limit, equal }: Row): boolean => {
  if (columns.some(column => column < free.length)) return true
  const sum = coefficients.reduce((total, coefficient) => total + coefficient, 0)
  const noise = coefficients.every(Number.isInteger) ? 0 : NOISE
  return equal ? Math.abs(sum - limit) > noise : sum > limit + noise
}

const rowsIn = (places: Places, rows: readonly Row[]): Row[] =>
  removeImpliedRows(rows.map(row => rowIn(places, row)).filter(row => saysSomething(places, row)))

const blocksIn = (places: Places, blocks: readonly ProgramBlock[] = []): ProgramBlock[] =>
  blocks.map(({ needs, supplies }) => ({
    needs: needs.map(({ amounts, from }) => ({ amounts: amountsIn(places, amounts), from })),
    supplies: supplies.map(amounts => amountsIn(places, amounts)),
  }))

const weightsIn = ({ free, decided }: Places, weights: readonly number[]): number[] => [
  ...free.map(at => weights[at]!),
  weights.reduce((sum, weight, at) => (decided[at] === 1 ? sum + weight : sum), 0),
]

const programIn = (places: Places, program: MarketProgram): MarketProgram => {
  const values = program.columns.map(({ value }) => value)
  const taken = { player: -1, value: weightsIn(places, values).at(-1)!, whole: true, upper: 1 }
  return {
    players: program.players,
    columns: [...places.free.map(at => program.columns[at]!), taken],
    rows: rowsIn(places, program.rows),
    exact: rowsIn(places, program.exact ?? program.rows),
    blocks: blocksIn(places, program.blocks),
    flowing: blocksIn(places, program.flowing),
  }
}

/**
 * Wraps a solver so that it sees open columns only, if a question leaves few of them open: everything that is certain
 * becomes one column, and everything left out is removed.
 */
export const withFixedColumnsRemoved =
  (solve: Solver): Solver =>
  (request: SolveRequest): SolveResult => {
    const { program, lower, upper, objective, rows, held } = request
    const places = placesOf(request)
    const { free, decided } = places
    if (free.length > program.columns.length * (1 - WORTHWHILE)) return solve(request)
    const found = solve({
      ...request,
      program: programIn(places, program),
      objective: objective && weightsIn(places, objective),
      lower: [...free.map(at => lower?.[at] ?? 0), 1],
      upper: [...free.map(at => upper?.[at] ?? program.columns[at]!.upper), 1],
      rows: rows && rowsIn(places, rows),
      held: held?.map(({ weights, least }) => ({ weights: weights && weightsIn(places, weights), least })),
    })
    if (found.x === null) return found
    const x = Float64Array.from(decided, part => part ?? 0)
    for (const [at, column] of free.entries()) x[column] = found.x[at]!
    return { ...found, x }
  }
