import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#domain/actor'
import type { FileCell } from '#domain/match-files'
import { GEOJSON, GEOPACKAGE } from '#contract/lists'
import type { Named } from '#contract/values'
import { HttpError } from '../runner/refusals.ts'
import type { ViewContext } from '../views/context.ts'
import type { AnyListing, ListQuery } from '../views/lists/listing.ts'
import { choicesOf, everyRow } from '../views/lists/whole.ts'
import { type Shape, shapesOf } from '../views/shapes.ts'
import { geoJsonOf, geoPackageOf, type MapChunks } from './map-files.ts'
import { workbookOf } from './workbook.ts'

/** Who downloads: people who have signed in, or anybody. Neither takes the other's turn. */
type Side = 'members' | 'anybody'

interface Wanted {
  format: string
  side?: Side
  listing: AnyListing
  query: ListQuery
  reader: Actor
  context: ViewContext
}

/** The rows of a table to download, some at a time; the first of them are its headings. */
export type TableChunks = AsyncIterable<FileCell[][]>

/** The same, with where each row is on a map. */
type PlacedChunks = AsyncIterable<{ rows: FileCell[][]; shapes?: () => Promise<(Shape | null)[]> }>

/** Each holds a connection and a moment of the database. */
const MOST_AT_ONCE: Readonly<Record<Side, number>> = { members: 5, anybody: 3 }
const LONGEST_MS = 600_000
const underWay: Record<Side, number> = { members: 0, anybody: 0 }

/** Sends all rows that a query selects in the format asked for: within ten minutes, or the connection ends without a clean end. */
export const sendTable = async (reply: FastifyReply, wanted: Wanted): Promise<Named[] | FastifyReply> => {
  const name = wanted.listing.noun.list
  const { format, side = 'members' } = wanted
  if (format === 'choices') return choicesOf(wanted.listing, wanted.query, wanted.reader, wanted.context)
  if (underWay[side] >= MOST_AT_ONCE[side])
    throw new HttpError(503, { error: 'Too many lists are being downloaded; try again in a moment' }, 10)
  const rows = everyRow(wanted.listing, wanted.query, wanted.reader, wanted.context)
  underWay[side] += 1
  const limit = setTimeout(() => reply.raw.destroy(), LONGEST_MS)
  reply.raw.once('close', () => {
    underWay[side] -= 1
    clearTimeout(limit)
    rows.return(undefined).catch(() => {})
  })
  return sendChunks(reply, format, name, chunksOf(wanted, await begun(rows)))
}

/** Sends a table in a format, chunk by chunk as its rows come. */
const sendChunks = async (
  reply: FastifyReply,
  format: string,
  name: string,
  chunks: PlacedChunks,
): Promise<FastifyReply> => {
  if (format === 'geojson')
    return asAttachment(reply, `${name}.geojson`, GEOJSON).send(Readable.from(geoJsonOf(placed(chunks))))
  if (format === 'gpkg')
    return asAttachment(reply, `${name}.gpkg`, GEOPACKAGE).send(await geoPackageOf(name, placed(chunks)))
  return format === 'csv' ? sendCsv(reply, name, cellsOf(chunks)) : sendXlsx(reply, name, cellsOf(chunks))
}

const cellsOf = async function* (chunks: PlacedChunks): TableChunks {
  for await (const { rows } of chunks) yield rows
}

/** Shapes are asked for only where a map is made of the table. */
const placed = async function* (chunks: PlacedChunks): MapChunks {
  for await (const { rows, shapes } of chunks) yield { rows, shapes: (await shapes?.()) ?? [] }
}

/** Sends a short table that is there already, the first of its rows being the headings. */
export const sendRows = (
  reply: FastifyReply,
  format: string,
  name: string,
  rows: FileCell[][],
): Promise<FastifyReply> =>
  sendChunks(
    reply,
    format,
    name,
    (async function* () {
      yield { rows }
    })(),
  )

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
  { listing, side = 'members', context: { db, on } }: Wanted,
  rows: AsyncIterable<Record<string, unknown>[]>,
): PlacedChunks {
  yield { rows: [listing.columns.map(({ title }) => (typeof title === 'string' ? title : title(on)))] }
  for await (const some of rows)
    yield {
      rows: some.map(row => listing.columns.map(column => column.value(row))),
      shapes: () => shapesOf(db, listing.noun.kind, some, side),
    }
}

const asAttachment = (reply: FastifyReply, name: string, type: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`).type(type)

/** A table that is there already, in chunks. */
type ReadyChunks = Iterable<FileCell[][]>

/** Sends a table as CSV, chunk by chunk as its rows come. */
export const sendCsv = (reply: FastifyReply, name: string, chunks: TableChunks | ReadyChunks): FastifyReply =>
  asAttachment(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(Readable.from(csvOf(chunks)))

// The mark tells Excel that it is UTF-8.
const MARK = '\uFEFF'

const linesOf = (rows: readonly FileCell[][]): string =>
  stringify(
    rows.map(row => row.map(harmless)),
    { record_delimiter: 'windows' },
  )

/** A small table as CSV, whole. */
export const csvText = (rows: readonly FileCell[][]): string => MARK + linesOf(rows)

const csvOf = async function* (chunks: TableChunks | ReadyChunks): AsyncGenerator<string> {
  yield MARK
  for await (const rows of chunks) if (rows.length > 0) yield linesOf(rows)
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sendXlsx = (reply: FastifyReply, name: string, chunks: TableChunks): FastifyReply =>
  asAttachment(reply, `${name}.xlsx`, XLSX).send(workbookOf(harmlessIn(chunks)))

const harmlessIn = async function* (chunks: TableChunks): TableChunks {
  for await (const rows of chunks) yield rows.map(row => row.map(harmless))
}
