import type { AccessRequirement } from '#contract/people/account'

/** A refused request: the status, and the body with the reason that API clients read. */
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

/** Answers that fail validation: errors by field; an empty field name stands for the form as a whole. */
export class InvalidAnswersBody extends HttpError {
  readonly messages: { field: string; message: string }[]

  constructor(messages: { field: string; message: string }[]) {
    super(422, messages)
    this.messages = messages
  }
}

/** 401: the request has no session. */
export const notSignedInError = (): HttpError => new HttpError(401, { error: 'Sign in first' })

/** 403: signed in, but not allowed; the reason comes from the gate. */
export const forbiddenError = (why: string, reason?: AccessRequirement): HttpError =>
  new HttpError(403, { error: why, ...(reason !== undefined && { reason }) })

/** 401: a wrong name, password or code at sign-in. */
export const unauthorisedError = (why: string): HttpError => new HttpError(401, { error: why })

/** 404: does not exist, or is not visible to this reader. The two must look alike. */
export const notFoundError = (): HttpError => new HttpError(404, { error: 'Not found' })

/** 409: the status, the window or the version does not allow it, or an identical item exists. */
export const conflictError = (why: string, reason?: string): HttpError =>
  new HttpError(409, { error: why, ...(reason !== undefined && { reason }) })

/** 403 or 409: the act can be done, but this person must not decide it. A proposal stays, so that someone else can. */
export class WrongDeciderError extends HttpError {
  constructor(why: string, { status, body }: Pick<HttpError, 'status' | 'body'> = conflictError(why)) {
    super(status, body)
  }
}

/** Converts messages by field, with `form` for the form as a whole, to the list that API clients read. */
export const toFieldMessages = (
  messages: Record<string, string | undefined>,
): InvalidAnswersBody['messages'] =>
  Object.entries(messages).flatMap(([field, message]) =>
    message === undefined ? [] : [{ field: field === 'form' ? '' : field, message }],
  )

/** 422: answers fail validation; `form` has the message for the form as a whole. */
export const invalidAnswersError = (messages: Record<string, string | undefined>): InvalidAnswersBody =>
  new InvalidAnswersBody(toFieldMessages(messages))

/** 422: answers that are valid one by one, but that constraints refuse together. */
export const unstorableAnswersError = (): InvalidAnswersBody =>
  invalidAnswersError({ form: 'These answers contradict each other' })

/** 400: not JSON, malformed, or an unknown value in the query. */
export const badRequestError = (why: string): HttpError => new HttpError(400, { error: why })

/** 413: larger than the limit. */
export const tooLargeError = (why: string): HttpError => new HttpError(413, { error: why })

/** 415: a type that is not accepted. */
export const wrongTypeError = (why: string): HttpError => new HttpError(415, { error: why })
