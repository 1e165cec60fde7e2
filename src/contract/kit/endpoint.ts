import { z } from 'zod'
import type { Deprecation } from './deprecation.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** A method and a path; variable parts start with a colon, as in `GET /api/project/:id`. */
export type Route = `${Method} /${string}`

/**
 * Callers that an endpoint answers at all, decided before everything else:
 * `anyone`, without reading the session; `visitor`, anyone, with the session if there is one; `account`, anyone signed in, even
 * before a required second factor or the admission of their organisation; `member`, anyone signed in and admitted; `sysadmin`, a
 * system administrator.
 * The requested thing decides afterwards what a member may see and do.
 */
export type EndpointAccess = 'anyone' | 'visitor' | 'account' | 'member' | 'sysadmin'

/** The answer has only a status. */
export const noContentResponse = z.void()

/** Content of an answer by media type, if it is not JSON, or not only. */
export interface ResponseMedia {
  media: Readonly<Record<string, z.ZodType>>
}

/** Describes an answer in other media than JSON, or in several. */
export const mediaAnswer = <const M extends Readonly<Record<string, z.ZodType>>>(types: M) => ({
  media: types,
})

/** The answer only redirects. */
export const redirectResponse = mediaAnswer({})

/** Bytes or text without a further schema. */
export const binaryBody = z.string().meta({ format: 'binary' })

export type ResponseShape = z.ZodType | ResponseMedia
export type Answers = Readonly<Record<number, ResponseShape>>

/**
 * Caching of an answer that is the same for everyone: for seconds, until the next release, or in browsers for days, if it hardly
 * ever changes.
 */
export type CachePolicy = 'moment' | 'release' | 'lasting'

/** Definition of an endpoint, without its route. */
export interface EndpointDefinition<
  Q extends z.ZodObject,
  B extends z.ZodType,
  A extends Answers,
  X extends EndpointAccess = EndpointAccess,
> {
  /** Name of the operation, for clients. */
  id: string
  tag: string
  summary: string
  access: X
  /** Use with an API key: with any key for reading, with the right scope for acting. Without this field no key is accepted. */
  byKey?: 'read' | 'act'
  /** With an API key for previews only, the endpoint previews instead of acting. Without this field it refuses such keys, unless it only reads. */
  previewsByKey?: boolean
  /** Query parameters; other words are refused with 400. */
  query?: Q
  body?: B
  /** Message of the 400 for a body of another shape, if its parts are not answers to correct one by one. */
  malformed?: string
  /** Files may come with the body, which is then multipart. */
  takesFiles?: boolean
  /** A repeated request with the same header `Idempotency-Key` acts only once. Always so for actions. */
  takesIdempotencyKey?: boolean
  /** Allowed while the disk is nearly full: it writes little, and people need it to sign in or out. */
  writesLittle?: boolean
  /** The answer is the same for everyone, so servers, shared caches and browsers may cache it. Only for public data. */
  kept?: CachePolicy
  /** Set if the operation will end; a deprecated field says so itself (`deprecatedField`). */
  deprecation?: Deprecation
  /** Answers by status: at least the success. Refusals that follow from the other fields need no entry. */
  answers: A
}

/** Definition of an endpoint: the server mounts it, the browser calls it, and the published description is made from it. */
export interface Endpoint<
  R extends Route = Route,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodType = z.ZodType,
  A extends Answers = Answers,
  X extends EndpointAccess = EndpointAccess,
> extends EndpointDefinition<Q, B, A, X> {
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
  const X extends EndpointAccess = EndpointAccess,
>(
  route: R,
  definition: EndpointDefinition<Q, B, A, X>,
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

/** Variable parts of the path of an endpoint, by name. */
export type ParamsOf<E> = E extends { route: infer R extends Route } ? Record<NamesIn<R>, string> : never

/** Query of an endpoint. */
export type QueryOf<E> = E extends { query?: infer Q extends z.ZodObject } ? z.output<Q> : never

/** Body of an endpoint. */
export type BodyOf<E> = E extends { body?: infer B extends z.ZodType } ? z.output<B> : never

type JsonOf<S> = S extends z.ZodType
  ? z.output<S>
  : S extends { media: { 'application/json': infer J extends z.ZodType } }
    ? z.output<J>
    : never
type Success = 200 | 201 | 202 | 204

/** JSON answer of an endpoint when it succeeds. */
export type AnswerOf<E> = E extends { answers: infer A extends Answers }
  ? { [S in keyof A & Success]: JsonOf<A[S]> }[keyof A & Success]
  : never

/** Names of the variable parts of a path. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** Values of one query parameter: a single value stands for a list with one value. */
export type QueryValues<V> = V extends readonly (infer T)[] ? T | readonly T[] : V

/** Parameters of an endpoint: variable parts of its path, and its query. */
export type EndpointParameters<E> = (keyof ParamsOf<E> extends never
  ? { params?: undefined }
  : { params: ParamsOf<E> }) & {
  query?: { readonly [K in keyof QueryOf<E>]: QueryValues<QueryOf<E>[K]> }
}

/** Query parameters by name. */
export type QueryParameters = Readonly<Record<string, unknown>>

const isSaid = (value: unknown): value is string | number | boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value)

/** Adds query parameters to an address; those without a value are left out. */
export const withQuery = (address: string, words: QueryParameters): string => {
  const said = Object.entries(words).flatMap(([word, value]) =>
    [value]
      .flat()
      .filter(isSaid)
      .map(one => `${encodeURIComponent(word)}=${encodeURIComponent(one)}`),
  )
  return said.length === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${said.join('&')}`
}

/** Address of an endpoint with its parameters. */
export const endpointUrl = <E extends { route: Route; path: string }>(
  { path }: E,
  { params, query }: EndpointParameters<E>,
): string => {
  const given: Readonly<Record<string, string>> = params ?? {}
  return withQuery(
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? '')),
    query ?? {},
  )
}
