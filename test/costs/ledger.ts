/** Costs of one address, action or page: figures by column name. */
export type Figures = Readonly<Record<string, number>>

/** One line of the ledger. A known debt is a growth above the limit that is recorded, and may only fall. */
export interface Cost {
  name: string
  figures: Figures
  isDebt?: boolean
}

/** One table of the ledger: a title, and its lines by name. */
export interface CostTable {
  title: string
  /** Says in a sentence what the lines and columns mean. */
  about: string
  costs: readonly Cost[]
}

/** Column that says how a cost grows with the market: the power of its size. */
export const EXPONENT = 'exponent'
/** The command that writes the ledger again. */
const RENEW = 'npm run costs'

/** All columns, in their order. */
const COLUMNS = [
  'statements',
  'blocks at 10,000',
  'blocks at 100,000',
  EXPONENT,
  'requests',
  'bytes',
  'value',
]
const HIGHEST_EXPONENT = 0.3
const DEBT = ' (debt)'
/**
 * A figure fails if it has grown by more than this share, and by more than so many of its unit: on a busy machine a page asks
 * again for what has become old meanwhile.
 */
const SHARE = 0.1
const SLACK: Readonly<Record<string, number>> = {
  ...{ statements: 2, 'blocks at 10,000': 16, 'blocks at 100,000': 16, bytes: 256 },
  [EXPONENT]: 0.1,
}
/**
 * Lines and columns whose figures differ from run to run, with the share that they may grow: how rows lie in the pages of a
 * market, and so which plan is just cheaper, depends on the server that made it. Of one address that nothing had changed,
 * 62, 74 and 87 blocks were seen, of another 78 and 106.
 */
const NOISY: Readonly<Record<string, number>> = {
  ...{ 'memory at rest, MB': 0.25, 'blocks at 10,000': 0.5, 'blocks at 100,000': 0.5 },
}

const shareOf = (name: string, column: string): number => NOISY[name] ?? NOISY[column] ?? SHARE

/** The power of the market's size with which blocks grow between two markets, of which the second is ten times the first. */
export const exponentOf = (small: number, large: number): number => Math.log10(large / Math.max(small, 1))

const figureText = (column: string, value: number): string =>
  column === EXPONENT ? value.toFixed(2) : value.toLocaleString('en-GB', { maximumFractionDigits: 1 })

/** The largest value of a figure that does not fail, given the recorded one. */
const limitOf = ({ name, figures, isDebt }: Cost, column: string): number => {
  const before = figures[column] ?? 0
  const slack = SLACK[column] ?? 0
  if (column === EXPONENT) {
    // A line just below the limit may differ as one market differs from the next.
    const alike = isDebt ? before + slack : before <= HIGHEST_EXPONENT ? before + slack / 2 : 0
    return Math.max(alike, HIGHEST_EXPONENT)
  }
  return Math.max(before * (1 + shareOf(name, column)), before + slack)
}

/** True if a figure differs so little from the recorded one that it is not worth recording. */
const isAlike = (known: Cost, column: string, now: number): boolean => {
  const before = known.figures[column]
  if (before === undefined || now > limitOf(known, column)) return false
  const slack = SLACK[column] ?? 0
  if (column === EXPONENT) return Math.abs(now - before) <= slack
  // Statements are the same in every run; a rebuilt market has other pages of indexes.
  const share = column === 'statements' ? 0 : shareOf(known.name, column)
  return now >= before * (1 - share) - slack
}

/**
 * Complaints about measured figures that are larger than the recorded ones allow, each with the line, the figure, its
 * value before and now, and what to do.
 */
