import { numberFormat } from '#domain/formats'

const number = numberFormat({ maximumFractionDigits: 1 })

/** The size of a file in Kb, or in Mb above 1024 Kb. */
export const showFileSize = (bytes: number): string => {
  const kb = bytes / 1024
  return kb > 1024 ? `${number.format(kb / 1024)} Mb` : `${number.format(Math.max(kb, 0.1))} Kb`
}
