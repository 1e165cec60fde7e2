import type { Kysely } from 'kysely'
import { deletionCutoff } from '#domain/disclosure/retention'
import { lockDocumentHash, type FileStore } from '../files/file-store.ts'
import { removedRowsCounter } from '../metrics/counted.ts'
import { TABLE_RETENTION } from '../store/lives.ts'
import type { Database } from '../store/tables/tables.ts'
import type { ScheduledJob } from '../tasks/schedule.ts'

const AT_ONCE = 500

const [UNFILED] = TABLE_RETENTION.filedDocument.ends

/**
 * Removes uploads that no action has filed in time (`domain/disclosure/retention.ts`), and their bytes unless another
 * upload has the same content.
 */
export const deleteUnfiledUploads: ScheduledJob = {
  name: 'sweep uploads',
  run: async ({ runtime, files, stopping }) => {
    const { db } = runtime.store
    const before = deletionCutoff('upload', runtime.now())
    let uploads = 0
    for (;;) {
      const unowned = await db
        .selectFrom('filedDocument')
        .select(['id', 'sha256'])
        .where(UNFILED.where)
        .where(UNFILED.since, '<', before)
        .orderBy(UNFILED.since)
        .limit(AT_ONCE)
        .execute()
      for (const upload of unowned) {
        if (stopping?.aborted) return { uploads }
        await sweep(db, files, upload)
        uploads += 1
        removedRowsCounter.inc({ kind: UNFILED.kind })
      }
      if (unowned.length < AT_ONCE) return { uploads }
    }
  },
}

const sweep = (
  db: Kysely<Database>,
  files: FileStore,
  { id, sha256 }: { id: string; sha256: string },
): Promise<void> =>
  db.transaction().execute(async trx => {
    await lockDocumentHash(trx, sha256, 'alone')
    // It may have been filed since it was selected.
    await trx.deleteFrom('filedDocument').where('id', '=', id).where(UNFILED.where).execute()
    const another = await trx
      .selectFrom('filedDocument')
      .select('id')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (!another) await files.remove(sha256)
  })
