import { type Colour, contrast, mixed } from './colours.ts'
import type { Stored } from './subject.ts'

/** Under what name, with what words and by whom a market is run, wherever it shows itself. */
export interface Brand {
  name: string
  /** One line below the name, in the footer. */
  tagline: string
  /** Where people write to. */
  contact: string
  /** Who answers for the market before the law, where that is another name than its own. */
  legalName: string | null
  /** The year of the copyright line. */
  year: number
  /** The colour of what can be pressed, and of the mark, in the light look and in the dark one. */
  accentLight: Colour
  accentDark: Colour
  /** The hash of a logo that takes the place of the mark; null where there is none. */
  logo: string | null
}

/** The same as it is stored: its logo is a document filed under it. */
export interface StoredBrand extends Stored, Omit<Brand, 'logo'> {
  hasLogo: boolean
}

/** There is one. */
export const BRAND_ID = 'brand'

/** What the specification names, and the colours of the design. */
export const BRAND: Brand = {
  name: 'Credit market',
  tagline: 'the UK’s leading marketplace for nature recovery',
  contact: 'contact@credit-market.example',
  legalName: null,
  year: 2025,
  accentLight: '#155446',
  accentDark: '#7cc9b0',
  logo: null,
}

/** The mark that stands where there is no logo: two leaves in a square of 26, one full and one in outline. */
export const MARK = {
  size: 26,
  full: 'M3 14C3 7 8 3 16 3c0 8-5 11-13 11z',
  outline: 'M23 12c0 7-5 11-13 11 0-8 5-11 13-11z',
  outlineWidth: 1.75,
} as const

/** Who answers for the market. */
export const responsible = ({ legalName, name }: Pick<Brand, 'legalName' | 'name'>): string =>
  legalName ?? name

/** The last line of every footer; of a demonstration it says that it is one. */
export const copyright = (
  brand: Pick<Brand, 'legalName' | 'name' | 'year'>,
  isDemonstration: boolean,
): string =>
  `© ${brand.year} ${responsible(brand)}${isDemonstration ? '. A demonstration: people, projects and prices are made up' : ''}`

export type Look = 'light' | 'dark'

/** What stands around an accent in each look: the grounds of pages, the text on a button, and what it goes towards under a pointer. */
export const LOOKS = {
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
  Look,
  { grounds: readonly Colour[]; surface: Colour; on: Colour; towards: Colour }
>

/** The colours that follow from an accent: under a pointer, and as a soft ground. */
export const tonesOf = (accent: Colour, look: Look): Record<'accent' | 'hover' | 'soft', Colour> => ({
  accent,
  hover: mixed(accent, LOOKS[look].towards, 0.25),
  soft: mixed(LOOKS[look].surface, accent, 0.12),
})

/** What WCAG 2.2 asks of text. */
const LEAST_CONTRAST = 4.5

/** What is wrong with an accent in a look, with its contrast and what to do; undefined where it can be read. */
export const faultOfAccent = (accent: Colour, look: Look): string | undefined => {
  const { grounds, on } = LOOKS[look]
  const { hover, soft } = tonesOf(accent, look)
  const onGround = Math.min(...[...grounds, soft].map(ground => contrast(accent, ground)))
  const ofText = Math.min(contrast(accent, on), contrast(hover, on))
  const least = Math.min(onGround, ofText)
  if (least >= LEAST_CONTRAST) return undefined
  // Cut off, not rounded: 4.49 is not 4.5.
  const ratio = (Math.floor(least * 100) / 100).toFixed(2)
  const where = onGround <= ofText ? 'on the pages' : 'with the text on a button'
  return `Its contrast ${where} is ${ratio} to 1, and has to be at least ${LEAST_CONTRAST} to 1: choose a ${look === 'light' ? 'darker' : 'lighter'} colour`
}
