import { branchAndBound, type Small } from './branch.ts'
import { smallRow, type SmallRow } from './broken-rows.ts'
import { NOTHING, type Program } from './program.ts'

/** What some of a market's columns can achieve by themselves, and which columns do. */
export interface Achieved {
  value: number
  chosen: number[]
}

/** A market prepared for very many questions of the form "what is this part worth?". */
interface Prepared {
  program: Program
  /** Row by row: columns with a need, columns with a supply, and their amounts. */
  rows: {
    columns: Int32Array
    amounts: Float64Array
    balance: boolean
    connects: boolean
    limit: number
    equal: boolean
  }[]
  rowsOf: number[][]
  /** For each whole ask, every bid it could ever help. */
  helps: (number[] | null)[]
  /** Scratch space, so that a question costs no memory of its own. */
  place: Int32Array
  stamp: Uint8Array
}

const prepare = (program: Program): Prepared => {
  const rows = program.rows.map(({ columns, coefficients, limit, equal, union }) => ({
    columns: Int32Array.from(columns),
    amounts: Float64Array.from(coefficients),
    balance:
      !equal &&
      limit === 0 &&
      columns.every((column, at) => coefficients[at]! > 0 || program.columns[column]!.whole),
    connects: union !== true,
    limit,
    equal,
  }))
  const rowsOf = program.columns.map((): number[] => [])
  rows.forEach(({ columns }, at) => columns.forEach(column => rowsOf[column]!.push(at)))
  return {
    program,
    rows,
    rowsOf,
    helps: helpsOf(program),
    place: new Int32Array(program.columns.length).fill(-1),
    stamp: new Uint8Array(program.rows.length),
  }
}

/**
 * An ask in plain balance rows helps the bids in its connecting rows; for anything less plain it is left
 * alone.
 */
const helpsOf = (program: Program): (number[] | null)[] => {
  const helps = program.columns.map(() => new Set<number>())
  const plain = program.columns.map(({ whole, value }) => whole && value <= 0)
  const tied = new Set(program.rows.flatMap(({ columns, equal }) => (equal ? columns : [])))
  for (const { columns, coefficients, limit, equal, union } of program.rows) {
    const balance = !equal && limit === 0
    const needs = columns.filter((_, at) => coefficients[at]! > 0)
    columns.forEach((column, at) => {
      if (
        equal ||
        (coefficients[at]! < 0 && needs.some(need => tied.has(need) || program.columns[need]!.player < 0))
      )
        plain[column] = false
      if (balance && coefficients[at]! > 0) plain[column] = false
      if (union !== true && coefficients[at]! < 0) for (const need of needs) helps[column]!.add(need)
    })
  }
  return helps.map((bids, column) => (plain[column] ? [...bids] : null))
}

/**
 * Takes out columns that cannot be met, or that cost at least all they could help; the rest is worth as
 * much.
 */
const shrink = ({ program, rows, helps }: Prepared, present: Uint8Array): void => {
  for (let again = true; again;) {
    again = false
    for (const { columns, amounts, balance } of rows) {
      if (!balance) continue
      let room = 0
      for (let at = 0; at < columns.length; at += 1)
        if (amounts[at]! < 0 && present[columns[at]!]) room -= amounts[at]!
      for (let at = 0; at < columns.length; at += 1) {
        const column = columns[at]!
        const tooMuch =
          amounts[at]! > 0 && (room <= 0 || (amounts[at]! > room && program.columns[column]!.whole))
        if (!present[column] || !tooMuch) continue
        present[column] = 0
        again = true
      }
    }
    for (let column = 0; column < present.length; column += 1) {
      const bids = helps[column]
      if (!present[column] || bids === null || bids === undefined) continue
      let most = program.columns[column]!.value
      for (const bid of bids)
        if (present[bid] && program.columns[bid]!.value > 0) most += program.columns[bid]!.value
      if (most > 0) continue
      present[column] = 0
      again = true
    }
  }
}

