/** A colour as `#rrggbb`. */
export type Colour = string

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

const channelsOf = (colour: Colour): number[] =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes two colours with this share of the second. */
export const mixColours = (first: Colour, second: Colour, share: number): Colour => {
  const others = channelsOf(second)
  const channels = channelsOf(first).map((channel, at) =>
    Math.round(channel + ((others[at] ?? 0) - channel) * share),
  )
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance of a colour, from 0 to 1 (WCAG 2.2). */
const lightness = (colour: Colour): number => {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export const contrastRatio = (first: Colour, second: Colour): number => {
  const [darker = 0, lighter = 0] = [lightness(first), lightness(second)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
