import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEM_TYPE, problemOf } from '#contract/problem'
import { messageOf } from '#domain/narrow'
import { HttpError, unstorable } from '../runner/refusals.ts'
import {
  isLostRace,
  NothingThere,
  NotStorable,
  ReferenceBroken,
  refusalOf,
  ResourceExists,
  RuleBroken,
  StatusMovedOn,
  UnitsHeld,
} from '../store/refusals.ts'
import { type Trouble, troubleOf } from '../store/trouble.ts'
import { loggedPath, type openRefusalLog } from './refusal-log.ts'

const CHANGED = 'Changed by someone else meanwhile'

/** Refusals that are sampled in the log. */
const SAMPLED: readonly number[] = [401, 403, 404, 409, 422, 429]

/** The status of a request whose client went away before it was answered, as proxies log it; nobody is sent it. */
const CLIENT_CLOSED = 499

/** The one place where whatever went wrong becomes an answer of the error table. */
export const answerError = (
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  refusals: Pick<ReturnType<typeof openRefusalLog>, 'refused'>,
  notice: (trouble: Trouble) => void = () => {},
): void => {
  const path = loggedPath(request.url)
  if (hasGone(error, request)) {
    request.log.info({ status: CLIENT_CLOSED, method: request.method, path }, 'The client has gone')
    void reply.code(CLIENT_CLOSED).send()
    return
  }
  const trouble = troubleOf(error)
  if (trouble) notice(trouble)
  const refused = trouble ? refusedFor(trouble) : refusedBy(error)
  if (!refused) {
    request.log.error({ err: error }, 'An unknown error occurred')
    sendError(request, reply, 500, { error: 'An unknown error occurred', id: request.id })
    return
  }
  if (SAMPLED.includes(refused.status)) refusals.refused(request, refused)
  // A database that is away, or a full disk, is no fault of the code: a line tells of it, however many ask.
  if (refused.status >= 500)
    request.log.warn(
      { status: refused.status, path, why: trouble ? messageOf(error) : refused.body },
      trouble?.sentence ?? 'Cannot serve',
    )
  if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter))
  sendError(request, reply, refused.status, refused.body)
}

/** Programs that accept problems (RFC 9457) are sent one; everybody else what the specification says. */
const sendError = (request: FastifyRequest, reply: FastifyReply, status: number, body: unknown): void => {
  if (!request.headers.accept?.includes(PROBLEM_TYPE)) {
    void reply.code(status).send(body)
    return
  }
  void reply
    .code(status)
    .type(`${PROBLEM_TYPE}; charset=utf-8`)
    .send(JSON.stringify(problemOf(status, body, request.id)))
}

const refusedFor = ({ sentence, retryAfter }: Trouble): HttpError =>
  new HttpError(503, { error: sentence }, retryAfter)

/** Has the client hung up, so that what was sent or is to be answered broke off? */
const hasGone = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.socket.destroyed &&
  error instanceof Error &&
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

/** What an error is answered with; undefined for a fault of ours. */
export const refusedBy = (error: unknown): HttpError | undefined => {
  if (error instanceof HttpError) return error
  if (isLostRace(error)) return new HttpError(503, { error: 'Too many changes at once; try again' }, 1)
  if (isMalformedMultipart(error)) return new HttpError(400, { error: 'The multipart body is malformed' })
  return storesRefusal(refusalOf(error)) ?? fastifysRefusal(error as FastifyError)
}

const storesRefusal = (refusal: unknown): HttpError | undefined => {
  if (refusal instanceof ResourceExists)
    return new HttpError(409, {
      error: 'A conflict occurred: an identical item already exists',
      reason: 'resource exists',
    })
  if (refusal instanceof StatusMovedOn) return new HttpError(409, { error: CHANGED, reason: 'from' })
  if (refusal instanceof NothingThere) return new HttpError(409, { error: CHANGED, reason: 'version' })
  if (refusal instanceof ReferenceBroken)
    return new HttpError(409, {
      error: 'It is in use, or names something that is not there',
      reason: 'reference',
    })
  if (refusal instanceof UnitsHeld)
    return new HttpError(409, { error: 'Another credit holds these units already', reason: 'units' })
  if (refusal instanceof RuleBroken) return unstorable()
  if (refusal instanceof NotStorable) return new HttpError(400, { error: 'A value cannot be stored' })
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

// What the framework refuses before any route has seen it: its own errors bear a status and a code.
const fastifysRefusal = ({ statusCode, code, message }: FastifyError): HttpError | undefined => {
  const isUnderPressure = code === 'FST_UNDER_PRESSURE'
  if (!statusCode || statusCode < 400 || (statusCode >= 500 && !isUnderPressure)) return undefined
  const usual = statusCode === 404 ? 'Not found' : statusCode === 400 ? 'Bad request' : message
  return new HttpError(statusCode, { error: SENTENCES[code] ?? usual }, isUnderPressure ? 10 : undefined)
}

// The parser of forms has neither a class nor a code for what it cannot read.
const isMalformedMultipart = (error: unknown): boolean =>
  error instanceof Error &&
  /^(Unexpected end of multipart|Multipart: Boundary not found|The needle cannot)|terminated early due to/.test(
    error.message,
  )
