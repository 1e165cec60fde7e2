import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { isDay } from '@credit-market/values/dates'
import type { QueryParameters } from '#contract/kit/endpoint'
import type { ListedNoun } from '#contract/kit/noun'
import { useHistoryState } from './history-state.ts'

/** Parameters that every list has. */
const PAGE_WORDS = ['limit', 'cursor', 'sort', 'q']

/** Parameter of the address with the chosen columns. */
const COLUMNS = 'columns'

/** Parameters of the address that do not belong to a list. */
export const NON_LIST_PARAMS = ['action', 'subject', 'wizard', 'tab', 'part', 'on', 'show']

/** Filters of a list, and a flag that says if its figures are for a chosen date. */
export type ListFilters = { filters: Readonly<Record<string, unknown>> } & Pick<ListedNoun, 'isDated'>

/**
 * Picks the parameters of an address that a list knows: filters, order and page, and the date if it has
 * quantities.
 */
export const listParams = ({ filters, isDated }: ListFilters, search: URLSearchParams): QueryParameters =>
  Object.fromEntries(
    [...search].filter(
      ([word, value]) =>
        PAGE_WORDS.includes(word) ||
        Object.hasOwn(filters, word) ||
        (isDated && word === 'on' && isDay(value)),
    ),
  )

/**
 * Returns the parameters of an address that make up a view of a list: filters, order, columns and date,
 * always in the same order.
 */
export const viewParams = (noun: ListFilters, search: URLSearchParams): string => {
  const known = listParams(noun, search)
  const said = [...search].filter(
    ([word, value]) =>
      value !== '' && (word === COLUMNS || (word in known && word !== 'cursor' && word !== 'limit')),
  )
  const words = new URLSearchParams(said)
  words.sort()
  return words.toString()
}

/** Query of a list, from the address. */
export const useListQuery = (noun: ListFilters): QueryParameters => listParams(noun, useSearchParams()[0])

/** Pagination of a list. The cursors of earlier pages are stored in the browser's history. */
export const useListState = () => {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const state = useHistoryState() as { before?: string[] } | null
  const navigate = useNavigate()
  const cursor = search.get('cursor')
  const before = state?.before ?? []

  const go = (params: Record<string, string | null>, cursorsBefore: string[] = [], replace = false) => {
    const after = new URLSearchParams(search)
    for (const [name, value] of Object.entries(params)) {
      if (value) after.set(name, value)
      else after.delete(name)
    }
    void navigate(
      { pathname, search: after.toString() },
      { state: { before: cursorsBefore }, replace, preventScrollReset: true },
    )
  }
  return {
    isFirst: !cursor,
    columns: search.get(COLUMNS),
    setColumns: (columns: string | null) => go({ [COLUMNS]: columns }, before, true),
    isMap: search.get('show') === 'map',
    showMap: (isMap: boolean) => go({ show: isMap ? 'map' : null }, before, true),
    sort: search.get('sort'),
    setSort: (sort: string) => go({ sort, cursor: null }),
    setFilter: (name: string, value: string | null) => go({ [name]: value, cursor: null }),
    clear: (names: readonly string[]) =>
      go({ ...Object.fromEntries(names.map(name => [name, null])), cursor: null }),
    first: () => go({ cursor: null }),
    next: (to: string) => go({ cursor: to }, [...before, cursor ?? '']),
    previous: before.length > 0 ? () => go({ cursor: before.at(-1) || null }, before.slice(0, -1)) : null,
  }
}
