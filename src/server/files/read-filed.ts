import type { Kysely } from 'kysely'
import type { FileRef, UploadedTable } from '#domain/filed-document'
import type { ReadOutline } from '#domain/site-boundary'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import type { Database } from '../store/tables.ts'
import { tooLargeUpload, type FileStore } from './file-store.ts'
import { lookInto } from './inspector.ts'

/** What the process that looks into files says of a document; a sentence where it cannot be read. */
const readOf = async <R>(
  db: Kysely<Database>,
  { arrivals, open }: FileStore,
  { id }: FileRef,
  lookAt: (path: string) => Promise<R | undefined>,
): Promise<R | string> => {
  const document = await db
    .selectFrom('filedDocument')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirst()
  const found = document && (await open(document.sha256))
  if (!found) return 'Choose the file again'
  const copy = await arrivals.receive(found.stream, LARGEST_UPLOAD, tooLargeUpload)
  try {
    return (await lookAt(copy.path)) ?? 'The file cannot be read: reading it took too long.'
  } finally {
    await arrivals.remove(copy)
  }
}

/** What an uploaded list says, row by row; a sentence when it cannot be read. */
export const tableIn = async (
  db: Kysely<Database>,
  files: FileStore,
  list: FileRef,
): Promise<UploadedTable | string> => {
  const table = await readOf(db, files, list, path => lookInto({ ask: 'table', path }))
  return typeof table === 'string' ? table : { id: list.id, name: list.name, ...table }
}

/** The outline that an uploaded boundary holds; a sentence when it is not taken. */
export const outlineIn = async (
  db: Kysely<Database>,
  files: FileStore,
  boundary: FileRef,
): Promise<(FileRef & ReadOutline) | string> => {
  const read = await readOf(db, files, boundary, path => lookInto({ ask: 'outline', path }))
  return typeof read === 'string' ? read : { id: boundary.id, name: boundary.name, ...read }
}
