import { addressOf } from '#contract/nouns'
import type { Found, Resource } from '#contract/resource'
import type { MenuEntry } from './menus.ts'
import type { Visit } from './visits.ts'
import { onMenu } from '../parts/on-menu.ts'

/** Something to choose in the palette: a page to go to, or an action to open. */
export interface PaletteOption {
  id: string
  label: string
  /** What else there is to know of it. */
  about?: string
  go: { to: string } | { action: string; on: string }
}
export interface PaletteGroup {
  heading: string
  options: readonly PaletteOption[]
}

/** All entries of a menu, those under a heading named after it. */
export const pagesOf = (entries: readonly MenuEntry[]): PaletteOption[] => {
  const page = ({ label, to }: { label: string; to: string }, about?: string): PaletteOption => ({
    id: `page ${to}`,
    label,
    about,
    go: { to },
  })
  return entries.flatMap(entry =>
    'to' in entry ? page(entry) : entry.links.map(link => page(link, entry.label)),
  )
}

/** What may be done with a thing that is at hand. */
export const actionsOf = ({ actions, links, name }: Pick<Resource, 'actions' | 'links' | 'name'>) =>
  onMenu(actions).map((action): PaletteOption => {
    const on = links.self.replace(/^\/api\//, '')
    return {
      id: `action ${on} ${action.id}`,
      label: action.label,
      about: name,
      go: action.navigatesTo ? { to: action.navigatesTo } : { action: action.id, on },
    }
  })

/** Pages where somebody was. */
export const visitedOf = (visits: readonly Visit[]): PaletteOption[] =>
  visits.map(({ name, to, within }) => ({ id: `visit ${to}`, label: name, about: within, go: { to } }))

/** Things of the reader's own, with the round they are in. */
export const ownOf = (
  kind: 'project' | 'requirement',
  rows: readonly { id: string; name: string; round: { name: string; market: string } }[],
): PaletteOption[] =>
  rows.map(({ id, name, round }) => ({
    id: `own ${kind} ${id}`,
    label: name,
    about: `${round.market}, ${round.name}`,
    go: { to: addressOf(kind, { id }) },
  }))

/** What search has found. */
export const foundOf = (items: readonly Found[]): PaletteOption[] =>
  items.map(({ kind, id, name, detail, why, link }) => ({
    id: `found ${kind} ${id}`,
    label: name,
    about: [why === 'Name' ? '' : why, detail].filter(Boolean).join(' · '),
    go: { to: link },
  }))

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Those that have every word typed in their label or in what is said of them, labels that begin with it first. */
export const matching = (options: readonly PaletteOption[], typed: string): readonly PaletteOption[] => {
  const sought = words(typed)
  const begins = ({ label }: PaletteOption) => label.toLowerCase().startsWith(sought[0] ?? '')
  const fitting = options.filter(({ label, about = '' }) =>
    sought.every(word => `${label} ${about}`.toLowerCase().includes(word)),
  )
  return [...fitting.filter(begins), ...fitting.filter(option => !begins(option))]
}
