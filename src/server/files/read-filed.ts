import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type {
  FileReadMode,
  UploadedFileRef,
  UploadedTable,
  UploadedWorkbook,
} from '#domain/text/filed-document'
import type { WorkbookContent } from '#domain/workbook/reading'
import type { OutlineReadResult } from '#domain/land/site-boundary'
import { MAX_UPLOAD_BYTES, WORKBOOK_UPLOAD_KINDS } from '#domain/text/upload-kinds'
import type { Database } from '../store/tables/tables.ts'
import type { ReceivedFile } from './arrivals.ts'
import { requireHarmless, uploadTooLargeError, type FileStore } from './file-store.ts'
import { inspectFile } from './supervised-inspection.ts'

const TOO_LONG = 'The file cannot be read: reading it took too long.'
const TOO_LONG_BOOK =
  'The workbook cannot be read: reading it took too long. Copy the figures into an empty workbook from Natural England and upload it.'

type ReadDocument = UploadedTable | UploadedWorkbook | (UploadedFileRef & OutlineReadResult) | string

/**
 * Reads a workbook that arrives in a stream, and keeps no copy. `begin` is called once it is here, and may refuse; what
 * it returns is called at the end. Returns a sentence if it cannot be read; throws `HttpError` 413 or 415 if it is too
 * large or not a workbook.
 */
export const readArrivingWorkbook = async (
  db: Kysely<Database>,
  files: FileStore,
  stream: Readable,
  begin: () => () => void,
): Promise<WorkbookContent | string> => {
  const arrived = await files.arrivals.receive(stream, MAX_UPLOAD_BYTES, uploadTooLargeError)
  let end: (() => void) | undefined
  try {
    end = begin()
    await requireHarmless(db, files, arrived, WORKBOOK_UPLOAD_KINDS)
    return (await inspectFile(db, arrived.sha256, { ask: 'book', path: arrived.path })) ?? TOO_LONG_BOOK
  } finally {
    end?.()
    await files.arrivals.remove(arrived)
  }
}

/**
 * Reads an uploaded document in the inspection process: a workbook by its layout, a boundary as its outline, or that of
 * a named layer, a list row by row. Returns a sentence if it cannot be read or is refused.
 */
export const readUploadedDocument = async (
  db: Kysely<Database>,
  { arrivals, open }: FileStore,
  { id, name }: UploadedFileRef,
  as: FileReadMode,
  part: string | null,
): Promise<ReadDocument> => {
  const document = await db
    .selectFrom('filedDocument')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirst()
  const found = document && (await open(document.sha256))
  if (!document || !found) return 'Choose the file again'
  const copy = await arrivals.receive(found.stream, MAX_UPLOAD_BYTES, uploadTooLargeError)
  try {
    return await readReceivedFile(db, copy, { id, name }, as, part)
  } finally {
    await arrivals.remove(copy)
  }
}

/** Reads a received file in the inspection process, as `readUploadedDocument` reads a stored one. */
export const readReceivedFile = async (
  db: Kysely<Database>,
  { path, sha256 }: Pick<ReceivedFile, 'path' | 'sha256'>,
  { id, name }: UploadedFileRef,
  as: FileReadMode,
  part: string | null,
): Promise<ReadDocument> => {
  if (as === 'book') {
    const reading = (await inspectFile(db, sha256, { ask: 'book', path })) ?? TOO_LONG_BOOK
    return typeof reading === 'string' ? reading : { id, name, reading }
  }
  const content = await inspectFile(
    db,
    sha256,
    as === 'outline' ? { ask: as, path, layer: part } : { ask: as, path },
  )
  return typeof content === 'object' ? { id, name, ...content } : (content ?? TOO_LONG)
}
