import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#domain/actor'
import type { FileCell } from '#domain/match-files'
import type { Named } from '#contract/values'
import { HttpError } from '../runner/refusals.ts'
import type { ViewContext } from '../views/context.ts'
import type { AnyListing, ListQuery } from '../views/lists/listing.ts'
import { choicesOf, everyRow } from '../views/lists/whole.ts'
import { workbookOf } from './workbook.ts'

interface Wanted {
  format: string
  listing: AnyListing
  query: ListQuery
  reader: Actor
  context: ViewContext
}

/** The rows of a table to download, some at a time; the first of them are its headings. */
export type TableChunks = AsyncIterable<FileCell[][]>

/** Each holds a connection and a moment of the database. */
const MOST_AT_ONCE = 5
const LONGEST_MS = 600_000
let underWay = 0

/** Sends all rows that a query selects in the format asked for: within ten minutes, or the connection ends without a clean end. */
export const sendTable = async (reply: FastifyReply, wanted: Wanted): Promise<Named[] | FastifyReply> => {
  const name = wanted.listing.noun.list
  if (wanted.format === 'choices')
    return choicesOf(wanted.listing, wanted.query, wanted.reader, wanted.context)
  if (underWay >= MOST_AT_ONCE)
    throw new HttpError(503, { error: 'Too many lists are being downloaded; try again in a moment' }, 10)
  const rows = everyRow(wanted.listing, wanted.query, wanted.reader, wanted.context)
  underWay += 1
  const limit = setTimeout(() => reply.raw.destroy(), LONGEST_MS)
  reply.raw.once('close', () => {
    underWay -= 1
    clearTimeout(limit)
    void rows.return(undefined)
  })
  const chunks = chunksOf(wanted, await begun(rows))
  return wanted.format === 'csv' ? sendCsv(reply, name, chunks) : sendXlsx(reply, name, chunks)
}

/** A cell that no spreadsheet takes for a formula: a sign in front makes it a text. */
const harmless = (cell: FileCell): FileCell =>
  typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell

/** The first rows are fetched before anything is sent, so that what is asked wrongly is refused and not cut short. */
const begun = async (rows: AsyncGenerator<Record<string, unknown>[]>) => {
  const first = await rows.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* rows
  })()
}

const chunksOf = async function* (
  { listing, context: { on } }: Wanted,
  rows: AsyncIterable<Record<string, unknown>[]>,
): TableChunks {
  yield [listing.columns.map(({ title }) => (typeof title === 'string' ? title : title(on)))]
  for await (const some of rows) yield some.map(row => listing.columns.map(column => column.value(row)))
}

const asAttachment = (reply: FastifyReply, name: string, type: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`).type(type)

/** A table that is there already, in chunks. */
type ReadyChunks = Iterable<FileCell[][]>

/** Sends a table as CSV, chunk by chunk as its rows come. */
export const sendCsv = (reply: FastifyReply, name: string, chunks: TableChunks | ReadyChunks): FastifyReply =>
  asAttachment(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(Readable.from(csvOf(chunks)))

const csvOf = async function* (chunks: TableChunks | ReadyChunks): AsyncGenerator<string> {
  // The mark tells Excel that it is UTF-8.
  yield '\uFEFF'
  for await (const rows of chunks)
    if (rows.length > 0)
      yield stringify(
        rows.map(row => row.map(harmless)),
        { record_delimiter: 'windows' },
      )
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sendXlsx = (reply: FastifyReply, name: string, chunks: TableChunks): FastifyReply =>
  asAttachment(reply, `${name}.xlsx`, XLSX).send(workbookOf(harmlessIn(chunks)))

const harmlessIn = async function* (chunks: TableChunks): TableChunks {
  for await (const rows of chunks) yield rows.map(row => row.map(harmless))
}
