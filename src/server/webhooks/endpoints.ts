import type { FastifyInstance } from 'fastify'
import * as webhooks from '#contract/nouns/webhooks'
import type { AccountContext } from '../auth/accounts.ts'
import * as administer from './administer.ts'
import { listDeliveries, listWebhooks } from './show.ts'
import { mountEndpoint } from '../http/serve.ts'

const USUAL = 25

/** Routes for webhooks, for administrators of their organisations. */
export const webhookRoutes = (app: FastifyInstance, accounts: AccountContext): void => {
  const { runtime } = accounts
  const { db } = runtime.store
  mountEndpoint(app, webhooks.listWebhookTypes, () => [...webhooks.WEBHOOK_TYPES])
  mountEndpoint(app, webhooks.listWebhooks, ({ actor }) =>
    listWebhooks(db, administer.requireAdministeredOrganisation(actor), runtime.now()),
  )
  mountEndpoint(app, webhooks.readWebhook, ({ actor, params: { id } }) =>
    administer.requireWebhook(accounts, actor, id),
  )
  mountEndpoint(app, webhooks.createWebhook, ({ actor, session, body }) =>
    administer.addWebhook(accounts, { actor, session }, body),
  )
  mountEndpoint(app, webhooks.updateWebhook, ({ actor, session, params: { id }, body }) =>
    administer.changeWebhook(accounts, { actor, session }, id, body),
  )
  mountEndpoint(app, webhooks.deleteWebhook, ({ actor, session, params: { id } }) =>
    administer.removeWebhook(accounts, { actor, session }, id),
  )
  mountEndpoint(app, webhooks.rotateWebhookSecret, ({ actor, session, params: { id } }) =>
    administer.rotateWebhookSecret(accounts, { actor, session }, id),
  )
  mountEndpoint(app, webhooks.testWebhook, ({ actor, params: { id } }) =>
    administer.sendTestMessage(accounts, actor, id),
  )
  mountEndpoint(app, webhooks.listDeliveries, async ({ actor, params: { id }, query }) => {
    await administer.requireWebhook(accounts, actor, id)
    return listDeliveries(db, id, {
      limit: query.limit ?? USUAL,
      ...(query.cursor && { cursor: query.cursor }),
    })
  })
  mountEndpoint(app, webhooks.resendDelivery, ({ actor, params: { id, delivery } }) =>
    administer.sendMessageAgain(accounts, actor, { id, delivery }),
  )
}
