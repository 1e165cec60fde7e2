import { DEFAULT_BRAND, type Brand } from '#domain/people/brand'

/**
 * Data about the installation that is preloaded in the page: its brand, the address of its logo, and its
 * founding.
 */
export interface PageBrand extends Omit<Brand, 'logo'> {
  logo: string | null
  isDemonstration: boolean
}

const given = import.meta.env.SSR
  ? undefined
  : document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content

/** Brand of this market. Without our server, as in development, it is the brand of the specification. */
export const pageBrand: PageBrand = given
  ? (JSON.parse(given) as PageBrand)
  : { ...DEFAULT_BRAND, isDemonstration: false }

/** Sets the current brand for server-side rendering, from JSON. */
export const setPageBrand = (told: string): void => void Object.assign(pageBrand, JSON.parse(told))

/** `mailto:` address for an email to the market. */
export const marketMailto = (): string => `mailto:${pageBrand.contact}`
