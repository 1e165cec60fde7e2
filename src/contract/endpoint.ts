import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'DELETE'

/** A method and a path; what varies in the path is named after a colon, as in `GET /api/project/:id`. */
export type Route = `${Method} /${string}`

/**
 * Who is answered at all, decided before anything else is looked at:
 * `anyone`, without a look at who it is; `visitor`, anyone, known by the session if there is one; `account`, whoever has
 * signed in, also while a second factor must be set up first or the organisation waits to be admitted; `member`, whoever has signed in and been admitted; `sysadmin`, a system administrator.
 * What a member may see and do is decided afterwards, by the thing asked for.
 */
export type Access = 'anyone' | 'visitor' | 'account' | 'member' | 'sysadmin'

/** Nothing is answered but the status. */
export const none = z.void()

/** An answer that is not JSON, or not only: what it holds, by its media type. */
export interface Media {
  media: Readonly<Record<string, z.ZodType>>
}

/** Describes an answer in other media than JSON, or in several. */
export const media = <const M extends Readonly<Record<string, z.ZodType>>>(types: M) => ({ media: types })

/** The answer only leads elsewhere. */
export const elsewhere = media({})

/** Bytes or text that no schema describes further. */
export const binary = z.string().meta({ format: 'binary' })

export type AnswerShape = z.ZodType | Media
export type Answers = Readonly<Record<number, AnswerShape>>

/** For how long an answer that is alike for everybody may be kept: for seconds, as long as the same version of the product answers, or by browsers for days, where it hardly ever changes. */
export type Kept = 'moment' | 'release' | 'lasting'

/** What an endpoint is besides its route. */
export interface Definition<
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends Answers,
  X extends Access = Access,
> {
  /** The name of the operation, for clients. */
  id: string
  tag: string
  summary: string
  access: X
  /** Programs with an API key are answered as well: any key where it reads, one with the right scope where it acts. No key is, unless this says so. */
  byKey?: 'read' | 'act'
  /** What may follow the question mark; another word is refused with 400. */
  query?: Q
  body?: B
  /** What is said with 400 of a body of another shape, where its parts are no answers that could be put right one by one. */
  malformed?: string
  /** Files may come with the body, which is then multipart. */
  takesFiles?: boolean
  /** Still done while the disk is nearly full: what it writes is small, and nobody would get in or out without. */
  writesLittle?: boolean
  /** Its answer is alike for everybody, so servers, shared caches and browsers may keep it. Only of what anyone may read. */
  kept?: Kept
  /** What is answered by status: at least what succeeds. Refusals that follow from the rest need not be named. */
  answers: A
}

/** One line of truth about an endpoint: the server mounts it, the web calls it, the published description is made of it. */
export interface Endpoint<
  R extends Route = Route,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  A extends Answers = Answers,
  X extends Access = Access,
> extends Definition<Q, B, A, X> {
  route: R
  method: Method
  path: string
}

/** Defines an endpoint. */
export const endpoint = <
  const R extends Route,
  Q extends z.ZodObject = never,
  B extends z.ZodType = z.ZodUndefined,
  const A extends Answers = Answers,
  const X extends Access = Access,
>(
  route: R,
  definition: Definition<Q, B, A, X>,
): Endpoint<R, Q, B, A, X> => {
  const [method, path] = partsOf(route)
  return { ...definition, route, method, path }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'DELETE']

const partsOf = (route: Route): [Method, string] => {
  const method = METHODS.find(one => route.startsWith(`${one} `))
  if (!method) throw new Error(`${route} begins with no method`)
  return [method, route.slice(method.length + 1)]
}

type NamesIn<P extends string> = P extends `${string}:${infer N}/${infer Rest}`
  ? N | NamesIn<`/${Rest}`>
  : P extends `${string}:${infer N}`
    ? N
    : never

/** What varies in the path of an endpoint, by name. */
export type ParamsOf<E> = E extends { route: infer R extends Route } ? Record<NamesIn<R>, string> : never

/** What may be asked of an endpoint. */
export type QueryOf<E> = E extends { query?: infer Q extends z.ZodObject } ? z.output<Q> : never

/** What is sent to an endpoint. */
export type BodyOf<E> = E extends { body?: infer B extends z.ZodType } ? z.output<B> : never

type JsonOf<S> = S extends z.ZodType
  ? z.output<S>
  : S extends { media: { 'application/json': infer J extends z.ZodType } }
    ? z.output<J>
    : never
type Success = 200 | 201 | 202 | 204

/** What an endpoint answers when it succeeds, as JSON. */
export type AnswerOf<E> = E extends { answers: infer A extends Answers }
  ? { [S in keyof A & Success]: JsonOf<A[S]> }[keyof A & Success]
  : never

/** The names of what varies in a path. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** What is said by one word after a question mark: where there may be several values, one stands for a list of one. */
export type Values<V> = V extends readonly (infer T)[] ? T | readonly T[] : V

/** What is asked of an endpoint: what varies in its path, and what follows the question mark. */
export type AskOf<E> = (keyof ParamsOf<E> extends never
  ? { params?: undefined }
  : { params: ParamsOf<E> }) & {
  query?: { readonly [K in keyof QueryOf<E>]: Values<QueryOf<E>[K]> }
}

/** What follows a question mark, by word. */
export type Words = Readonly<Record<string, unknown>>

const isSaid = (value: unknown): value is string | number | boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value)

/** An address with more words after its question mark; those without a value are left out. */
export const withWords = (address: string, words: Words): string => {
  const said = Object.entries(words).flatMap(([word, value]) =>
    [value]
      .flat()
      .filter(isSaid)
      .map(one => `${encodeURIComponent(word)}=${encodeURIComponent(one)}`),
  )
  return said.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${said.join('&')}`
}

/** The address of an endpoint, with what is asked of it. */
export const urlOf = <E extends { route: Route; path: string }>(
  { path }: E,
  { params, query }: AskOf<E>,
): string => {
  const given: Readonly<Record<string, string>> = params ?? {}
  return withWords(
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? '')),
    query ?? {},
  )
}
