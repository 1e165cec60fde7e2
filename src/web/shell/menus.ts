import { HEADER_LINKS } from '#contract/public/public-pages'
import type { UserGroup } from '#domain/people/user'

/** Entry of the menu: a link, or a heading with links under it. */
export type MenuEntry =
  | { label: string; to: string }
  | { label: string; links: readonly { label: string; to: string }[] }

const STAFF: readonly MenuEntry[] = [
  { label: 'Markets', to: '/markets' },
  { label: 'Queue', to: '/queue' },
  {
    label: 'Records',
    links: [
      { label: 'Projects', to: '/projects' },
      { label: 'Credit requirements', to: '/credit-requirements' },
      { label: 'Participants', to: '/participants' },
      { label: 'Agencies', to: '/agencies' },
      { label: 'Checks and reports', to: '/workbench' },
      { label: 'Cases', to: '/cases' },
      { label: 'Money', to: '/money' },
    ],
  },
  {
    label: 'Registries',
    links: [
      { label: 'Projects', to: '/registry/projects' },
      { label: 'Credit requirements', to: '/registry/credit-requirements' },
      { label: 'Credits', to: '/registry/credits' },
      { label: 'Credit reserve', to: '/registry/reserve' },
    ],
  },
  {
    label: 'Settings',
    links: [
      { label: 'Brand', to: '/settings/brand' },
      { label: 'Reference data', to: '/settings/refdata' },
      { label: 'LPAs', to: '/settings/lpas' },
      { label: 'Market operators', to: '/settings/operators' },
    ],
  },
]

const AUTHORITY: readonly MenuEntry[] = [
  { label: 'Projects', to: '/projects' },
  { label: 'Credit requirements', to: '/credit-requirements' },
  { label: 'Cases', to: '/cases' },
]

const TRADER: readonly MenuEntry[] = [
  { label: 'Home', to: '/' },
  ...AUTHORITY,
  { label: 'Money', to: '/money' },
]

/** Menu for visitors who are not signed in: that of the public pages, sign-in and sign-up. */
export const visitorMenu = (signUpEnabled: boolean): readonly MenuEntry[] => [
  ...HEADER_LINKS,
  { label: 'Sign in', to: '/login' },
  ...(signUpEnabled ? [{ label: 'Sign up', to: '/signUp' }] : []),
]

const MENUS: Record<UserGroup, readonly MenuEntry[]> = {
  sysadmin: [...STAFF, { label: 'System', to: '/system' }],
  admin: STAFF,
  lpa: AUTHORITY,
  participant: TRADER,
  agent: TRADER,
}

/** Menu of each role; empty for a user without a role. */
export const menuOfRole = (role: UserGroup | null): readonly MenuEntry[] => (role ? MENUS[role] : [])

/** Menu in the header of a signed-in user: that of their role, and a link to the public pages. */
export const headerMenuOfRole = (role: UserGroup | null): readonly MenuEntry[] => [
  ...menuOfRole(role),
  { label: 'Public pages', links: HEADER_LINKS },
]
