import { z } from 'zod'
import type { Collection, Entities, StatusOf, StoredKind } from '#domain/entities'
import type { OrganisationType } from '#domain/organisation'
import { withWords, type Values, type Words } from './endpoint.ts'

/** How a status is to be taken: nothing done yet, under way, waiting for somebody, gone well, gone wrong. */
export type Tone = 'quiet' | 'info' | 'warn' | 'good' | 'bad'

/** One status of a noun, in the order in which they are gone through. */
export interface StatusCard {
  label: string
  tone: Tone
  /** Its place among the steps that people think in; the first status of a place gives it its name. */
  step?: number
  /** It stands beside its step, which another status names. */
  isAside?: true
  /** From here it does not go on as hoped. */
  isSetback?: true
}

/** What the address of a page may be made of. */
export interface PagePlace {
  id: string
  marketId: string
  roundId: string
  type: OrganisationType
}

/** How a noun is found by search: by which columns it tells its status, its round, and behind which thing it stands. */
export interface SearchCard<C extends string = string> {
  /** Its place among all kinds that are found. */
  place: number
  status?: C
  round?: C
  /** Found also by the name of the thing that this column names. */
  behind?: readonly [column: C, kind: StoredKind]
  /** Found also by this column, whole. */
  code?: C
  /** Found also by a part of one of these columns, references that authorities give, each with what it is called. */
  references?: readonly (readonly [column: C, called: string])[]
  /** Found also by the square of the national grid that the reference in this column lies in, or that lies in it. */
  grid?: C
  /** Found also by the name of the place that this column names. */
  places?: readonly (readonly [column: C, kind: StoredKind])[]
}

/**
 * Who may read a noun: everybody who is signed in; its owner, those who act for it, and the planning authority of its
 * area; whoever may read what it belongs to; or by a rule of its own (`domain/read-access`).
 */
export type Reading = 'everybody' | 'owner' | 'parent' | 'own rule'

/** All that is said of a noun in more than one room, as everything generic sees it. */
export interface AnyNoun {
  kind: StoredKind
  /** What one and several are called in a sentence. */
  called: readonly [one: string, many: string]
  readBy: Reading
  /** The path of a single one below /api; without it there is none to read by itself. */
  path?: string
  /** The path of the list below /api. */
  list?: string
  /** The list as such, where one can act on it. */
  collection?: Collection
  /** The action on its list that a post to the list runs. */
  createdBy?: string
  /** Where its page is. */
  page?: (place: PagePlace) => string
  /** It can be acted on: it has actions, a trail, documents and comments. */
  isSubject?: true
  /** It has a name of its own in a column `name`. */
  isNamed?: true
  /** The column that names the organisation whose it is. */
  owner?: string
  /** The column of the area whose planning authority reads it once it is no draft, and did not end as one. */
  area?: string
  /** What it belongs to, by kind and column. */
  parents?: readonly (readonly [kind: StoredKind, column: string])[]
  /** What it belongs to where that may be of several kinds: the columns of its kind and of its id. */
  under?: readonly [kindColumn: string, idColumn: string]
  statuses?: Readonly<Record<string, StatusCard>>
  search?: SearchCard
  /** What a list shows of one. */
  row?: z.ZodObject
  /** What is shown of one by itself. */
  view?: z.ZodObject
  /** What the list can be narrowed down by. */
  filters?: Readonly<Record<string, z.ZodType>>
  /** What the list can be sorted by; a minus in front turns the order round. */
  sorts?: readonly string[]
  /** Filters that answer as a path below the list as well. */
  subpaths?: readonly string[]
  /** It has quantities, which are those of a day: lists of it, and one by itself, are asked for on a day. */
  isDated?: true
  /** The whole list may be asked for as choices of a form. */
  isChosen?: true
  /** What was sold of all that a list selects may be asked for. */
  isSold?: true
}

type ColumnOf<K extends StoredKind> = keyof Entities[K] & string

/** One card per noun, its columns and statuses those of the noun. */
export interface Noun<K extends StoredKind> extends AnyNoun {
  kind: K
  owner?: ColumnOf<K>
  area?: ColumnOf<K>
  parents?: readonly (readonly [kind: StoredKind, column: ColumnOf<K>])[]
  under?: readonly [kindColumn: ColumnOf<K>, idColumn: ColumnOf<K>]
  statuses?: { readonly [S in StatusOf<K>]: StatusCard }
  search?: SearchCard<ColumnOf<K>>
}

/** Nothing besides what may be there: a misspelt word is no word of one's own. */
export type Only<T, Known> = { readonly [X in Exclude<keyof T, Known>]: never }

/** Defines a noun. A status that it does not go through, or a word that no card has, does not compile. */
export const noun = <const K extends StoredKind, const C extends Noun<K>>(
  card: C & Noun<K> & Only<C, keyof AnyNoun> & { statuses?: Only<NonNullable<C['statuses']>, StatusOf<K>> },
): C => card

/** What several of a noun are called, as a heading. */
export const titleOf = ({ called: [, many] }: AnyNoun): string => many.charAt(0).toUpperCase() + many.slice(1)

/** A filter by ids, any of them. */
export const byIds = z.array(z.string())

/** A filter by some of a fixed list. */
export const oneOf = <const T extends readonly string[]>(values: T) => z.array(z.enum(values))

/** A filter that is so or not. */
export const flag = z.boolean()

/** A noun that has a list. */
export type Listed = AnyNoun & Required<Pick<AnyNoun, 'list' | 'row' | 'filters' | 'sorts'>>
/** A noun that is read one by one. */
export type Single = AnyNoun & Required<Pick<AnyNoun, 'path' | 'view'>>

export type RowOf<N> = N extends { row: infer S extends z.ZodType<{ id: string }> } ? z.output<S> : never
export type ViewOf<N> = N extends { view: infer S extends z.ZodType } ? z.output<S> : never
export type SortOf<N> = N extends { sorts: readonly (infer S extends string)[] } ? S : never
export type FilterOf<N> = N extends { filters: infer F } ? keyof F & string : never

/** How many rows a page of a list has at most, and may be asked for by their ids. */
export const MOST_ROWS = 200

/** What may be asked of a list: its filters, and what part of it in which order. */
export type ListQueryOf<N extends Pick<Listed, 'filters'>> = {
  limit?: number
  cursor?: string
  q?: string
  id?: Values<string[]>
  on?: string
  sort?: SortOf<N> | `-${SortOf<N>}`
} & { readonly [F in keyof N['filters']]?: Values<z.output<N['filters'][F]>> }

/** What else a list can be had as: whole as a table, as choices of a form, or as what was sold of it. */
export type FormatOf<N> =
  | 'csv'
  | 'xlsx'
  // Of what lies somewhere.
  | 'geojson'
  | 'gpkg'
  | (N extends { isChosen: true } ? 'choices' : never)
  | (N extends { isSold: true } ? 'totals' : never)

/** The address of one thing of a noun. */
export const singleUrl = ({ path }: Pick<Single, 'path'>, id: string): string =>
  `/api/${path}/${encodeURIComponent(id)}`

/** The address of a list, with what is asked of it; `words` are asked besides, as they stand in an address. */
export const listUrl = <N extends Listed>(
  { list }: N,
  query: ListQueryOf<N> & { format?: FormatOf<N> },
  words: Words = {},
): string => withWords(`/api/${list}`, { ...words, ...query })

/** Do the things of a list lie somewhere, so that it can be had as a map as well? */
export const isPlaced = ({ kind }: Pick<Listed, 'kind'>): boolean =>
  kind === 'project' || kind === 'requirement'
