import { grouped } from '#domain/grouped'

const MOST_FAULTS = 50
const MOST_ROWS = 10

/** What is wrong with a row of a list, or with the list as such; and what its cell wants, where it is one cell. */
export interface Fault {
  line: number | null
  what: string
  cure?: 'Correct' | 'Fill in'
}

const rowsText = (lines: readonly number[]): string => {
  if (lines.length === 1) return `Row ${lines[0]}`
  const more = lines.length - MOST_ROWS
  const all = more > 0 ? [...lines.slice(0, MOST_ROWS), `${more} more`] : lines
  return `Rows ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

const sayTogether = (alike: readonly Fault[]): string => {
  const lines = [...new Set(alike.flatMap(({ line }) => line ?? []))]
  const { what = '', cure } = alike[0] ?? {}
  const said = lines.length === 0 ? what : `${rowsText(lines)}, ${what}`
  return cure ? `${said}. ${cure} ${lines.length > 1 ? 'these cells' : 'this cell'}.` : said
}

/**
 * What is wrong with each list, line by line, the rest by number; nothing of lists with which nothing is. What is wrong
 * with several rows alike is one line that names them.
 */
export const faultLines = <L extends string>(faults: { [N in L]?: Fault[] }): { [N in L]?: string } => {
  const found: { [N in L]?: string } = {}
  for (const list in faults) {
    const alike = grouped(faults[list] ?? [], ({ what, cure }) => `${cure ?? ''} ${what}`)
    const lines = alike.map(([, some]) => sayTogether(some))
    const more = lines.length - MOST_FAULTS
    const last = more > 0 ? [`and ${more} more`] : []
    if (lines.length > 0) found[list] = [...lines.slice(0, MOST_FAULTS), ...last].join('\n')
  }
  return found
}
