/** A message about one answer of a form; without a field it is about the form as a whole. */
export interface FieldMessage {
  field: string
  message: string
}

/** A call that did not succeed: its status, what the server said, and its messages by field. */
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

/** Is this a refusal of the server, or a failure to reach it? */
export const isApiProblem = (error: unknown): error is ApiProblem =>
  error instanceof Error && 'status' in error

/** The server could not be reached. */
export const networkFailure = (): ApiProblem => problem(503, 'Network error')

/** What went wrong, from an answer: JSON with an error, cause or message, a list of messages, or plain text. */
export const problemFrom = async (answer: Response): Promise<ApiProblem> => {
  const text = await answer.text().catch(() => '')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // A page of a server in between says nothing to the reader.
    return problem(answer.status, text && !text.trimStart().startsWith('<') ? text : UNKNOWN)
  }
  if (Array.isArray(body)) {
    const messages = (body as Partial<FieldMessage>[]).map(one => ({
      field: one.field ?? '',
      message: one.message ?? UNKNOWN,
    }))
    return problem(answer.status, messages.map(one => one.message).join('. ') || UNKNOWN, null, messages)
  }
  const { error, cause, reason, ...rest } = (body ?? {}) as Record<string, string | undefined>
  const message =
    reason === 'resource exists'
      ? 'A conflict occurred: an identical item already exists'
      : (error ?? cause ?? rest.message ?? UNKNOWN)
  return problem(answer.status, message, reason ?? null)
}
