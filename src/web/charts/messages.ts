import { showDay, type Day } from '@credit-market/values/dates'
import type { Resolution } from '#contract/kit/balance'
import type { PaymentStep } from '#domain/match/result-words'
import { formatPounds, formatPoundsAndPence, formatUnits } from './figures.ts'

/** Heading of a table's column for a period without changes. */
export const fromDayText = (day: Day): string => `From ${showDay(day)}`

/** Stands for figures until they have been fetched. */
export const NOT_YET_KNOWN = '…'

/** Note about a chart of the units on some dates only. */
export const sampledNote = (resolution: Exclude<Resolution, 'day'>): string =>
  `The chart shows the units on the first day of each ${resolution}. The figures next to it are exact.`

export const SHOW_EVERY_DATE = 'Show every date'

interface Figure {
  label: string
  units: number
}

/** Balance sheet on a date as a text alternative: its total, then its holdings, as soon as they are known. */
export const balanceBandLabel = (
  name: string,
  date: string,
  figures: { total: Figure; holdings: readonly Figure[] } | undefined,
): string => {
  if (!figures) return `${name}. ${date}`
  const { total, holdings } = figures
  const parts = holdings.map(one => `${one.label} ${formatUnits(one.units)}`).join(', ')
  return `${name}. ${date}: ${total.label} ${formatUnits(total.units)}. ${parts}`
}

/** Step of a payment as a text alternative: `Surplus share minus £20.00`. */
export const paymentStepText = ({ label, amount }: PaymentStep): string =>
  amount < 0 ? `${label} minus ${formatPoundsAndPence(-amount)}` : `${label} ${formatPoundsAndPence(amount)}`

/** Units that a project supplies, and keeps in reserve. */
export const suppliedUnitsText = (name: string, supplied: number, reserved: number): string =>
  reserved > 0
    ? `${name} supplies ${formatUnits(supplied)} and keeps ${formatUnits(reserved)} in reserve`
    : `${name} supplies ${formatUnits(supplied)}`

/** Units that a requirement receives. */
export const receivedUnitsText = (name: string, received: number): string =>
  `${name} receives ${formatUnits(received)}`

/** Units that go from a project to a requirement. */
export const flowText = (from: string, to: string, supplied: number, reserved: number): string =>
  reserved > 0
    ? `${from} supplies ${formatUnits(supplied)} to ${to}, with ${formatUnits(reserved)} kept in reserve`
    : `${from} supplies ${formatUnits(supplied)} to ${to}`

export const FLOW_CHART_HINT =
  'Point at a name, or move to it with the Tab key, to see what it supplies or receives.'

/** The curve of held money in words. */
export const heldFundsText = (years: readonly { year: number; heldAfter: number }[]): string =>
  `Money held after each year: ${years.map(({ year, heldAfter }) => `${year} ${formatPounds(heldAfter)}`).join(', ')}.`
