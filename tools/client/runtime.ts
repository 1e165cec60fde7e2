type Word = string | number | boolean

/** Input of an operation. */
export interface OperationInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, Word | readonly Word[] | undefined>>
  body?: unknown
  files?: Readonly<Record<string, { name: string; content: Blob | Uint8Array<ArrayBuffer> }>>
  idempotencyKey?: string
}

interface Details extends ErrorOptions {
  reason?: string
  code?: string
  requestId?: string
  messages?: Readonly<Record<string, string>>
  retryAfter?: number
}

/** A call that did not succeed: its status, what the server said, and what it said of each answer of a form. */
export class ApiError extends Error {
  readonly outcome = 'refused'
  readonly status: number
  readonly reason: string | undefined
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly messages: Readonly<Record<string, string>>
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, details: Details = {}) {
    const { reason, code, requestId, messages = {}, retryAfter, cause } = details
    super(message, { cause })
    this.name = 'ApiError'
    this.status = status
    this.reason = reason
    this.code = code
    this.requestId = requestId
    this.messages = messages
    this.retryAfter = retryAfter
  }
}

const UNKNOWN = 'An unknown error occurred'

const offline = (cause: unknown): never => {
  throw new ApiError(503, 'Network error', { cause })
}

const textIn = (body: unknown, name: string): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/** Body of a refusal: an error with its reason, or a message for each invalid answer. */
const errorFrom = ({ status, headers }: Response, body: unknown): ApiError => {
  const seconds = headers.get('retry-after')
  const retryAfter = seconds === null ? undefined : Number(seconds)
  const errors: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'errors') : undefined
  const said = Array.isArray(errors)
    ? errors.map((one: unknown) => [textIn(one, 'field') ?? '', textIn(one, 'message') ?? UNKNOWN])
    : []
  return new ApiError(status, textIn(body, 'error') ?? UNKNOWN, {
    reason: textIn(body, 'reason'),
    code: textIn(body, 'code'),
    requestId: headers.get('x-request-id') ?? undefined,
    messages: Object.fromEntries(said),
    retryAfter,
  })
}

/** The words after the question mark; a list repeats its word. */
const searchOf = (query: NonNullable<OperationInput['query']>): string => {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) words.append(name, String(one))
  return words.size > 0 ? `?${words.toString()}` : ''
}

/** A body with files, in parts. */
const partsOf = (body: unknown, files: NonNullable<OperationInput['files']>): FormData => {
  const parts = new FormData()
  parts.append('submission', JSON.stringify(body))
  for (const [field, { name, content }] of Object.entries(files))
    parts.append(field, new Blob([content]), name)
  return parts
}

const isJson = ({ headers }: Response): boolean => /\bjson\b/.test(headers.get('content-type') ?? '')
const isText = ({ headers }: Response): boolean => (headers.get('content-type') ?? '').startsWith('text/')

/**
 * Makes the clients of an interface from its operations: the method and path of each, and `bytes` where whatever comes
 * is a file. A client is signed in as one person at most, or asks with an API key; every operation is a method of its name.
 */
export const clientFactory =
  (operations: Readonly<Record<string, string>>) =>
  ({ baseUrl, key }: { baseUrl: string; key?: string }) => {
    // A browser keeps the session by itself: it shows pages no cookies, and sends none that they set.
    const cookies = new Map<string, string>()
    const keepCookies = ({ headers }: Response): void => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
    }

    const send = async (
      method: string,
      path: string,
      input: OperationInput,
      inBytes?: string,
    ): Promise<unknown> => {
      const { body, files, idempotencyKey } = input
      const headers = new Headers({ accept: 'application/problem+json, */*' })
      if (cookies.size > 0) headers.set('cookie', [...cookies].map(pair => pair.join('=')).join('; '))
      if (key !== undefined) headers.set('authorization', `Bearer ${key}`)
      if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
      if (body !== undefined && !files) headers.set('content-type', 'application/json')
      const answer = await fetch(`${baseUrl.replace(/\/$/, '')}${path}`, {
        method,
        headers,
        body: files ? partsOf(body, files) : JSON.stringify(body),
      }).catch(offline)
      keepCookies(answer)
      const bytes = new Uint8Array(await answer.arrayBuffer().catch(offline))
      const text = () => new TextDecoder().decode(bytes)
      if (!answer.ok) throw errorFrom(answer, isJson(answer) ? JSON.parse(text()) : undefined)
      if (answer.status === 204) return undefined
      if (inBytes) return bytes
      if (isJson(answer)) return JSON.parse(text())
      return isText(answer) ? text() : bytes
    }
    const call = (operation: string, input: OperationInput = {}): Promise<unknown> => {
      const { params = {}, query = {} } = input
      const [method = 'GET', path = '', inBytes] = operation.split(' ')
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      )
      return send(method, `${filled}${searchOf(query)}`, input, inBytes)
    }
    const follow = (link: string, input: OperationInput = {}): Promise<unknown> =>
      send(input.body === undefined ? 'GET' : 'POST', link, input)

    return {
      ...Object.fromEntries(
        Object.entries(operations).map(([name, operation]) => [
          name,
          (input?: OperationInput) => call(operation, input),
        ]),
      ),
      follow,
    }
  }
