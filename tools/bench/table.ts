import { availableParallelism, cpus, totalmem } from 'node:os'

/** Prints a line, or rows of cells under a heading. */
export const say = (line = ''): void => console.log(line)

/** A row: what was measured, then its figures. */
export const tableRow = (name: string, ...cells: string[]): void =>
  say(`  ${name.padEnd(40)}${cells.map(cell => cell.padStart(13)).join('')}`)

/** A figure as a share of its goal, in percent. */
export const ofGoal = (value: number, goal: number): string => `${((100 * value) / goal).toFixed(0)}%`

/** Thousands of bytes. */
export const showKilobytes = (size: number): string => `${size.toFixed(1)} kB`

/** Milliseconds. */
export const millis = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`

/** A number with its thousands parted. */
export const showThousands = (value: number): string => value.toLocaleString('en-GB')

/** Prints the machine and the PostgreSQL version of the measurements. */
export const sayMachine = (postgres: string): void => {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim()})`
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  say(`\n${cores}, ${memory}, Node ${process.versions.node}, PostgreSQL ${postgres}`)
  say('The clients run on the same machine and share its processor.')
}
