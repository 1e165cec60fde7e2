import type { Kysely } from 'kysely'
import type { FileRef, UploadedTable } from '#domain/filed-document'
import { LARGEST_UPLOAD } from '#domain/upload-kinds'
import type { Database } from '../store/tables.ts'
import { tooLargeUpload, type FileStore } from './file-store.ts'
import { lookInto } from './inspector.ts'

/** What an uploaded list says, row by row; a sentence when it cannot be read. */
export const tableIn = async (
  db: Kysely<Database>,
  { arrivals, open }: FileStore,
  { id, name }: FileRef,
): Promise<UploadedTable | string> => {
  const document = await db
    .selectFrom('filedDocument')
    .select('sha256')
    .where('id', '=', id)
    .executeTakeFirst()
  const found = document && (await open(document.sha256))
  if (!found) return 'Choose the file again'
  const copy = await arrivals.receive(found.stream, LARGEST_UPLOAD, tooLargeUpload)
  try {
    const table = await lookInto({ ask: 'table', path: copy.path })
    if (table === undefined) return 'The file cannot be read: reading it took too long.'
    return typeof table === 'string' ? table : { id, name, ...table }
  } finally {
    await arrivals.remove(copy)
  }
}
