import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { FastifyReply } from 'fastify'
import writeXlsxFile from 'write-excel-file/node'
import type { Actor } from '#domain/actor'
import type { StoredKind } from '#domain/entities'
import type { Named } from '#domain/wire/general'
import { badRequest } from '../refused.ts'
import type { ViewContext } from '../views/context.ts'
import { everyRow, type Listing, type Query } from '../views/lists/listing.ts'

interface Wanted {
  name: string
  format: string
  listing: Listing<StoredKind, unknown>
  query: Query
  reader: Actor
  context: ViewContext
}

/** Sends all rows that a query selects in the format asked for. */
export const sendTable = async (reply: FastifyReply, wanted: Wanted): Promise<unknown> => {
  if (wanted.format === 'choices') return choicesOf(wanted)
  if (wanted.format === 'csv') return sendCsv(reply, wanted)
  if (wanted.format === 'xlsx') return sendXlsx(reply, wanted)
  throw badRequest('Unknown query value: format')
}

const choicesOf = async ({ listing, query, reader, context }: Wanted): Promise<Named[]> => {
  if (!['organisation', 'project', 'requirement', 'round', 'market'].includes(listing.kind))
    throw badRequest('Unknown query value: format')
  const choices: Named[] = []
  for await (const rows of everyRow(listing, query, reader, context))
    choices.push(...(rows as Named[]).map(({ id, name }) => ({ id, name })))
  return choices
}

type Cell = string | number | null

/** A cell that no spreadsheet takes for a formula: a sign in front makes it a text. */
const harmless = (cell: Cell): Cell =>
  typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell

const cellsOf = ({ listing }: Wanted, row: unknown): Cell[] =>
  listing.columns.map(column => harmless(column.value(row)))

/** The first rows are fetched before anything is sent, so that what is asked wrongly is refused and not cut short. */
const begun = async (wanted: Wanted): Promise<AsyncGenerator<unknown[]>> => {
  const rows = everyRow(wanted.listing, wanted.query, wanted.reader, wanted.context)
  const first = await rows.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* rows
  })()
}

const linesOf = async function* (wanted: Wanted, rows: AsyncGenerator<unknown[]>): AsyncGenerator<Cell[]> {
  yield wanted.listing.columns.map(column => column.title)
  for await (const some of rows) for (const row of some) yield cellsOf(wanted, row)
}

const asAttachment = (reply: FastifyReply, name: string, type: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`).type(type)

const sendCsv = async (reply: FastifyReply, wanted: Wanted) => {
  const lines = linesOf(wanted, await begun(wanted))
  // The mark tells Excel that it is UTF-8.
  const csv = Readable.from(lines).pipe(stringify({ bom: true, record_delimiter: 'windows' }))
  return asAttachment(reply, `${wanted.name}.csv`, 'text/csv; charset=utf-8').send(csv)
}

const sendXlsx = async (reply: FastifyReply, wanted: Wanted) => {
  const lines: Cell[][] = []
  for await (const line of linesOf(wanted, await begun(wanted))) lines.push(line)
  const [titles = [], ...rest] = lines
  const table = [
    titles.map(value => ({ value: String(value), type: String, fontWeight: 'bold' as const })),
    ...rest.map(line =>
      line.map(value =>
        value === null ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String },
      ),
    ),
  ]
  const { toStream } = writeXlsxFile(table, { stickyRowsCount: 1 })
  const workbook = await (toStream as () => Promise<Readable>)()
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return asAttachment(reply, `${wanted.name}.xlsx`, type).send(workbook)
}
