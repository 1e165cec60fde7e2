import { WEBHOOK_TYPES } from '#contract/webhooks'
import { addDays, addMinutes, dayOf } from '#domain/dates'
import { beginningOf, keyHashOf, newKey } from '../auth/key-words.ts'
import type { Secrets } from '../auth/secrets.ts'
import type { Runtime } from '../runner/runtime.ts'
import { note } from '../store/notes.ts'
import { gatherNews, TOLD } from '../webhooks/gather.ts'
import { newWebhookSecret } from '../webhooks/sign.ts'
import { userFor } from './people.ts'

const OWNER = 'SU17'
const WEBHOOK = 'demonstration-webhook'
/** Of so much of the log the webhook of the demonstration was told. */
const ENTRIES = 600

/**
 * What a supplier of the demonstration has for its programs: an API key, which nobody knows, and a webhook that was told what
 * has happened of late and is paused now, since nobody is at its address.
 */
export const addPrograms = async (
  { store, now, newId }: Runtime,
  secrets: Pick<Secrets, 'encrypt'>,
  publicUrl: string,
): Promise<void> => {
  const { db } = store
  const at = now()
  const ago = (minutes: number) => addMinutes(at, -minutes)
  const userId = userFor(OWNER)
  const key = newKey()
  const made = `${addDays(dayOf(at), -40)}T10:00:00.000Z`
  await db
    .insertInto('apiKey')
    .values({
      ...{ id: 'demonstration-key', userId, name: 'Flow meters', scopes: ['read'] },
      ...{ begins: beginningOf(key), keyHash: keyHashOf(key) },
      ...{ madeAt: made, expiresAt: `${addDays(dayOf(at), 320)}T10:00:00.000Z`, lastUsedAt: ago(95) },
    })
    .execute()
  await db
    .insertInto('webhook')
    .values({
      ...{ id: WEBHOOK, organisationId: OWNER, url: 'https://programs.harestow.example/market' },
      ...{ types: WEBHOOK_TYPES.map(({ type }) => type), secret: secrets.encrypt(newWebhookSecret()) },
      ...{ madeBy: userId, madeAt: made },
    })
    .execute()
  const { head } = await db
    .selectFrom('activityChain')
    .select(eb => eb.fn.max('seq').as('head'))
    .executeTakeFirstOrThrow()
  await note(db, TOLD, String(Math.max(0, (head ?? 0) - ENTRIES)))
  while (await gatherNews({ store, now: () => ago(60), newId }, publicUrl)) continue
  const messages = await db
    .selectFrom('webhookDelivery')
    .select('id')
    .where('webhookId', '=', WEBHOOK)
    .orderBy('id')
    .execute()
  // One of them was taken the second time only.
  const attempts = messages.flatMap(({ id: deliveryId }, index) => {
    const taken = { deliveryId, milliseconds: 140 + (index % 7) * 11, status: 204, answer: '', problem: null }
    const refused = { ...taken, number: 1, at: ago(58), status: 503, answer: 'restarting' }
    return index === 0
      ? [refused, { ...taken, number: 2, at: ago(52) }]
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
    .where('webhookId', '=', WEBHOOK)
    .execute()
  await db
    .updateTable('webhook')
    .set({ pausedAt: ago(50), pausedWhy: 'by hand' })
    .where('id', '=', WEBHOOK)
    .execute()
}
