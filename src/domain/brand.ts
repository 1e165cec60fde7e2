/** Under what name, with what words and by whom a market is run, wherever it shows itself. */
export interface Brand {
  name: string
  /** One line below the name, in the footer. */
  tagline: string
  /** Where people write to. */
  contact: string
  /** The year of the copyright line. */
  year: number
}

/** What the specification names. */
export const BRAND: Brand = {
  name: 'Credit market',
  tagline: 'the UK’s leading marketplace for nature recovery',
  contact: 'contact@credit-market.example',
  year: 2025,
}
