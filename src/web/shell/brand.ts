import { BRAND, type Brand } from '#domain/brand'

/** What the page is told of the installation with its first line: its brand, where its logo is, and what it is for. */
export interface BrandOfPage extends Omit<Brand, 'logo'> {
  logo: string | null
  isDemonstration: boolean
}

const given = import.meta.env.SSR
  ? undefined
  : document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content

/** Under what name and by whom this market is run; without a server of ours, as in development, that of the specification. */
export const brand: BrandOfPage = given
  ? (JSON.parse(given) as BrandOfPage)
  : { ...BRAND, isDemonstration: false }

/** Tells what draws pages on the server under what name that is now, as JSON. */
export const tellBrand = (told: string): void => void Object.assign(brand, JSON.parse(told))

/** The address of a letter to the market. */
export const letterToMarket = (): string => `mailto:${brand.contact}`
