/** Public pages that anyone may read without an account, as linked in headers and footers of public and signed-in pages. */

/** A link to a public page: its address and its name. */
export interface PublicLink {
  to: string
  label: string
}

/** The public page of all rounds and their dates. */
export const ROUNDS_PAGE = '/rounds'

/** The public page that estimates what the credits of a development cost. */
export const NEED_DESK_PAGE = '/desk/need'
/** Address that takes the workbook of a development for the need desk. */
export const NEED_WORKBOOK_PAGE = '/desk/need/workbook'

/** The public page that estimates what land earns. */
export const LAND_DESK_PAGE = '/desk/land'

/** The public page with the rules of cases: which units fail, what replaces them, and who decides. */
export const CASE_RULES_PAGE = '/how-it-works/failures'

/** Public pages in every header. */
export const HEADER_LINKS: readonly PublicLink[] = [
  { to: ROUNDS_PAGE, label: 'Rounds' },
  { to: '/register/projects', label: 'Register' },
  { to: '/prices', label: 'Prices' },
  { to: '/how-it-works', label: 'How it works' },
  { to: '/verify', label: 'Verify' },
]

/** Public pages in every footer. */
export const FOOTER_LINKS: readonly PublicLink[] = [
  { to: LAND_DESK_PAGE, label: 'What land can earn' },
  { to: NEED_DESK_PAGE, label: 'What credits cost' },
  { to: '/practice', label: 'Practice market' },
  { to: '/log/', label: 'Public log' },
  { to: '/glossary', label: 'Glossary' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/contact', label: 'Who runs this market' },
]

/** Section of the site of an address: `/register` for `/register/projects?q=1`. */
const sectionOf = (address: string): string => `/${address.split(/[/?#]/)[1] ?? ''}`

/** Says whether a link leads to the section of this page. */
export const isCurrentSection = ({ to }: PublicLink, page: string): boolean =>
  sectionOf(to) === sectionOf(page)

/** Says whether this is the address of a public page. The browser application does not have it, so the browser must load it. */
export const isPublicPage = (address: string): boolean =>
  [...HEADER_LINKS, ...FOOTER_LINKS].some(link => isCurrentSection(link, address))
