import { keepPreviousData, QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/people/account'
import type { SoldTotal } from '#contract/credit/credit'
import { saveDraft } from '#contract/desk/draft'
import {
  type AnswerOf,
  type EndpointParameters,
  type BodyOf,
  type Endpoint,
  endpointUrl,
  withQuery,
  type QueryParameters,
} from '#contract/kit/endpoint'
import type { ActionForm, Submission } from '#contract/kit/form'
import type { actionEndpoints } from '#contract/desk/lists'
import {
  listUrl,
  resourceUrl,
  type ListedNoun,
  type ListQueryOf,
  type RowOf,
  type SingleNoun,
  type ViewOf,
} from '#contract/kit/noun'
import type { ListPage } from '#contract/kit/resource'
import { countInbox, readInbox } from '#contract/desk/inbox'
import { logout, readAccount } from '#contract/people/sign-in'
import type { IdAndName } from '#contract/kit/values'
import { readApiProblem, isApiProblem, networkError } from './api-problem.ts'
import { freshness } from './freshness.ts'
import { sendFiles } from './send-files.ts'

type Read = Endpoint & { route: `GET /${string}` }
type Sent = Endpoint & { route: `${'POST' | 'DELETE'} /${string}` }

const USER_KEY = [endpointUrl(readAccount, {})]

/** Cache of all answers of the server, by address, for as long as pages show them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 1 && isApiProblem(error) && error.status >= 500,
    },
  },
})

/** Signed-in user as far as already known: null if no one is signed in, undefined if unknown. */
export const cachedUser = (): Account | null | undefined => queryClient.getQueryData(USER_KEY)

interface Init extends Omit<RequestInit, 'headers'> {
  headers?: Readonly<Record<string, string>>
}

/** Calls the server and trusts the answer to follow its contract. Throws an `ApiProblem` on failure. */
const call = async <T>(url: string, { headers, ...init }: Init = {}): Promise<T> =>
  answerOf<T>(
    url,
    fetch(url, {
      credentials: 'same-origin',
      ...init,
      headers: { accept: 'application/json', ...freshness(), ...headers },
    }),
    init.signal,
  )

const answerOf = async <T>(
  url: string,
  called: Promise<Response>,
  signal?: AbortSignal | null,
): Promise<T> => {
  const answer = await called.catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw networkError()
  })
  if (!answer.ok) {
    const problem = await readApiProblem(answer)
    // The session has ended: everything that depends on the user now redirects to the sign-in page.
    if (answer.status === 401 && !url.startsWith('/api/auth/')) markSessionEnded()
    throw problem
  }
  const text = answer.status === 204 ? '' : await answer.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const json = (body: unknown): Init => ({
  body: JSON.stringify(body ?? {}),
  headers: { 'content-type': 'application/json' },
})

/** Reads from an endpoint once, without the cache. */
export const fetchAnswer = <E extends Read>(endpoint: E, ask: EndpointParameters<E>, signal?: AbortSignal) =>
  call<AnswerOf<E>>(endpointUrl(endpoint, ask), { signal })

type BodyIn<E> = [BodyOf<E>] extends [undefined] ? { body?: undefined } : { body: BodyOf<E> }

/** Sends a request with a body to an endpoint. */
export const sendRequest = <E extends Sent>(endpoint: E, ask: EndpointParameters<E> & BodyIn<E>) =>
  call<AnswerOf<E>>(endpointUrl(endpoint, ask), {
    method: endpoint.method,
    // What a person discards is discarded even if the page is left at once.
    keepalive: endpoint.method === 'DELETE',
    ...(endpoint.method === 'POST' && json(ask.body)),
  })

/** Bytes that a page may send while it is being left (limit of `fetch` with `keepalive`). */
const MOST_ON_LEAVING = 60_000

/** Saves a draft. If the page is being left the browser still sends it, unless it is too long. */
export const keepDraft = (draft: BodyOf<typeof saveDraft>, isLeaving: boolean) => {
  const sent = json(draft)
  const keepalive = isLeaving && JSON.stringify(draft).length < MOST_ON_LEAVING
  return call<AnswerOf<typeof saveDraft>>(saveDraft.path, { method: saveDraft.method, keepalive, ...sent })
}

type ActionEndpoints = ReturnType<typeof actionEndpoints>

/** Reads the form of an action from the address in a link. */
export const fetchForm = (url: string, signal: AbortSignal) => call<ActionForm>(url, { signal })

/** Callbacks for an upload: its progress, and the signal that aborts it. */
export interface UploadCallbacks {
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** Submits a form to its address, with its files. With the same idempotency key it is done only once. */
export const submitForm = (
  url: string,
  body: FormData | Submission,
  key: string,
  watching: UploadCallbacks,
) => {
  const headers = { 'idempotency-key': key }
  if (body instanceof FormData) {
    const accepting = { accept: 'application/json', ...headers }
    const sent = sendFiles(url, body, { ...watching, headers: accepting })
    return answerOf<AnswerOf<ActionEndpoints['run']>>(url, sent, watching.signal)
  }
  const sent = json(body)
  return call<AnswerOf<ActionEndpoints['run']>>(url, {
    method: 'POST',
    ...sent,
    headers: { ...sent.headers, ...headers },
  })
}

const useFetched = <T>(url: string | null, isSteady = false) =>
  useQuery({
    queryKey: [url],
    queryFn: url === null ? skipToken : ({ signal }) => call<T>(url, { signal }),
    placeholderData: isSteady ? keepPreviousData : undefined,
  })

/** Record of a noun by its id; nothing is fetched while the id is missing. */
export const useResource = <N extends SingleNoun>(noun: N, id: string | null | undefined) =>
  useFetched<ViewOf<N>>(id ? resourceUrl(noun, id) : null)

/** Answer of an endpoint, fetched where there is a query. If steady, the previous answer stays until the next arrives. */
export const useAnswer = <E extends Read>(
  endpoint: E,
  ask: EndpointParameters<E> | null,
  words: QueryParameters = {},
  isSteady = false,
) => useFetched<AnswerOf<E>>(ask && withQuery(endpointUrl(endpoint, ask), words), isSteady)

/** Answer of an endpoint; the previous one stays until the next arrives. Refetched at an interval in ms, if given. */
export const useSteadyAnswer = <E extends Read>(
  endpoint: E,
  ask: EndpointParameters<E>,
  every: (data: AnswerOf<E>) => number | false = () => false,
) => {
  const url = endpointUrl(endpoint, ask)
  return useQuery({
    queryKey: [url],
    queryFn: ({ signal }) => call<AnswerOf<E>>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : every(data)),
  })
}