/** The columns present, parted where no row connects them any more. */
const partsOf = ({ rows, rowsOf }: Prepared, present: Uint8Array): number[][] => {
  const seen = new Uint8Array(present.length)
  const visited = new Uint8Array(rows.length)
  const parts: number[][] = []
  for (let start = 0; start < present.length; start += 1) {
    if (!present[start] || seen[start]) continue
    seen[start] = 1
    const part = [start]
    for (const column of part) {
      for (const row of rowsOf[column]!) {
        if (visited[row] || !rows[row]!.connects) continue
        visited[row] = 1
        for (const other of rows[row]!.columns) {
          if (!present[other] || seen[other]) continue
          seen[other] = 1
          part.push(other)
        }
      }
    }
    parts.push(part.toSorted((a, b) => a - b))
  }
  return parts
}

/** The rows of one part, supplies capped at what is needed there. */
const smallRows = (
  { program, rows, rowsOf, place, stamp }: Prepared,
  part: readonly number[],
): SmallRow[] => {
  const found: SmallRow[] = []
  for (let at = 0; at < part.length; at += 1) place[part[at]!] = at
  stamp.fill(0)
  for (const own of part) {
    for (const index of rowsOf[own]!) {
      if (stamp[index]) continue
      stamp[index] = 1
      const { columns, amounts, balance, limit, equal } = rows[index]!
      const coefficients = new Float64Array(part.length)
      let needed = 0
      for (let at = 0; at < columns.length; at += 1) {
        const here = place[columns[at]!]!
        if (here < 0) continue
        coefficients[here] = amounts[at]!
        if (amounts[at]! > 0) needed += amounts[at]! * program.columns[columns[at]!]!.upper
      }
      if (needed === 0 && !equal) continue
      if (balance)
        for (let at = 0; at < part.length; at += 1) coefficients[at] = Math.max(coefficients[at]!, -needed)
      found.push(smallRow(coefficients, limit, equal, balance))
    }
  }
  for (const column of part) place[column] = -1
  return found
}

const solvePart = (prepared: Prepared, part: readonly number[]): Achieved => {
  const columns = part.map(column => prepared.program.columns[column]!)
  const small: Small = {
    objective: Float64Array.from(columns, ({ value }) => value),
    lower: new Float64Array(part.length),
    upper: Float64Array.from(columns, ({ upper }) => upper),
    whole: Uint8Array.from(columns, ({ whole }) => (whole ? 1 : 0)),
    rows: smallRows(prepared, part),
    wholeValues: columns.every(({ whole, value }) => value === 0 || (whole && Number.isInteger(value))),
  }
  const { x, value } = branchAndBound(small, { floor: 0 })
  if (x === null || value <= 0) return { value: 0, chosen: [] }
  return { value, chosen: part.filter((_, at) => x[at]! > NOTHING) }
}

/**
 * Answers what any set of columns is worth by itself. A set falls into pieces once what cannot trade is
 * taken out, and the
 * same pieces come back again and again: each is solved once and remembered. The pulse beats at every solve, so that
 * somebody can stop it.
 */
export const evaluator = (program: Program, pulse: () => void) => {
  const prepared = prepare(program)
  const known = new Map<string, Achieved>()
  const partWorth = (part: readonly number[]): Achieved => {
    const key = String.fromCharCode(...part)
    const before = known.get(key)
    if (before !== undefined) return before
    pulse()
    const achieved = solvePart(prepared, part)
    known.set(key, achieved)
    return achieved
  }
  const worthOf = (present: Uint8Array): Achieved => {
    shrink(prepared, present)
    const parts = partsOf(prepared, present).map(partWorth)
    return {
      value: parts.reduce((sum, { value }) => sum + value, 0),
      chosen: parts.flatMap(({ chosen }) => chosen),
    }
  }
  return { worthOf }
}
