import type { Kysely } from 'kysely'
import { endedBefore } from '#domain/retention'
import { lockContent, type FileStore } from '../files/file-store.ts'
import { removedRows } from '../metrics/removed.ts'
import { LIVES } from '../store/lives.ts'
import type { Database } from '../store/tables.ts'
import type { Job } from './schedule.ts'

const AT_ONCE = 500

const [UNFILED] = LIVES.filedDocument.ends

/** Uploads that no action has filed in time (`domain/retention.ts`) are of no use to anybody: they go, with their bytes if nobody else has them. */
export const sweepUploads: Job = {
  name: 'sweep uploads',
  run: async ({ runtime, files, stopping }) => {
    const { db } = runtime.store
    const before = endedBefore('upload', runtime.now())
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
        removedRows.inc({ kind: UNFILED.kind })
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
    await lockContent(trx, sha256, 'alone')
    // It may have been filed since it was looked for.
    await trx.deleteFrom('filedDocument').where('id', '=', id).where(UNFILED.where).execute()
    const another = await trx
      .selectFrom('filedDocument')
      .select('id')
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (!another) await files.remove(sha256)
  })
