/** The pages that anybody may read without an account: what headers and footers on both sides of signing in lead to. */

/** A link to a public page: its address and its name. */
export interface PublicLink {
  to: string
  label: string
}

/** The public page of all rounds and their dates. */
export const ROUNDS_PAGE = '/rounds'

/** Public pages that every header leads to. */
export const HEADER_LINKS: readonly PublicLink[] = [
  { to: ROUNDS_PAGE, label: 'Rounds' },
  { to: '/register/projects', label: 'Register' },
  { to: '/prices', label: 'Prices' },
  { to: '/how-it-works', label: 'How it works' },
  { to: '/verify', label: 'Verify' },
]

/** Public pages that every footer leads to. */
export const FOOTER_LINKS: readonly PublicLink[] = [
  { to: '/practice', label: 'Practice market' },
  { to: '/log/', label: 'Public log' },
  { to: '/glossary', label: 'Glossary' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/contact', label: 'Who runs this market' },
]

/** The section of the site that an address lies in: `/register` of `/register/projects?q=1`. */
const sectionOf = (address: string): string => `/${address.split(/[/?#]/)[1] ?? ''}`

/** Does a link lead to the section in which this page lies? */
export const leadsTo = ({ to }: PublicLink, page: string): boolean => sectionOf(to) === sectionOf(page)

/** Is this the address of a public page? The browser application has no such page: it must be loaded. */
export const isPublicPage = (address: string): boolean =>
  [...HEADER_LINKS, ...FOOTER_LINKS].some(link => leadsTo(link, address))
