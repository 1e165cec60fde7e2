import type { FastifyInstance } from 'fastify'
import * as webhooks from '#contract/webhooks'
import type { Accounts } from '../auth/accounts.ts'
import * as administer from '../webhooks/administer.ts'
import { deliveriesOf, webhooksOf } from '../webhooks/show.ts'
import { serve } from './serve.ts'

const USUAL = 25

/** Webhooks, seen to by those who administer their organisations. */
export const webhookRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { runtime } = accounts
  const { db } = runtime.store
  serve(app, webhooks.listWebhookTypes, () => [...webhooks.WEBHOOK_TYPES])
  serve(app, webhooks.listWebhooks, ({ actor }) =>
    webhooksOf(db, administer.administered(actor), runtime.now()),
  )
  serve(app, webhooks.readWebhook, ({ actor, params: { id } }) => administer.webhookFor(accounts, actor, id))
  serve(app, webhooks.makeWebhook, ({ actor, session, body }) =>
    administer.addWebhook(accounts, { actor, session }, body),
  )
  serve(app, webhooks.changeWebhook, ({ actor, session, params: { id }, body }) =>
    administer.changeWebhookOf(accounts, { actor, session }, id, body),
  )
  serve(app, webhooks.removeWebhook, ({ actor, session, params: { id } }) =>
    administer.removeWebhookOf(accounts, { actor, session }, id),
  )
  serve(app, webhooks.rotateWebhookSecret, ({ actor, session, params: { id } }) =>
    administer.rotateSecretOf(accounts, { actor, session }, id),
  )
  serve(app, webhooks.testWebhook, ({ actor, params: { id } }) => administer.sendTest(accounts, actor, id))
  serve(app, webhooks.listDeliveries, async ({ actor, params: { id }, query }) => {
    await administer.webhookFor(accounts, actor, id)
    return deliveriesOf(db, id, {
      limit: query.limit ?? USUAL,
      ...(query.cursor && { cursor: query.cursor }),
    })
  })
  serve(app, webhooks.sendDeliveryAgain, ({ actor, params: { id, delivery } }) =>
    administer.sendMessageAgain(accounts, actor, { id, delivery }),
  )
}
