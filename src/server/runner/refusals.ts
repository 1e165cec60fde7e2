import type { AccessRequirement } from '#contract/account'

/** A request that is answered with a reason instead of a result: the status and the body that api clients read. */
export class HttpError extends Error {
  readonly status: number
  readonly body: unknown
  /** Whole seconds to wait before trying again. */
  readonly retryAfter?: number

  constructor(status: number, body: unknown, retryAfter?: number) {
    super(`Refused with ${status}`)
    this.name = 'HttpError'
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** The answers fail validation: what is wrong with each field, or with the form as a whole where the field is empty. */
export class WrongAnswers extends HttpError {
  readonly messages: { field: string; message: string }[]

  constructor(messages: { field: string; message: string }[]) {
    super(422, messages)
    this.messages = messages
  }
}

/** Nobody is signed in. */
export const notSignedIn = (): HttpError => new HttpError(401, { error: 'Sign in first' })

/** Signed in, but not allowed: the reason is that of the gate. */
export const forbidden = (why: string, reason?: AccessRequirement): HttpError =>
  new HttpError(403, { error: why, ...(reason !== undefined && { reason }) })

/** A wrong name, password or code at signing in. */
export const unauthorised = (why: string): HttpError => new HttpError(401, { error: why })

/** Not there, or not to be seen by this reader: the two are never told apart. */
export const notFound = (): HttpError => new HttpError(404, { error: 'Not found' })

/** The status, the window or the version does not allow it, or an identical item exists. */
export const conflict = (why: string, reason?: string): HttpError =>
  new HttpError(409, { error: why, ...(reason !== undefined && { reason }) })

/** Messages by field, that of the form as a whole under `form`, as api clients read them. */
export const messagesOf = (messages: Record<string, string | undefined>): WrongAnswers['messages'] =>
  Object.entries(messages).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field: field === 'form' ? '' : field, message }],
  )

/** The answers fail validation; the message of the form as a whole is under `form`. */
export const invalid = (messages: Record<string, string | undefined>): WrongAnswers =>
  new WrongAnswers(messagesOf(messages))

/** Answers that are right one by one, but that the tables do not admit together. */
export const unstorable = (): WrongAnswers => invalid({ form: 'These values do not go together' })

/** Not understood: not JSON, malformed, or an unknown value in the query. */
export const badRequest = (why: string): HttpError => new HttpError(400, { error: why })

/** Larger than is accepted. */
export const tooLarge = (why: string): HttpError => new HttpError(413, { error: why })

/** Of a type that is not accepted. */
export const wrongType = (why: string): HttpError => new HttpError(415, { error: why })
