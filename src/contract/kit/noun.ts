import { z } from 'zod'
import type { CollectionKind, EntityMap, StatusOfKind, StoredKind } from '#domain/disclosure/entities'
import type { OrganisationType } from '#domain/people/organisation'
import { capitalise } from '#domain/text/sentence'
import { withQuery, type QueryValues, type QueryParameters } from './endpoint.ts'

/** Meaning of a status: nothing done, in progress, waiting for someone, good, bad. */
export type StatusTone = 'quiet' | 'info' | 'warn' | 'good' | 'bad'

/** A status of a noun, in the order in which things reach it. */
export interface StatusCard {
  label: string
  tone: StatusTone
  /** Its step in the progress display; the first status of a step names it. */
  step?: number
  /** A side status of a step that another status names. */
  isAside?: true
  /** A status after a setback. */
  isSetback?: true
}

/** Parameters for the address of a page. */
export interface PageParameters {
  id: string
  marketId: string
  roundId: string
  type: OrganisationType
}

/** Search definition of a noun: columns for its status, round, and parent thing. */
export interface SearchCard<C extends string = string> {
  /** Position among the kinds in search results. */
  place: number
  status?: C
  round?: C
  /** Also found by the name of the thing in this column. */
  behind?: readonly [column: C, kind: StoredKind]
  /** Also found by the exact value of this column. */
  code?: C
  /** Also found by a part of these columns (references from authorities), each with a label. */
  references?: readonly (readonly [column: C, called: string])[]
  /** Also found by grid square: the reference in this column is in the square, or contains it. */
  grid?: C
  /** Also found by the name of the place in this column. */
  places?: readonly (readonly [column: C, kind: StoredKind])[]
}

/**
 * Readers of a noun: everyone who is signed in; its owner, those who act for it, and the planning authority of its
 * area; readers of its parent; or a rule of its own (`contract/nouns/read-access.ts`).
 */
export type ReadAccess = 'everyone' | 'owner' | 'parent' | 'own rule'

/** Everything that modules share about a noun, in its generic form. */
export interface AnyNoun {
  kind: StoredKind
  /** Singular and plural in a sentence. */
  called: readonly [one: string, many: string]
  readBy: ReadAccess
  /** Path of one thing under /api; absent if none can be read alone. */
  path?: string
  /** Path of the list under /api. */
  list?: string
  /** The list as a subject, if actions run on it. */
  collection?: CollectionKind
  /** Action that a POST to the list runs. */
  createdBy?: string
  /** Address of its page. */
  page?: (place: PageParameters) => string
  /** Actions can run on it: it has actions, an audit trail, documents and comments. */
  isSubject?: true
  /** It has its own name in a column `name`. */
  isNamed?: true
  /** Column of the owning organisation. */
  owner?: string
  /** Column of the area whose planning authority reads it, unless it is a draft or ended as one. */
  area?: string
  /** Its parents, by kind and column. */
  parents?: readonly (readonly [kind: StoredKind, column: string])[]
  /** Its parent if that may be of several kinds: the columns of kind and id. */
  under?: readonly [kindColumn: string, idColumn: string]
  statuses?: Readonly<Record<string, StatusCard>>
  search?: SearchCard
  /** Row of a list. */
  row?: z.ZodObject
  /** View of one thing. */
  view?: z.ZodObject
  /** Filters of the list. */
  filters?: Readonly<Record<string, z.ZodType>>
  /** Sort orders of the list; a leading minus reverses the order. */
  sorts?: readonly string[]
  /** Filters that are also paths under the list. */
  subpaths?: readonly string[]
  /** Its quantities depend on a date: requests for its lists and items take a `date` parameter. */
  isDated?: true
  /** The whole list can be requested as choices of a form. */
  isChosen?: true
  /** Totals sold of a list can be requested. */
  isSold?: true
}

type ColumnOf<K extends StoredKind> = keyof EntityMap[K] & string

/** Card of a noun, with its own columns and statuses. */
export interface Noun<K extends StoredKind> extends AnyNoun {
  kind: K
  owner?: ColumnOf<K>
  area?: ColumnOf<K>
  parents?: readonly (readonly [kind: StoredKind, column: ColumnOf<K>])[]
  under?: readonly [kindColumn: ColumnOf<K>, idColumn: ColumnOf<K>]
  statuses?: { readonly [S in StatusOfKind<K>]: StatusCard }
  search?: SearchCard<ColumnOf<K>>
}

/** Refuses additional properties, so that a misspelt one does not compile. */
export type NoExtraKeys<T, Known> = { readonly [X in Exclude<keyof T, Known>]: never }

/** Defines a noun. A foreign status, or an unknown property, does not compile. */
export const defineNoun = <const K extends StoredKind, const C extends Noun<K>>(
  card: C &
    Noun<K> &
    NoExtraKeys<C, keyof AnyNoun> & { statuses?: NoExtraKeys<NonNullable<C['statuses']>, StatusOfKind<K>> },
): C => card

/** Plural of a noun as a heading. */
export const listTitle = ({ called: [, many] }: AnyNoun): string => capitalise(many)

/** Filter by any of several ids. */
export const idsFilter = z.array(z.string())

/** Filter by some values of a fixed list. */
export const choiceFilter = <const T extends readonly string[]>(values: T) => z.array(z.enum(values))

/** Filter by yes or no. */
export const booleanFilter = z.boolean()

/** A noun with a list. */
export type ListedNoun = AnyNoun & Required<Pick<AnyNoun, 'list' | 'row' | 'filters' | 'sorts'>>
/** A noun whose things can be read one by one: it has a path and a view. */
export type SingleNoun = AnyNoun & Required<Pick<AnyNoun, 'path' | 'view'>>

export type RowOf<N> = N extends { row: infer S extends z.ZodType<{ id: string }> } ? z.output<S> : never
export type ViewOf<N> = N extends { view: infer S extends z.ZodType } ? z.output<S> : never
export type SortOf<N> = N extends { sorts: readonly (infer S extends string)[] } ? S : never
export type FilterOf<N> = N extends { filters: infer F } ? keyof F & string : never

/** Most rows of a page of a list, and most ids in one request. */
export const MAX_PAGE_ROWS = 200

/** Query of a list: filters, page and order. */
export type ListQueryOf<N extends Pick<ListedNoun, 'filters'>> = {
  limit?: number
  cursor?: string
  q?: string
  id?: QueryValues<string[]>
  on?: string
  sort?: SortOf<N> | `-${SortOf<N>}`
} & { readonly [F in keyof N['filters']]?: QueryValues<z.output<N['filters'][F]>> }

/** Other formats of a list: a table, choices of a form, or totals sold. */
export type ListFormatOf<N> =
  | 'csv'
  | 'xlsx'
  // For things with a location.
  | 'geojson'
  | 'gpkg'
  | (N extends { isChosen: true } ? 'choices' : never)
  | (N extends { isSold: true } ? 'totals' : never)

/** Address of one thing of a noun. */
export const resourceUrl = ({ path }: Pick<SingleNoun, 'path'>, id: string): string =>
  `/api/${path}/${encodeURIComponent(id)}`

/** Address of a list with its query; `words` are further parameters, as text. */
export const listUrl = <N extends ListedNoun>(
  { list }: N,
  query: ListQueryOf<N> & { format?: ListFormatOf<N> },
  words: QueryParameters = {},
): string => withQuery(`/api/${list}`, { ...words, ...query })

/** Says whether things of a list have a location, so that there is a map as well. */
export const hasLocation = ({ kind }: Pick<ListedNoun, 'kind'>): boolean =>
  kind === 'project' || kind === 'requirement'
