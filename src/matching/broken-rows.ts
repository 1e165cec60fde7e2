/** A row is broken by more than the noise of the arithmetic. */
const VIOLATED = 1e-7

/** One row, scaled so that its largest coefficient is 1; `at` are the columns it touches. */
export interface SmallRow {
  coefficients: Float64Array
  at: Int32Array
  limit: number
  equal: boolean
  /** Whole supplies against needs: then every need has a strong row of its own, made when it is broken. */
  balance: boolean
  strong: Map<number, SmallRow>
}

/** A row of a small problem, from unscaled coefficients, which are scaled in place. */
export const smallRow = (
  coefficients: Float64Array,
  limit: number,
  equal: boolean,
  balance: boolean,
): SmallRow => {
  let most = 1e-12
  let touched = 0
  for (let column = 0; column < coefficients.length; column += 1) {
    if (coefficients[column] === 0) continue
    touched += 1
    most = Math.max(most, Math.abs(coefficients[column]!))
  }
  const at = new Int32Array(touched)
  for (let column = coefficients.length - 1; touched > 0; column -= 1) {
    if (coefficients[column] === 0) continue
    coefficients[column] = coefficients[column]! / most
    at[(touched -= 1)] = column
  }
  return { coefficients, at, limit: limit / most, equal, balance, strong: new Map() }
}

const strongRow = ({ coefficients, at, strong }: SmallRow, need: number): SmallRow => {
  const known = strong.get(need)
  if (known !== undefined) return known
  const row = new Float64Array(coefficients.length)
  for (const column of at)
    if (coefficients[column]! < 0) row[column] = Math.max(-1, coefficients[column]! / coefficients[need]!)
  row[need] = 1
  const made = smallRow(row, 0, false, false)
  strong.set(need, made)
  return made
}

/** A row that a choice breaks, and by how much. */
export interface Broken {
  row: SmallRow
  by: number
}

/** Space to take a row apart in, so that looking costs no memory of its own. */
export interface Scratch {
  needs: Int32Array
  amounts: Float64Array
  parts: Float64Array
}

/** Scratch space for rows over so many columns. */
export const scratchFor = (columns: number): Scratch => ({
  needs: new Int32Array(columns),
  amounts: new Float64Array(columns),
  parts: new Float64Array(columns),
})

/** Rows broken by a choice, and the strong rows: no need wins more of itself than its supplies can bring. */
export const brokenRows = (rows: readonly SmallRow[], x: Float64Array, scratch: Scratch): Broken[] => {
  const { needs, amounts, parts } = scratch
  const broken: Broken[] = []
  for (const row of rows) {
    const { coefficients, at } = row
    let sum = -row.limit
    let wanted = 0
    let brought = 0
    let partly = false
    for (let k = 0; k < at.length; k += 1) {
      const column = at[k]!
      const part = x[column]!
      if (part === 0) continue
      const c = coefficients[column]!
      sum += c * part
      if (c > 0) {
        needs[wanted] = column
        wanted += 1
        continue
      }
      amounts[brought] = -c
      parts[brought] = part
      brought += 1
      if (part < 1 - VIOLATED) partly = true
    }
    const by = row.equal ? Math.abs(sum) : sum
    if (by > VIOLATED) broken.push({ row, by })
    // Whole supplies that are enough for the row are enough for every need in it.
    if (!row.balance || (!partly && by <= VIOLATED)) continue
    for (let k = 0; k < wanted; k += 1) {
      const need = needs[k]!
      const amount = coefficients[need]!
      let short = x[need]!
      for (let supply = 0; supply < brought && short > VIOLATED; supply += 1)
        short -= Math.min(1, amounts[supply]! / amount) * parts[supply]!
      if (short > VIOLATED) broken.push({ row: strongRow(row, need), by: short })
    }
  }
  return broken.toSorted((a, b) => b.by - a.by)
}
