import type { FastifyInstance, FastifyRequest } from 'fastify'
import { withQuery } from '#contract/kit/endpoint'
import { NEED_DESK_PAGE, NEED_WORKBOOK_PAGE } from '#contract/public/public-pages'
import { MAX_UPLOAD_BYTES } from '#domain/text/upload-kinds'
import { findNeededCredits } from '#domain/workbook/needed'
import type { WorkbookContent } from '#domain/workbook/reading'
import { unitsToNumber, type Units } from '@credit-market/values/units'
import { readArrivingWorkbook } from '../files/read-filed.ts'
import { uploadTooLargeError } from '../files/file-store.ts'
import { discardRest } from '../forms/uploads.ts'
import type { AppContext } from '../http/app-context.ts'
import { badRequestError, HttpError } from '../runner/refusals.ts'
import { drawNeedDesk, joiningAddress } from './desks.ts'
import { type PublicPageRenderer, sentenceOf } from './front.ts'

/** Limit of workbooks from one address in an hour: each is read in a process of its own. */
const A_FEW = { max: 20, timeWindow: 3_600_000 }
/** Workbooks that may arrive at the same time. One is read at a time, so that visitors never take both places of the inspection. */
const MOST_ARRIVING = 8
/** Bytes around the file: the place and the multipart boundaries. */
const MOST_BESIDES = 10_000
const LONGEST_PLACE = 200

const CHOOSE_FILE = 'Choose the workbook of your development, an Excel file'
const BUSY = 'Other workbooks are being read at the moment; try again in a minute'
const NOTHING_NEEDED =
  'We found no area, hedgerow or nutrient credits that you have to buy. We do not count watercourse units, because this market does not trade them. If you expected something else, open the workbook in Excel, save it, and upload it again'
const MOST_NAMED = 5

const unknownRowsText = (rows: readonly string[]): string =>
  `We do not know the units of ${rows.slice(0, MOST_NAMED).join(', ')}${rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more rows` : ''}. Complete these rows, save the workbook in Excel, so that it holds its results, and upload it again`

const typed = (units: Units): string | undefined => (units > 0 ? String(unitsToNumber(units)) : undefined)

/** The answers of the need desk by a workbook; a sentence if it needs nothing, or does not say how much. */
const answersOf = (content: WorkbookContent) => {
  const needed = findNeededCredits(content)
  if ('unknownRows' in needed) return unknownRowsText(needed.unknownRows)
  const { biodiversity, nitrogen, phosphorous, habitat } = needed
  if (biodiversity + nitrogen + phosphorous === 0) return NOTHING_NEEDED
  return {
    biodiversity: typed(biodiversity),
    nitrogen: typed(nitrogen),
    phosphorous: typed(phosphorous),
    habitat: habitat ?? undefined,
  }
}

const busyError = () => new HttpError(503, { error: BUSY }, 60)

/**
 * The need desk filled from a workbook: the file is read and removed, and the browser is sent to the desk with what it
 * says. Nothing is stored.
 */
export const needWorkbookRoutes = (
  app: FastifyInstance,
  { say, brandNow }: PublicPageRenderer,
  { runtime, config, files }: AppContext,
): void => {
  const now = { arriving: 0, reading: 0 }
  const take = (place: keyof typeof now, most: number): (() => void) => {
    if (now[place] >= most) throw busyError()
    now[place] += 1
    return () => {
      now[place] -= 1
    }
  }
  /** The place of a form and what its workbook says; otherwise a sentence, with its status. */
  const readForm = async (request: FastifyRequest) => {
    let place = ''
    let found: WorkbookContent | string = CHOOSE_FILE
    let leave: (() => void) | undefined
    try {
      if (!request.isMultipart()) throw badRequestError(CHOOSE_FILE)
      if (Number(request.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES + MOST_BESIDES)
        throw uploadTooLargeError()
      leave = take('arriving', MOST_ARRIVING)
      for await (const part of request.parts({ limits: { files: 1, fields: 1 } })) {
        if (part.type === 'field') place = String(part.value).trim().slice(0, LONGEST_PLACE)
        else if (part.filename === '') part.file.resume()
        else found = await readArrivingWorkbook(runtime.store.db, files, part.file, () => take('reading', 1))
      }
      return { place, found: typeof found === 'string' ? found : answersOf(found), status: 422 }
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return { place, found: sentenceOf(error), status: error.status }
    } finally {
      leave?.()
      discardRest(request.raw)
    }
  }
  app.post(NEED_WORKBOOK_PAGE, { config: { isPage: true, rateLimit: A_FEW } }, async (request, reply) => {
    const { place, found, status } = await readForm(request)
    if (typeof found !== 'string')
      return reply.redirect(`${withQuery(NEED_DESK_PAGE, { place, ...found })}#estimate`, 303)
    const source = { from: runtime, joinAt: joiningAddress(config, await brandNow()) }
    return say(
      await drawNeedDesk({}, source, { workbook: { place, error: found } }),
      request,
      reply.code(status),
    )
  })
}
