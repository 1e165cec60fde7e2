import { type Colour, contrastRatio, mixColours } from '../values/colours.ts'
import type { StoredRow } from '../values/subject.ts'

/** Name, texts and legal name under which a market is run. */
export interface Brand {
  name: string
  /** One line under the name, in the footer. */
  tagline: string
  /** Contact address. */
  contact: string
  /** Legal entity responsible for the market, if its name is not the market's. */
  legalName: string | null
  /** Year in the copyright line. */
  year: number
  /** Colour of buttons, links and the mark, in the light and the dark theme. */
  accentLight: Colour
  accentDark: Colour
  /** Hash of a logo that replaces the mark; null without a logo. */
  logo: string | null
}

/** The stored brand: its logo is a document filed under it. */
export interface StoredBrand extends StoredRow, Omit<Brand, 'logo'> {
  hasLogo: boolean
}

/** Id of the only brand. */
export const BRAND_ID = 'brand'

/** Defaults: names of the specification, and colours of the design. */
export const DEFAULT_BRAND: Brand = {
  name: 'Credit market',
  tagline: 'the UK’s leading marketplace for nature recovery',
  contact: 'contact@credit-market.example',
  legalName: null,
  year: 2025,
  accentLight: '#155446',
  accentDark: '#7cc9b0',
  logo: null,
}

/** The default mark: two leaves in a square of 26, one filled and one outlined. */
export const DEFAULT_MARK = {
  size: 26,
  full: 'M3 14C3 7 8 3 16 3c0 8-5 11-13 11z',
  outline: 'M23 12c0 7-5 11-13 11 0-8 5-11 13-11z',
  outlineWidth: 1.75,
} as const

/** Legal entity responsible for the market. */
export const responsibleEntity = ({ legalName, name }: Pick<Brand, 'legalName' | 'name'>): string =>
  legalName ?? name

/** Last line of every footer; in a demonstration it says so. */
export const copyrightLine = (
  brand: Pick<Brand, 'legalName' | 'name' | 'year'>,
  isDemonstration: boolean,
): string =>
  `© ${brand.year} ${responsibleEntity(brand)}${isDemonstration ? '. A demonstration: people, projects and prices are made up' : ''}`

export type AccentTheme = 'light' | 'dark'

/** Surroundings of an accent in each theme: page backgrounds, button text, and the colour under a pointer. */
export const ACCENT_THEME_COLOURS = {
  light: {
    grounds: ['#f8f6f1', '#fffefb', '#f1eee6', '#f0ede4'],
    surface: '#fffefb',
    on: '#ffffff',
    towards: '#000000',
  },
  dark: {
    grounds: ['#151413', '#1d1b19', '#100f0e', '#292623'],
    surface: '#1d1b19',
    on: '#0b231c',
    towards: '#ffffff',
  },
} as const satisfies Record<
  AccentTheme,
  { grounds: readonly Colour[]; surface: Colour; on: Colour; towards: Colour }
>

/** Colours derived from an accent: under a pointer, and as a soft background. */
export const deriveAccentTones = (
  accent: Colour,
  look: AccentTheme,
): Record<'accent' | 'hover' | 'soft', Colour> => ({
  accent,
  hover: mixColours(accent, ACCENT_THEME_COLOURS[look].towards, 0.25),
  soft: mixColours(ACCENT_THEME_COLOURS[look].surface, accent, 0.12),
})

/** Contrast that WCAG 2.2 requires of text. */
const LEAST_CONTRAST = 4.5

/** Error of an accent in a theme, with its contrast and the remedy; undefined if text on it is readable. */
export const findAccentError = (accent: Colour, look: AccentTheme): string | undefined => {
  const { grounds, on } = ACCENT_THEME_COLOURS[look]
  const { hover, soft } = deriveAccentTones(accent, look)
  const onGround = Math.min(...[...grounds, soft].map(ground => contrastRatio(accent, ground)))
  const ofText = Math.min(contrastRatio(accent, on), contrastRatio(hover, on))
  const least = Math.min(onGround, ofText)
  if (least >= LEAST_CONTRAST) return undefined
  // Rounded down: 4.49 is not 4.5.
  const ratio = (Math.floor(least * 100) / 100).toFixed(2)
  return (onGround <= ofText ? LOW_ON_PAGES : LOW_ON_BUTTONS)[look](ratio)
}

const LOW_ON_PAGES: Record<AccentTheme, (ratio: string) => string> = {
  light: ratio =>
    `Choose a darker colour: its contrast with the page is ${ratio} to 1, and must be at least ${LEAST_CONTRAST} to 1`,
  dark: ratio =>
    `Choose a lighter colour: its contrast with the page is ${ratio} to 1, and must be at least ${LEAST_CONTRAST} to 1`,
}
const LOW_ON_BUTTONS: Record<AccentTheme, (ratio: string) => string> = {
  light: ratio =>
    `Choose a darker colour: its contrast with button text is ${ratio} to 1, and must be at least ${LEAST_CONTRAST} to 1`,
  dark: ratio =>
    `Choose a lighter colour: its contrast with button text is ${ratio} to 1, and must be at least ${LEAST_CONTRAST} to 1`,
}