export const grownCosts = (recorded: readonly CostTable[], measured: readonly CostTable[]): string[] =>
  measured.flatMap(({ title, costs }) =>
    costs.flatMap(cost => {
      const known = costIn(recorded, title, cost.name)
      if (!known) return [`${title}, ${cost.name}: is not in docs/costs.md. ${RENEW} adds it`]
      return Object.entries(cost.figures).flatMap(([column, now]) => {
        const before = known.figures[column]
        if (now <= limitOf(known, column)) return []
        const was = before === undefined ? 'not recorded' : figureText(column, before)
        const advice =
          column === EXPONENT
            ? `A debt is marked by hand, and may only fall`
            : `If it has to be so, ${RENEW} records it`
        return [`${title}, ${cost.name}: ${column} was ${was} and is ${figureText(column, now)}. ${advice}`]
      })
    }),
  )

const costIn = (tables: readonly CostTable[], title: string, name: string): Cost | undefined =>
  tables.find(table => table.title === title)?.costs.find(cost => cost.name === name)

/**
 * The recorded tables with measured figures in their place, where they differ. Lines that were not measured go, as do
 * marks of debts that are paid; new debts are marked by hand.
 */
export const renewedTables = (
  recorded: readonly CostTable[],
  measured: readonly CostTable[],
): CostTable[] => {
  const titles = new Set([...recorded, ...measured].map(({ title }) => title))
  return [...titles].flatMap(title => {
    const table = measured.find(one => one.title === title)
    if (!table) return recorded.filter(one => one.title === title)
    const costs = table.costs.map(({ name, figures: measuredFigures }) => {
      const known = costIn(recorded, title, name)
      const changed = Object.entries(measuredFigures).filter(
        ([column, now]) => !known || !isAlike(known, column, now),
      )
      const figures = { ...known?.figures, ...Object.fromEntries(changed) }
      return { name, figures, isDebt: known?.isDebt === true && (figures[EXPONENT] ?? 0) > HIGHEST_EXPONENT }
    })
    return [{ ...table, costs }]
  })
}

const tableText = ({ title, about, costs }: CostTable): string => {
  const columns = COLUMNS.filter(column => costs.some(({ figures }) => column in figures))
  const cellOf = ({ figures, isDebt }: Cost, column: string): string => {
    const value = figures[column]
    if (value === undefined) return ''
    return `${figureText(column, value)}${isDebt && column === EXPONENT ? DEBT : ''}`
  }
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [
    `## ${title}\n`,
    `${about}\n`,
    line(['Line', ...columns]),
    line(['---', ...columns.map(() => '--:')]),
    ...costs.map(cost => line([`\`${cost.name}\``, ...columns.map(column => cellOf(cost, column))])),
    '',
  ].join('\n')
}

const HEAD = `<!-- Generated by \`${RENEW}\`. Only the word debt may be written by hand. -->

# Costs

What the product costs, counted: statements and blocks of the database, bytes, files, packages. A test fails when a figure
grows by a tenth; \`${RENEW}\` writes the tables again, and the difference is reviewed like code
([decision 0168](decisions/0168-costs-are-counted-and-may-not-grow-unseen.md)).
`

/** Writes the ledger as a document. */
export const ledgerText = (tables: readonly CostTable[]): string =>
  [HEAD, ...tables.map(tableText)].join('\n')

/** Reads the ledger from its document. */
export const readLedger = (text: string): CostTable[] =>
  text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title = '', ...lines] = section.split('\n')
      const [head = [], , ...rows] = lines
        .filter(line => line.startsWith('|'))
        .map(line =>
          line
            .split('|')
            .slice(1, -1)
            .map(cell => cell.trim()),
        )
      const costs = rows.map(([name = '', ...cells]) => ({
        name: name.replaceAll('`', ''),
        isDebt: cells.some(cell => cell.endsWith(DEBT)),
        figures: Object.fromEntries(
          cells.flatMap((cell, at) =>
            cell === '' ? [] : [[head[at + 1] ?? '', Number(cell.replace(DEBT, '').replaceAll(',', ''))]],
          ),
        ),
      }))
      return {
        title,
        about: lines
          .filter(line => !line.startsWith('|'))
          .join('\n')
          .trim(),
        costs,
      }
    })
