import { WEBHOOK_TYPES } from '#contract/webhooks'
import { addDays, addMinutes, dayOf } from '#domain/dates'
import { record } from '../auth/accounts.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { Runtime } from '../runner/runtime.ts'
import { note } from '../store/notes.ts'
import { gatherNews, TOLD } from './gather.ts'
import { newWebhookSecret } from './sign.ts'

/** Of so much of the log it was told. */
const ENTRIES = 600

interface Asked {
  organisationId: string
  madeBy: string
  url: string
}

/**
 * A webhook that was told what happened of late, with the log of its deliveries, and is paused now: for a demonstration, since
 * nobody is at its address and nothing was sent.
 */
export const addToldWebhook = async (
  { store, now, newId }: Pick<Runtime, 'store' | 'now' | 'newId'>,
  secrets: Pick<Secrets, 'encrypt'>,
  publicUrl: string,
  { organisationId, madeBy, url }: Asked,
): Promise<void> => {
  const { db } = store
  const id = `webhook-of-${organisationId}`
  const ago = (minutes: number) => addMinutes(now(), -minutes)
  const madeAt = `${addDays(dayOf(now()), -40)}T10:00:00.000Z`
  await store.transaction(async tx => {
    await tx.db
      .insertInto('webhook')
      .values({
        ...{ id, organisationId, url, madeBy, madeAt },
        ...{ types: WEBHOOK_TYPES.map(({ type }) => type), secret: secrets.encrypt(newWebhookSecret()) },
      })
      .execute()
    await record(tx.db, {
      ...{ action: 'AddWebhook', title: 'Add webhook', actorId: madeBy, now: madeAt },
      ...{ subjectKind: 'organisation', subjectId: organisationId },
    })
  })
  const { head } = await db
    .selectFrom('activityChain')
    .select(eb => eb.fn.max('seq').as('head'))
    .executeTakeFirstOrThrow()
  await note(db, TOLD, String(Math.max(0, (head ?? 0) - ENTRIES)))
  while (await gatherNews({ store, now: () => ago(60), newId }, publicUrl)) continue
  const messages = await db
    .selectFrom('webhookDelivery')
    .select('id')
    .where('webhookId', '=', id)
    .orderBy('id')
    .execute()
  const attempts = messages.flatMap(({ id: deliveryId }, index) => {
    const taken = { deliveryId, milliseconds: 140 + (index % 7) * 11, status: 204, answer: '', problem: null }
    // One of them was taken the second time only.
    return index === 0
      ? [
          { ...taken, number: 1, at: ago(58), status: 503, answer: 'restarting' },
          { ...taken, number: 2, at: ago(52) },
        ]
      : [{ ...taken, number: 1, at: ago(58) }]
  })
  if (attempts.length > 0) await db.insertInto('webhookAttempt').values(attempts).execute()
  await db
    .updateTable('webhookDelivery')
    .set(eb => ({
      state: 'delivered',
      attempt: eb
        .case()
        .when('id', '=', messages[0]?.id ?? '')
        .then(2)
        .else(1)
        .end(),
    }))
    .where('webhookId', '=', id)
    .execute()
  await db
    .updateTable('webhook')
    .set({ pausedAt: ago(50), pausedWhy: 'by hand' })
    .where('id', '=', id)
    .execute()
}
