import { useLocation, useNavigate, useSearchParams, type Location } from 'react-router'
import { isDay } from '#domain/dates'
import type { Words } from '#contract/endpoint'
import type { Listed } from '#contract/noun'

/** What every list knows. */
const PAGE_WORDS = ['limit', 'cursor', 'sort', 'q']

/** The columns that the address asks for. */
const COLUMNS = 'columns'

/** Parameters of the address that are not a list's own. */
export const NON_LIST_PARAMS = ['action', 'subject', 'wizard', 'tab', 'part', 'on', 'show']

/** What a list can be narrowed down by, and whether it is of a day. */
export type Asked = { filters: Readonly<Record<string, unknown>> } & Pick<Listed, 'isDated'>

/** Of the words of an address, those that a list knows: filters, order and page, and the day where it has quantities. */
export const wordsOf = ({ filters, isDated }: Asked, search: URLSearchParams): Words =>
  Object.fromEntries(
    [...search].filter(
      ([word, value]) =>
        PAGE_WORDS.includes(word) ||
        Object.hasOwn(filters, word) ||
        (isDated && word === 'on' && isDay(value)),
    ),
  )

/** Of an address, what makes a view of a list: filters, order, columns and day, always in the same order. */
export const viewWordsOf = (noun: Asked, search: URLSearchParams): string => {
  const known = wordsOf(noun, search)
  const said = [...search].filter(
    ([word, value]) =>
      value !== '' && (word === COLUMNS || (word in known && word !== 'cursor' && word !== 'limit')),
  )
  const words = new URLSearchParams(said)
  words.sort()
  return words.toString()
}

/** What the address asks of a list. */
export const useListWords = (noun: Asked): Words => wordsOf(noun, useSearchParams()[0])

/** Turns the pages of a list; the cursors of the pages before are kept in the browser's history. */
export const usePages = () => {
  const [search] = useSearchParams()
  const { pathname, state }: Location<{ before?: string[] } | null> = useLocation()
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
