import { KEPT } from '#domain/retention'
import { lockContent } from '../files/file-store.ts'
import type { Job, Working } from './schedule.ts'

const A_DAY_MS = 86_400_000

/** Uploads that no action has filed in time (`domain/retention.ts`) are of no use to anybody: they go, with their bytes if nobody else has them. */
export const sweepUploads: Job = {
  name: 'sweep uploads',
  run: async ({ runtime, files }: Working) => {
    const { db } = runtime.store
    const before = new Date(new Date(runtime.now()).getTime() - KEPT.upload.days * A_DAY_MS).toISOString()
    const unowned = await db
      .selectFrom('filedDocument')
      .select(['id', 'sha256'])
      .where('ownerId', 'is', null)
      .where('uploadedAt', '<', before)
      .execute()
    for (const { id, sha256 } of unowned)
      await db.transaction().execute(async trx => {
        await lockContent(trx, sha256, 'alone')
        // It may have been filed since it was looked for.
        await trx.deleteFrom('filedDocument').where('id', '=', id).where('ownerId', 'is', null).execute()
        const another = await trx
          .selectFrom('filedDocument')
          .select('id')
          .where('sha256', '=', sha256)
          .executeTakeFirst()
        if (!another) await files.remove(sha256)
      })
  },
}
