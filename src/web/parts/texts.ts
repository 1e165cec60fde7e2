import { showDay, type Day } from '@credit-market/values/dates'
import { englishNumberFormat } from '@credit-market/values/formats'

/** Date that figures are for. On a date other than today they are today's holdings as seen from that date. */
export const figuresDateText = ({ on, today }: { on: Day; today: Day }): string =>
  on === today ? `As at ${showDay(on)}` : `On ${showDay(on)}, as things stand today`

const number = englishNumberFormat({ maximumFractionDigits: 1 })

/** Size of a file in Kb, or in Mb above 1024 Kb. */
export const showFileSize = (bytes: number): string => {
  const kb = bytes / 1024
  return kb > 1024 ? `${number.format(kb / 1024)} Mb` : `${number.format(Math.max(kb, 0.1))} Kb`
}

const hectares = englishNumberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Hectares to the square metre. */
export const hectaresText = (area: number): string => `${hectares.format(area)} ha`

/**
 * Label of a value in an answer; the raw value if the server is newer than this page and the label is
 * missing. Type the labels as a `Record` over their union, so that none is left out.
 */
export const labelOfValue = <K extends string | number>(
  labels: Record<K, string>,
  name: string | number,
): string => Object.entries<string>(labels).find(([known]) => known === String(name))?.[1] ?? String(name)

/** Grouping of the digits after +44, by their first digits, as Ofcom formats national numbers. */
const UNITED_KINGDOM: readonly (readonly [begins: RegExp, groups: readonly number[]])[] = [
  [/^2/, [2, 4, 4]],
  [/^(?:1\d1|11)/, [3, 3, 4]],
  [/^[389]/, [3, 3, 4]],
  [/^[17]/, [4, 6]],
]

/**
 * Formats a phone number for reading: `+447700900123` as `+44 7700 900123`. Numbers of other countries or
 * lengths stay as stored.
 */
export const phoneText = (phone: string): string => {
  const national = phone.startsWith('+44') ? phone.slice(3) : ''
  const [, groups] = UNITED_KINGDOM.find(([begins]) => begins.test(national)) ?? []
  if (!groups || national.length !== 10) return phone
  const ends = groups.map((_, at) => groups.slice(0, at + 1).reduce((sum, one) => sum + one, 0))
  return ['+44', ...groups.map((length, at) => national.slice(ends[at]! - length, ends[at]))].join(' ')
}

/** Size of a file or upload in words, from bytes. */
export const uploadSizeText = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
