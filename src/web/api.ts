import { keepPreviousData, QueryClient, skipToken, useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/account'
import type { SoldTotal } from '#contract/credit'
import { saveDraft } from '#contract/draft'
import {
  type AnswerOf,
  type AskOf,
  type BodyOf,
  type Endpoint,
  urlOf,
  withWords,
  type Words,
} from '#contract/endpoint'
import type { ActionForm, Submission } from '#contract/form'
import type { actionEndpoints } from '#contract/lists'
import {
  listUrl,
  singleUrl,
  type Listed,
  type ListQueryOf,
  type RowOf,
  type Single,
  type ViewOf,
} from '#contract/noun'
import type { ListOf } from '#contract/resource'
import { countInbox, readInbox } from '#contract/inbox'
import { FIRST_ANSWERS, FIRST_FACTS } from '#contract/first-answers'
import { logout, readAccount } from '#contract/sign-in'
import type { Named } from '#contract/values'
import { problemFrom, isApiProblem, networkFailure } from './api-problem.ts'
import { sendFiles } from './send-files.ts'

type Read = Endpoint & { route: `GET /${string}` }
type Sent = Endpoint & { route: `${'POST' | 'DELETE'} /${string}` }

const USER_KEY = [urlOf(readAccount, {})]

/** All answers of the server, kept by their addresses for as long as pages show them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 1 && isApiProblem(error) && error.status >= 500,
    },
  },
})

/** Takes over the answers that came with the page, once; from then on they are like all that was asked for now. */
export const keepFirstAnswers = (): void => {
  const element = document.getElementById(FIRST_ANSWERS)
  element?.remove()
  const answers = JSON.parse(element?.textContent ?? '{}') as Readonly<Record<string, unknown>>
  for (const [url, answer] of Object.entries(answers)) queryClient.setQueryData([url], answer)
}

/** What a page that came drawn has told of itself, as far as it is needed before it tells it again. */
interface FirstFacts {
  title: string
  crumbs: readonly { name: string; to?: string }[]
}

/** What the page told of itself as the server drew it; nothing where it did not. */
export const firstFacts = () => queryClient.getQueryData<FirstFacts>([FIRST_FACTS])

/** Keeps what a page tells of itself, for the browser that takes it over. */
export const keepFirstFacts = ({ title, crumbs }: FirstFacts): void =>
  void queryClient.setQueryData([FIRST_FACTS], { title, crumbs })

/** Who is signed in, as far as that is known already. */
export const knownUser = (): Account | null | undefined => queryClient.getQueryData(USER_KEY)

interface Init extends Omit<RequestInit, 'headers'> {
  headers?: Readonly<Record<string, string>>
}

/** One call of the server. What it answers is taken for what the contract says of the address; failures are `ApiProblem`s. */
const call = async <T>(url: string, { headers, ...init }: Init = {}): Promise<T> =>
  answerOf<T>(
    url,
    fetch(url, {
      credentials: 'same-origin',
      ...init,
      headers: { accept: 'application/json', ...headers },
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
    throw networkFailure()
  })
  if (!answer.ok) {
    const problem = await problemFrom(answer)
    // The session has ended: everything that asks who is signed in now sends to the sign-in page.
    if (answer.status === 401 && !url.startsWith('/api/auth/')) sessionHasEnded()
    throw problem
  }
  const text = answer.status === 204 ? '' : await answer.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const json = (body: unknown): Init => ({
  body: JSON.stringify(body ?? {}),
  headers: { 'content-type': 'application/json' },
})

/** Asks an endpoint once, outside of what is kept. */
export const fetchAnswer = <E extends Read>(endpoint: E, ask: AskOf<E>, signal?: AbortSignal) =>
  call<AnswerOf<E>>(urlOf(endpoint, ask), { signal })

type BodyIn<E> = [BodyOf<E>] extends [undefined] ? { body?: undefined } : { body: BodyOf<E> }

/** Sends to an endpoint what it takes. */
export const send = <E extends Sent>(endpoint: E, ask: AskOf<E> & BodyIn<E>) =>
  call<AnswerOf<E>>(urlOf(endpoint, ask), {
    method: endpoint.method,
    ...(endpoint.method === 'POST' && json(ask.body)),
  })

/** As much may be sent by a page that is being left. */
const MOST_ON_LEAVING = 60_000

/** Keeps a draft; of a page that is being left the browser still sends it, unless it is too long for that. */
export const keepDraft = (draft: BodyOf<typeof saveDraft>, isLeaving: boolean) => {
  const sent = json(draft)
  const keepalive = isLeaving && JSON.stringify(draft).length < MOST_ON_LEAVING
  return call<AnswerOf<typeof saveDraft>>(saveDraft.path, { method: saveDraft.method, keepalive, ...sent })
}

type ActionEndpoints = ReturnType<typeof actionEndpoints>

/** The form of an action, at the address that a link names. */
export const fetchForm = (url: string, signal: AbortSignal) => call<ActionForm>(url, { signal })

/** How the sending of files is watched: which part has been sent, and what stops it. */
export interface Watching {
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** Submits a form at its address, files with it; under the same key it is done once however often it is sent. */
export const submitForm = (url: string, body: FormData | Submission, key: string, watching: Watching) => {
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

/** One thing of a noun by its id; nothing is asked while there is none. */
export const useResource = <N extends Single>(noun: N, id: string | null | undefined) =>
  useFetched<ViewOf<N>>(id ? singleUrl(noun, id) : null)

/** What an endpoint answers; nothing is asked while there is nothing to ask. If steady, the answer before stays on screen until the next has come. */
export const useAnswer = <E extends Read>(
  endpoint: E,
  ask: AskOf<E> | null,
  words: Words = {},
  isSteady = false,
) => useFetched<AnswerOf<E>>(ask && withWords(urlOf(endpoint, ask), words), isSteady)

/** The same, with the answer before on screen until the next has come; asked again every so often, in milliseconds, if told. */
export const useSteadyAnswer = <E extends Read>(
  endpoint: E,
  ask: AskOf<E>,
  every: (data: AnswerOf<E>) => number | false = () => false,
) => {
  const url = urlOf(endpoint, ask)
  return useQuery({
    queryKey: [url],
    queryFn: ({ signal }) => call<AnswerOf<E>>(url, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data === undefined ? false : every(data)),
  })
}

/** What was sold of all that a list selects. */
export const useSoldTotals = <N extends Listed & { isSold: true }>(
  noun: N,
  query: ListQueryOf<N>,
  words: Words,
) => useFetched<SoldTotal[]>(withWords(listUrl(noun, query, words), { format: 'totals' }))

/** One page of a list, `words` asked besides as they stand in an address; the page before stays on screen until it has come. */
export const useList = <N extends Listed>(noun: N | null, query: ListQueryOf<N>, words: Words = {}) => {
  const url = noun && listUrl(noun, query, words)
  return useQuery({
    queryKey: [url],
    queryFn: url === null ? skipToken : ({ signal }) => call<ListOf<RowOf<N>>>(url, { signal }),
    placeholderData: keepPreviousData,
  })
}

const choicesAt = (url: string | null) => ({
  queryKey: ['choices', url],
  // They may have come with the page.
  initialData: () => queryClient.getQueryData<Named[]>([url]),
  initialDataUpdatedAt: () => queryClient.getQueryState([url])?.dataUpdatedAt,
  staleTime: 60_000,
})

/** The choices at an address, kept for 60 seconds and cancelled when no longer wanted. */
export const useChoices = (url: string | null) =>
  useQuery({
    ...choicesAt(url),
    queryFn: url === null ? skipToken : ({ signal }) => call<Named[]>(url, { signal }),
    refetchOnWindowFocus: false,
  })

/** Fetches the choices of a question ahead of it; where that fails, the question says so. */
export const choicesAhead = (url: string): Promise<void> =>
  queryClient.prefetchQuery({
    ...choicesAt(url),
    queryFn: ({ signal }) => call<Named[]>(url, { signal }),
  })

const fetchUser = async (signal: AbortSignal): Promise<Account | null> => {
  try {
    return await fetchAnswer(readAccount, {}, signal)
  } catch (error) {
    if (isApiProblem(error) && (error.status === 403 || error.status === 401)) return null
    throw error
  }
}

/** Who is signed in; null when nobody is. */
export const useUser = () =>
  useQuery({ queryKey: USER_KEY, queryFn: ({ signal }) => fetchUser(signal), staleTime: 60_000 })

/** Asks again what an endpoint answers, where that is on screen. */
export const askAgain = <E extends Read>(endpoint: E, ask: AskOf<E>) =>
  queryClient.invalidateQueries({ queryKey: [urlOf(endpoint, ask)] })

/** How much the inbox of the reader holds, as it has just been answered; what of it is on screen is asked again. */
export const inboxHasChanged = (counts: AnswerOf<typeof countInbox>) => {
  queryClient.setQueryData([urlOf(countInbox, {})], counts)
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [url] }) => typeof url === 'string' && url.split('?')[0] === urlOf(readInbox, {}),
  })
}

