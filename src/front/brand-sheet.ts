import { type Brand, BRAND, tonesOf } from '#domain/brand'

/** The address of the colours of a brand; undefined where they are those of the design. It changes as they change. */
export const colourSheetAt = ({ accentLight, accentDark }: Brand): string | undefined =>
  accentLight === BRAND.accentLight && accentDark === BRAND.accentDark
    ? undefined
    : `/brand.css?v=${accentLight.slice(1)}-${accentDark.slice(1)}`

/** The colours of a brand in the place of those of the design. */
export const colourSheetOf = ({ accentLight, accentDark }: Brand): string => {
  const light = tonesOf(accentLight, 'light')
  const dark = tonesOf(accentDark, 'dark')
  const pair = (tone: keyof typeof light) => `light-dark(${light[tone]}, ${dark[tone]})`
  return `:root{--accent:${pair('accent')};--accent-hover:${pair('hover')};--accent-soft:${pair('soft')}}\n`
}

/** The address of the logo of a brand; undefined where it has the mark. It changes as the logo does. */
export const logoAt = ({ logo }: Brand): string | undefined =>
  logo === null ? undefined : `/brand/logo.png?v=${logo.slice(0, 16)}`
