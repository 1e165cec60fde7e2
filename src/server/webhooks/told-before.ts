import { WEBHOOK_TYPES } from '#contract/nouns/webhooks'
import { addDays, addMinutes, utcDayOf } from '@credit-market/values/dates'
import { logAccountAction } from '../auth/accounts.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { ActionRuntime } from '../runner/runtime.ts'
import { writeInstallationValue } from '../store/notes.ts'
import { writeWebhookMessages, LAST_GATHERED_NOTE } from './gather.ts'
import { generateWebhookSecret } from './sign.ts'

/** Number of recent log entries that it has messages for. */
const ENTRIES = 600

interface Asked {
  organisationId: string
  madeBy: string
  url: string
}

/**
 * Adds a paused webhook with messages about recent entries and a log of their deliveries: for a demonstration, since no
 * server is at its address and nothing was sent.
 */
export const addDemonstrationWebhookHistory = async (
  { store, now, newId }: Pick<ActionRuntime, 'store' | 'now' | 'newId'>,
  secrets: Pick<Secrets, 'encrypt'>,
  publicUrl: string,
  { organisationId, madeBy, url }: Asked,
): Promise<void> => {
  const { db } = store
  const id = `webhook-of-${organisationId}`
  const ago = (minutes: number) => addMinutes(now(), -minutes)
  const madeAt = `${addDays(utcDayOf(now()), -40)}T10:00:00.000Z`
  await store.transaction(async tx => {
    await tx.db
      .insertInto('webhook')
      .values({
        ...{ id, organisationId, url, madeBy, madeAt },
        ...{ types: WEBHOOK_TYPES.map(({ type }) => type), secret: secrets.encrypt(generateWebhookSecret()) },
      })
      .execute()
    await logAccountAction(tx.db, {
      ...{ action: 'AddWebhook', title: 'Add webhook', actorId: madeBy, now: madeAt },
      ...{ subjectKind: 'organisation', subjectId: organisationId },
    })
  })
  const { head } = await db
    .selectFrom('activityChain')
    .select(eb => eb.fn.max('seq').as('head'))
    .executeTakeFirstOrThrow()
  await writeInstallationValue(db, LAST_GATHERED_NOTE, String(Math.max(0, (head ?? 0) - ENTRIES)))
  while (await writeWebhookMessages({ store, now: () => ago(60), newId }, publicUrl)) continue
  const messages = await db
    .selectFrom('webhookDelivery')
    .select('id')
    .where('webhookId', '=', id)
    .orderBy('id')
    .execute()
  const attempts = messages.flatMap(({ id: deliveryId }, index) => {
    const taken = { deliveryId, milliseconds: 140 + (index % 7) * 11, status: 204, answer: '', problem: null }
    // One of them was accepted only at the second attempt.
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