let isSigningOut = false

/** Nobody is signed in any more: what needs somebody gives way to the page to sign in on, which leads back. */
export const sessionHasEnded = () => {
  if (!isSigningOut) queryClient.setQueryData(USER_KEY, null)
}

/** Asks again who is signed in. */
export const askWhoIsThere = () => queryClient.refetchQueries({ queryKey: USER_KEY })

/** After signing in or out: forget all that was known, and ask again who is there. */
export const forgetEverything = async () => {
  queryClient.removeQueries({ predicate: query => query.queryKey[0] !== USER_KEY[0] })
  // A first question still under way would be waited for in place of a new one, and answer of before.
  await queryClient.cancelQueries({ queryKey: USER_KEY })
  await askWhoIsThere()
}

/** Signs out, goes away, and forgets. What the page that is left is refused meanwhile does not lead to a sign-in. */
export const signOut = async (goAway: () => Promise<void> | void): Promise<void> => {
  isSigningOut = true
  try {
    await send(logout, {})
    await goAway()
  } finally {
    isSigningOut = false
  }
  await forgetEverything()
}

/** An action has changed something: its answer is shown at once, everything else on screen is asked for again. */
export const refreshAfter = (context: { links?: { self?: string } } | null | undefined) => {
  const self = context?.links?.self
  if (self) queryClient.setQueryData([self], context)
  const isOnScreen = (url: unknown) =>
    typeof url === 'string' && url.startsWith('/api/') && url !== USER_KEY[0] && url !== self
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [url] }) => isOnScreen(url) })
}
