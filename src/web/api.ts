import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/account'
import type { ListOf } from '#contract/resource'
import { problemFrom, isApiProblem, networkFailure } from './api-problem.ts'

type Params = Record<string, string | number | boolean | undefined>

const USER_KEY = ['/api/auth/user']

/** All answers of the server, kept for as long as pages show them. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 1 && isApiProblem(error) && error.status >= 500,
    },
  },
})

const underApi = (path: string) => (path.startsWith('/api/') ? path : `/api/${path.replace(/^\//, '')}`)

const withAccept = (given?: HeadersInit): Headers => {
  const headers = new Headers(given)
  headers.set('accept', 'application/json')
  return headers
}

/** One call of the server. Answers the parsed body, or undefined when it is empty; failures are `ApiProblem`s. */
export const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
  const answer = await fetch(underApi(path), {
    credentials: 'same-origin',
    ...init,
    headers: withAccept(init.headers),
  }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause
    throw networkFailure()
  })
  if (!answer.ok) {
    const problem = await problemFrom(answer)
    // The session has ended: everything that asks who is signed in now sends to the sign-in page.
    if (answer.status === 401 && !path.startsWith('/api/auth/')) queryClient.setQueryData(USER_KEY, null)
    throw problem
  }
  const text = answer.status === 204 ? '' : await answer.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Sends JSON, or a form with files as it is. */
export const send = <T>(path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
  call<T>(path, {
    method,
    body: body instanceof FormData ? body : JSON.stringify(body ?? {}),
    headers: body instanceof FormData ? headers : { 'content-type': 'application/json', ...headers },
  })

const withParams = (path: string, params: Params): string => {
  const asked = Object.entries(params).filter(([, value]) => value !== undefined && value !== '')
  if (asked.length === 0) return path
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))
  return `${path}${path.includes('?') ? '&' : '?'}${search.toString()}`
}

/** One resource by its path; nothing is asked while the path is null. */
export const useResource = <T>(path: string | null) =>
  useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<T>(path as string, { signal }),
    enabled: path !== null,
  })

/** One page of a list; the page before stays on screen until it has come. */
export const useList = <T>(path: string | null, params: Params = {}) => {
  const url = path === null ? null : withParams(path, params)
  return useQuery({
    queryKey: [url],
    queryFn: ({ signal }) => call<ListOf<T>>(url as string, { signal }),
    enabled: url !== null,
    placeholderData: keepPreviousData,
  })
}

type Choices = readonly { id: string; name: string }[]

/** The choices at a URL, kept for 60 seconds and cancelled when no longer wanted. */
export const useChoices = (url: string | null) =>
  useQuery({
    queryKey: ['choices', url],
    queryFn: ({ signal }) => call<Choices>(url as string, { signal }),
    enabled: url !== null,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })

const fetchUser = async (signal: AbortSignal): Promise<Account | null> => {
  try {
    return await call<Account>('/api/auth/user', { signal })
  } catch (error) {
    if (isApiProblem(error) && (error.status === 403 || error.status === 401)) return null
    throw error
  }
}

/** Who is signed in; null when nobody is. */
export const useUser = () =>
  useQuery({ queryKey: USER_KEY, queryFn: ({ signal }) => fetchUser(signal), staleTime: 60_000 })

/** Asks again who is signed in. */
export const askWhoIsThere = () => queryClient.refetchQueries({ queryKey: USER_KEY })

/** After signing in or out: forget all that was known, and ask again who is there. */
export const forgetEverything = async () => {
  queryClient.removeQueries({ predicate: query => query.queryKey[0] !== USER_KEY[0] })
  await askWhoIsThere()
}

/** An action has changed something: its answer is shown at once, everything else on screen is asked for again. */
export const refreshAfter = (context: { links?: { self?: string } } | null | undefined) => {
  const self = context?.links?.self
  if (self) queryClient.setQueryData([self], context)
  const isOnScreen = (url: unknown) =>
    typeof url === 'string' && url.startsWith('/api/') && url !== USER_KEY[0] && url !== self
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [url] }) => isOnScreen(url) })
}