/** Totals of units sold for everything that a list selects. */
export const useSoldTotals = <N extends ListedNoun & { isSold: true }>(
  noun: N,
  query: ListQueryOf<N>,
  words: QueryParameters,
) => useFetched<SoldTotal[]>(withQuery(listUrl(noun, query, words), { format: 'totals' }))

/** Page of a list, with `words` as query parameters. The previous page stays until the next one arrives. */
export const useList = <N extends ListedNoun>(
  noun: N | null,
  query: ListQueryOf<N>,
  words: QueryParameters = {},
) => {
  const url = noun && listUrl(noun, query, words)
  return useQuery({
    queryKey: [url],
    queryFn: url === null ? skipToken : ({ signal }) => call<ListPage<RowOf<N>>>(url, { signal }),
    placeholderData: keepPreviousData,
  })
}

const choicesAt = (url: string | null) => ({
  queryKey: ['choices', url],
  // The choices may have been preloaded in the page.
  initialData: () => queryClient.getQueryData<IdAndName[]>([url]),
  initialDataUpdatedAt: () => queryClient.getQueryState([url])?.dataUpdatedAt,
  staleTime: 60_000,
})

/** Choices from an address, cached for 60 seconds; the request is cancelled when they are no longer needed. */
export const useChoices = (url: string | null) =>
  useQuery({
    ...choicesAt(url),
    queryFn: url === null ? skipToken : ({ signal }) => call<IdAndName[]>(url, { signal }),
    refetchOnWindowFocus: false,
  })

/** Prefetches the choices of a field. If that fails, the field reports it. */
export const prefetchChoices = (url: string): Promise<void> =>
  queryClient.prefetchQuery({
    ...choicesAt(url),
    queryFn: ({ signal }) => call<IdAndName[]>(url, { signal }),
  })

const fetchUser = async (signal: AbortSignal): Promise<Account | null> => {
  try {
    return await fetchAnswer(readAccount, {}, signal)
  } catch (error) {
    if (isApiProblem(error) && (error.status === 403 || error.status === 401)) return null
    throw error
  }
}

/** Signed-in user; null if no one is signed in. */
export const useUser = () =>
  useQuery({ queryKey: USER_KEY, queryFn: ({ signal }) => fetchUser(signal), staleTime: 60_000 })

/** Refetches the answer of an endpoint if it is on screen. */
export const refetchAnswer = <E extends Read>(endpoint: E, ask: EndpointParameters<E>) =>
  queryClient.invalidateQueries({ queryKey: [endpointUrl(endpoint, ask)] })

/** Takes over new counts of the reader's inbox, and refetches the parts that are on screen. */
export const updateInboxCounts = (counts: AnswerOf<typeof countInbox>) => {
  queryClient.setQueryData([endpointUrl(countInbox, {})], counts)
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [url] }) =>
      typeof url === 'string' && url.split('?')[0] === endpointUrl(readInbox, {}),
  })
}

let isSigningOut = false

/** Marks the session as ended: pages for signed-in users redirect to the sign-in page, which leads back. */
export const markSessionEnded = () => {
  if (!isSigningOut) queryClient.setQueryData(USER_KEY, null)
}

/** Refetches the signed-in user. */
export const refetchUser = () => queryClient.refetchQueries({ queryKey: USER_KEY })

/** Clears the cache after signing in or out, and refetches the user. */
export const clearCache = async () => {
  queryClient.removeQueries({ predicate: query => query.queryKey[0] !== USER_KEY[0] })
  // Without this, the new request would wait for the old one, which answers for the previous session.
  await queryClient.cancelQueries({ queryKey: USER_KEY })
  await refetchUser()
}

/** Signs out, leaves the page, and clears the cache. Refusals meanwhile do not redirect to the sign-in page. */
export const signOut = async (goAway: () => Promise<void> | void): Promise<void> => {
  isSigningOut = true
  try {
    await sendRequest(logout, {})
    await goAway()
  } finally {
    isSigningOut = false
  }
  await clearCache()
}

/** Refreshes after an action: its answer is shown immediately, everything else on screen is refetched. */
export const refreshAfterAction = (context: { links?: { self?: string } } | null | undefined) => {
  const self = context?.links?.self
  if (self) queryClient.setQueryData([self], context)
  const isOnScreen = (url: unknown) =>
    typeof url === 'string' && url.startsWith('/api/') && url !== USER_KEY[0] && url !== self
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [url] }) => isOnScreen(url) })
}
