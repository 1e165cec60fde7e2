import type { Kysely } from 'kysely'
import type { FileReading, FileRef, UploadedTable, UploadedWorkbook } from '#domain/filed-document'
import type { ReadOutline } from '#domain/site-boundary'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import type { Database } from '../store/tables.ts'
import { tooLargeUpload, type FileStore } from './file-store.ts'
import { inspectFile } from './supervised-inspection.ts'

const TOO_LONG = 'The file cannot be read: reading it took too long.'
const TOO_LONG_BOOK =
  'The workbook cannot be read: reading it took too long. Copy the figures into an empty workbook as Natural England publishes it, and upload that.'

/**
 * What an uploaded document says, as the process that looks into files reads it: a workbook by its layout, a boundary as its
 * outline, or that of one layer that is named, a list row by row. A sentence where it cannot be read or is not taken.
 */
export const readFiled = async (
  db: Kysely<Database>,
  { arrivals, open }: FileStore,
  { id, name }: FileRef,
  as: FileReading,
  part: string | null,
): Promise<UploadedTable | UploadedWorkbook | (FileRef & ReadOutline) | string> => {
  const document = await db
    .selectFrom('filedDocument')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirst()
  const found = document && (await open(document.sha256))
  if (!document || !found) return 'Choose the file again'
  const { sha256 } = document
  const { path, ...copy } = await arrivals.receive(found.stream, LARGEST_UPLOAD, tooLargeUpload)
  try {
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
  } finally {
    await arrivals.remove({ path, ...copy })
  }
}
