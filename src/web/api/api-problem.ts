/** Message about one answer of a form; without a field it is about the form as a whole. */
export interface FieldMessage {
  field: string
  message: string
}

/** Failed call: its status, the server's message, and messages by field. */
export interface ApiProblem extends Error {
  status: number
  reason: string | null
  messages: readonly FieldMessage[]
}

const UNKNOWN = 'An unknown error occurred'

const problem = (
  status: number,
  message: string,
  reason: string | null = null,
  messages: readonly FieldMessage[] = [],
): ApiProblem => Object.assign(new Error(message), { status, reason, messages })

/** Returns true if an error is a refusal of the server or a failure to reach it. */
export const isApiProblem = (error: unknown): error is ApiProblem =>
  error instanceof Error && 'status' in error

/** Message for the reader about a thrown value. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Error for a server that could not be reached. */
export const networkError = (): ApiProblem => problem(503, 'Network error')

const textAt = (body: unknown, name: string): string | undefined => {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * Reads the error from a response: JSON with an error, cause or message, a list of messages, or plain text.
 */
export const readApiProblem = async (answer: Response): Promise<ApiProblem> => {
  const text = await answer.text().catch(() => '')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // The HTML page of a proxy says nothing to the reader.
    return problem(answer.status, text && !text.trimStart().startsWith('<') ? text : UNKNOWN)
  }
  if (Array.isArray(body)) {
    const messages = body.map((one: unknown) => ({
      field: textAt(one, 'field') ?? '',
      message: textAt(one, 'message') ?? UNKNOWN,
    }))
    return problem(answer.status, messages.map(one => one.message).join('. ') || UNKNOWN, null, messages)
  }
  const reason = textAt(body, 'reason') ?? null
  const message =
    reason === 'resource exists'
      ? 'A conflict occurred: an identical item already exists'
      : (textAt(body, 'error') ?? textAt(body, 'cause') ?? textAt(body, 'message') ?? UNKNOWN)
  return problem(answer.status, message, reason)
}
