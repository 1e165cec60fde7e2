import { type Brand, DEFAULT_BRAND, deriveAccentTones } from '#domain/people/brand'

/** Address of a brand's colours; undefined if they are those of the design. It changes with the colours. */
export const colourSheetAddress = ({ accentLight, accentDark }: Brand): string | undefined =>
  accentLight === DEFAULT_BRAND.accentLight && accentDark === DEFAULT_BRAND.accentDark
    ? undefined
    : `/brand.css?v=${accentLight.slice(1)}-${accentDark.slice(1)}`

/** Style sheet with a brand's colours in place of those of the design. */
export const brandColourSheet = ({ accentLight, accentDark }: Brand): string => {
  const light = deriveAccentTones(accentLight, 'light')
  const dark = deriveAccentTones(accentDark, 'dark')
  const pair = (tone: keyof typeof light) => `light-dark(${light[tone]}, ${dark[tone]})`
  return `:root{--accent:${pair('accent')};--accent-hover:${pair('hover')};--accent-soft:${pair('soft')}}\n`
}

/** Address of a brand's logo; undefined if it uses the mark. It changes with the logo. */
export const logoAddress = ({ logo }: Brand): string | undefined =>
  logo === null ? undefined : `/brand/logo.png?v=${logo.slice(0, 16)}`
