import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import type { Actor } from '#domain/people/actor'
import type { DownloadCell } from '#domain/match/match-files'
import { GEOJSON_TYPE, GEOPACKAGE_TYPE } from '#contract/desk/lists'
import type { IdAndName } from '#contract/kit/values'
import { HttpError } from '../runner/refusals.ts'
import type { ViewContext } from '../views/kit/context.ts'
import type { AnyListing, ListQuery } from '../views/listing/listing.ts'
import { readRowsAsChoices, iterateAllRows } from '../views/listing/whole.ts'
import { type MapShape, readShapesOfRows } from '../sites/shapes.ts'
import { writeGeoJsonTable, writeGeoPackageTable, type MapTableChunks } from './map-files.ts'
import { createWorkbookStream } from './workbook.ts'

/** Downloads of members and of anyone. Neither uses up the other's limit. */
type Side = 'members' | 'anybody'

interface Wanted {
  format: string
  side?: Side
  listing: AnyListing
  query: ListQuery
  reader: Actor
  context: ViewContext
}

/** Rows of a table to download, in chunks; the first row is the headings. */
export type TableChunks = AsyncIterable<DownloadCell[][]>

/** Rows of a table in chunks, with the shape of each row on a map. */
type PlacedChunks = AsyncIterable<{ rows: DownloadCell[][]; shapes?: () => Promise<(MapShape | null)[]> }>

/** Concurrent downloads of each side: each holds a connection and a snapshot of the database. */
const MOST_AT_ONCE: Readonly<Record<Side, number>> = { members: 5, anybody: 3 }
const LONGEST_MS = 600_000
const underWay: Record<Side, number> = { members: 0, anybody: 0 }

/**
 * Sends all rows that a query selects, in the format that it asks for. After ten minutes the connection is aborted,
 * so that the client sees an incomplete download.
 */
export const sendTable = async (reply: FastifyReply, wanted: Wanted): Promise<IdAndName[] | FastifyReply> => {
  const name = wanted.listing.noun.list
  const { format, side = 'members' } = wanted
  if (format === 'choices')
    return readRowsAsChoices(wanted.listing, wanted.query, wanted.reader, wanted.context)
  if (underWay[side] >= MOST_AT_ONCE[side])
    throw new HttpError(503, { error: 'Too many lists are being downloaded; try again in a moment' }, 10)
  const rows = iterateAllRows(wanted.listing, wanted.query, wanted.reader, wanted.context)
  underWay[side] += 1
  const limit = setTimeout(() => reply.raw.destroy(), LONGEST_MS)
  reply.raw.once('close', () => {
    underWay[side] -= 1
    clearTimeout(limit)
    rows.return(undefined).catch(() => {})
  })
  return sendChunks(reply, format, name, chunksOf(wanted, await begun(rows)))
}

/** Streams a table in a format, chunk by chunk. */
const sendChunks = async (
  reply: FastifyReply,
  format: string,
  name: string,
  chunks: PlacedChunks,
): Promise<FastifyReply> => {
  if (format === 'geojson')
    return asAttachment(reply, `${name}.geojson`, GEOJSON_TYPE).send(
      Readable.from(writeGeoJsonTable(placed(chunks))),
    )
  if (format === 'gpkg')
    return asAttachment(reply, `${name}.gpkg`, GEOPACKAGE_TYPE).send(
      await writeGeoPackageTable(name, placed(chunks)),
    )
  return format === 'csv' ? sendCsv(reply, name, cellsOf(chunks)) : sendXlsx(reply, name, cellsOf(chunks))
}

const cellsOf = async function* (chunks: PlacedChunks): TableChunks {
  for await (const { rows } of chunks) yield rows
}

/** Reads shapes only for map formats. */
const placed = async function* (chunks: PlacedChunks): MapTableChunks {
  for await (const { rows, shapes } of chunks) yield { rows, shapes: (await shapes?.()) ?? [] }
}

/** Sends a short table that is complete in memory; the first row is the headings. */
export const sendSmallTable = (
  reply: FastifyReply,
  format: string,
  name: string,
  rows: DownloadCell[][],
): Promise<FastifyReply> =>
  sendChunks(
    reply,
    format,
    name,
    (async function* () {
      yield { rows }
    })(),
  )

/** Neutralises cells that a spreadsheet would run as a formula, with an apostrophe in front. */
const harmless = (cell: DownloadCell): DownloadCell =>
  typeof cell === 'string' && /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell

/** Fetches the first rows before anything is sent, so that an invalid query is refused and not cut short. */
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
      shapes: () => readShapesOfRows(db, listing.noun.kind, some, side),
    }
}

const asAttachment = (reply: FastifyReply, name: string, type: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`).type(type)

/** A table that is complete in memory, in chunks. */
type ReadyChunks = Iterable<DownloadCell[][]>

/** Streams a table as CSV, chunk by chunk. */
export const sendCsv = (reply: FastifyReply, name: string, chunks: TableChunks | ReadyChunks): FastifyReply =>
  asAttachment(reply, `${name}.csv`, 'text/csv; charset=utf-8').send(Readable.from(csvOf(chunks)))

// The byte order mark makes Excel read the file as UTF-8.
const MARK = '\uFEFF'

const linesOf = (rows: readonly DownloadCell[][]): string =>
  stringify(
    rows.map(row => row.map(harmless)),
    { record_delimiter: 'windows' },
  )

/** A small table as one text of CSV. */
export const tableToCsvText = (rows: readonly DownloadCell[][]): string => MARK + linesOf(rows)

const csvOf = async function* (chunks: TableChunks | ReadyChunks): AsyncGenerator<string> {
  yield MARK
  for await (const rows of chunks) if (rows.length > 0) yield linesOf(rows)
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sendXlsx = (reply: FastifyReply, name: string, chunks: TableChunks): FastifyReply =>
  asAttachment(reply, `${name}.xlsx`, XLSX).send(createWorkbookStream(harmlessIn(chunks)))

const harmlessIn = async function* (chunks: TableChunks): TableChunks {
  for await (const rows of chunks) yield rows.map(row => row.map(harmless))
}
