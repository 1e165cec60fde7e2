import { pageAddress } from '#contract/nouns/nouns'
import type { SearchHit, Resource } from '#contract/kit/resource'
import type { MenuEntry } from './menus.ts'
import type { Visit } from './visits.ts'
import { menuActions } from '../parts/action-bar.tsx'

/** Option of the palette: a page to go to, or an action to open. */
export interface PaletteOption {
  id: string
  label: string
  /** Additional text about the option. */
  about?: string
  go: { to: string } | { action: string; on: string }
}
export interface PaletteGroup {
  heading: string
  options: readonly PaletteOption[]
}

/** Options for all entries of a menu; entries under a heading include its name. */
export const pageOptions = (entries: readonly MenuEntry[]): PaletteOption[] => {
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

/** Options for the actions of a resource at hand. */
export const actionOptions = ({ actions, links, name }: Pick<Resource, 'actions' | 'links' | 'name'>) =>
  menuActions(actions).map((action): PaletteOption => {
    const on = links.self.replace(/^\/api\//, '')
    return {
      id: `action ${on} ${action.id}`,
      label: action.label,
      about: name,
      go: action.navigatesTo ? { to: action.navigatesTo } : { action: action.id, on },
    }
  })

/** Options for recently visited pages. */
export const visitOptions = (visits: readonly Visit[]): PaletteOption[] =>
  visits.map(({ name, to, within }) => ({ id: `visit ${to}`, label: name, about: within, go: { to } }))

/** Options for the reader's own records, with their rounds. */
export const ownRecordOptions = (
  kind: 'project' | 'requirement',
  rows: readonly { id: string; name: string; round: { name: string; market: string } }[],
): PaletteOption[] =>
  rows.map(({ id, name, round }) => ({
    id: `own ${kind} ${id}`,
    label: name,
    about: `${round.market}, ${round.name}`,
    go: { to: pageAddress(kind, { id }) },
  }))

/** Options for search results. */
export const searchResultOptions = (items: readonly SearchHit[]): PaletteOption[] =>
  items.map(({ kind, id, name, detail, why, link }) => ({
    id: `found ${kind} ${id}`,
    label: name,
    about: [why === 'Name' ? '' : why, detail].filter(Boolean).join(' · '),
    go: { to: link },
  }))

/** True if an option came from the search, and not from the pages and actions that are known. */
export const isSearchResult = ({ id }: PaletteOption): boolean => id.startsWith('found ')

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * Options that contain every typed word in their label or text; those whose label begins with it come first.
 */
export const matchingOptions = (
  options: readonly PaletteOption[],
  typed: string,
): readonly PaletteOption[] => {
  const sought = words(typed)
  const begins = ({ label }: PaletteOption) => label.toLowerCase().startsWith(sought[0] ?? '')
  const fitting = options.filter(({ label, about = '' }) =>
    sought.every(word => `${label} ${about}`.toLowerCase().includes(word)),
  )
  return [...fitting.filter(begins), ...fitting.filter(option => !begins(option))]
}
