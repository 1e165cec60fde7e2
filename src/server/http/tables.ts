import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#domain/actor'
import type { FileCell } from '#domain/match-files'
import type { Named } from '#contract/values'
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

/** Sends all rows that a query selects in the format asked for. */
export const sendTable = async (reply: FastifyReply, wanted: Wanted): Promise<Named[] | FastifyReply> => {
  const name = wanted.listing.noun.list
  if (wanted.format === 'choices')
    return choicesOf(wanted.listing, wanted.query, wanted.reader, wanted.context)
  if (wanted.format === 'csv') return sendCsv(reply, name, chunksOf(wanted, await begun(wanted)))
  return sendXlsx(reply, name, chunksOf(wanted, await begun(wanted)))
}

/** A cell that no spreadsheet takes for a formula: a sign in front makes it a text. */
const harmless = (cell: FileCell): FileCell =>
  typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell

/** The first rows are fetched before anything is sent, so that what is asked wrongly is refused and not cut short. */
const begun = async (wanted: Wanted): Promise<AsyncGenerator<Record<string, unknown>[]>> => {
  const rows = everyRow(wanted.listing, wanted.query, wanted.reader, wanted.context)
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
