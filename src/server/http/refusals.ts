import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEM_MEDIA_TYPE, toProblemDetails } from '#contract/kit/problem'
import { errorMessageOf } from '#domain/values/narrow'
import { HttpError, unstorableAnswersError } from '../runner/refusals.ts'
import {
  isRetryable,
  RowMissingError,
  UnstorableValueError,
  ReferenceBrokenError,
  toStoreRefusal,
  ResourceExistsError,
  ConstraintViolatedError,
  StatusChangedError,
  UnitsTakenError,
} from '../store/refusals.ts'
import { type DatabaseOutage, findDatabaseOutage } from '../process/trouble.ts'
import { pathForLog, type openRefusalLog } from './refusal-log.ts'

const CHANGED = 'Someone else has changed this in the meantime'

/** Statuses of refusals that the log samples. */
const SAMPLED: readonly number[] = [401, 403, 404, 409, 422, 429]

/**
 * The log status of a request whose client disconnected before the answer, as in logs of proxies; it is never sent.
 */
const CLIENT_CLOSED = 499

/** The one place that turns every error into an answer of the error table. */
export const sendErrorResponse = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  refusals: Pick<ReturnType<typeof openRefusalLog>, 'refused'>,
  notice: (trouble: DatabaseOutage) => void = () => {},
): void => {
  const path = pathForLog(request.url)
  if (hasGone(error, request)) {
    request.log.info({ status: CLIENT_CLOSED, method: request.method, path }, 'The client disconnected')
    void reply.code(CLIENT_CLOSED).send()
    return
  }
  const trouble = findDatabaseOutage(error)
  if (trouble) notice(trouble)
  const refused = trouble ? refusedFor(trouble) : toHttpError(error)
  if (!refused) {
    request.log.error({ err: error }, 'An unknown error occurred')
    sendError(request, reply, 500, { error: 'An unknown error occurred', id: request.id })
    return
  }
  if (SAMPLED.includes(refused.status)) refusals.refused(request, refused)
  // An unreachable database or a full disk is not a fault of the code: one log line, however many requests fail.
  if (refused.status >= 500)
    request.log.warn(
      { status: refused.status, path, why: trouble ? errorMessageOf(error) : refused.body },
      trouble?.sentence ?? 'A request cannot be answered',
    )
  if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter))
  sendError(request, reply, refused.status, refused.body)
}

/** Sends problem details (RFC 9457) to clients that accept them, and the body of the specification to all others. */
const sendError = (request: FastifyRequest, reply: FastifyReply, status: number, body: unknown): void => {
  if (!request.headers.accept?.includes(PROBLEM_MEDIA_TYPE)) {
    void reply.code(status).send(body)
    return
  }
  void reply
    .code(status)
    .type(`${PROBLEM_MEDIA_TYPE}; charset=utf-8`)
    .send(JSON.stringify(toProblemDetails(status, body, request.id)))
}

const refusedFor = ({ sentence, retryAfter }: DatabaseOutage): HttpError =>
  new HttpError(503, { error: sentence }, retryAfter)

/** True if the client disconnected, so that the request or its answer broke off. */
const hasGone = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed &&
  error instanceof Error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** The HTTP error for a thrown error; undefined for a fault of the server. */
export const toHttpError = (error: unknown): HttpError | undefined => {
  if (error instanceof HttpError) return error
  if (isRetryable(error)) return new HttpError(503, { error: 'Too many changes at once; try again' }, 1)
  if (isMalformedMultipart(error)) return new HttpError(400, { error: 'The multipart body is malformed' })
  return storesRefusal(toStoreRefusal(error)) ?? fastifysRefusal(error as FastifyError)
}

const storesRefusal = (refusal: unknown): HttpError | undefined => {
  if (refusal instanceof ResourceExistsError)
    return new HttpError(409, {
      error: 'A conflict occurred: an identical item already exists',
      reason: 'resource exists',
    })
  if (refusal instanceof StatusChangedError) return new HttpError(409, { error: CHANGED, reason: 'from' })
  if (refusal instanceof RowMissingError) return new HttpError(409, { error: CHANGED, reason: 'version' })
  if (refusal instanceof ReferenceBrokenError)
    return new HttpError(409, {
      error: 'This is still in use, or refers to something that does not exist',
      reason: 'reference',
    })
  if (refusal instanceof UnitsTakenError)
    return new HttpError(409, { error: 'Another credit already has these units', reason: 'units' })
  if (refusal instanceof ConstraintViolatedError) return unstorableAnswersError()
  if (refusal instanceof UnstorableValueError)
    return new HttpError(400, { error: 'A value cannot be stored' })
  return undefined
}

const SENTENCES: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Only application/json and multipart/form-data are accepted',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'Only application/json and multipart/form-data are accepted',
  FST_REQ_FILE_TOO_LARGE: 'The file is larger than 25 Mb',
  FST_UNDER_PRESSURE: 'The market is very busy; try again in a moment',
}

// Errors of the framework, thrown before any route runs, carry a status and a code.
const fastifysRefusal = ({ statusCode, code, message }: FastifyError): HttpError | undefined => {
  const isUnderPressure = code === 'FST_UNDER_PRESSURE'
  if (!statusCode || statusCode < 400 || (statusCode >= 500 && !isUnderPressure)) return undefined
  const usual = statusCode === 404 ? 'Not found' : statusCode === 400 ? 'Bad request' : message
  return new HttpError(statusCode, { error: SENTENCES[code] ?? usual }, isUnderPressure ? 10 : undefined)
}

// The multipart parser throws malformed bodies without a class or a code.
const isMalformedMultipart = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Unexpected end of multipart|Multipart: Boundary not found|The needle cannot)|terminated early due to/.test(
    error.message,
  )
