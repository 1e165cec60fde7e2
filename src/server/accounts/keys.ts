import type { FastifyInstance } from 'fastify'
import * as keys from '#contract/people/api-keys'
import type { AccountContext } from '../auth/accounts.ts'
import {
  requireOwnApiKey,
  listVisibleApiKeys,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
} from '../auth/keys.ts'
import { notFoundError } from '../runner/refusals.ts'
import { mountEndpoint } from '../http/serve.ts'

/** Routes for API keys: people create, rotate and revoke them; a key may read its own scopes. */
export const apiKeyRoutes = (app: FastifyInstance, accounts: AccountContext): void => {
  const { runtime } = accounts
  mountEndpoint(app, keys.listApiKeys, ({ actor }) => listVisibleApiKeys(runtime, actor))
  mountEndpoint(app, keys.readApiKey, ({ actor }) => {
    if (!actor.byKey) throw notFoundError()
    return requireOwnApiKey(runtime, actor, actor.byKey.id)
  })
  mountEndpoint(app, keys.createApiKey, ({ session, body }) => createApiKey(accounts, session, body))
  mountEndpoint(app, keys.rotateApiKey, ({ session, params: { id } }) => rotateApiKey(accounts, session, id))
  mountEndpoint(app, keys.revokeApiKey, ({ actor, params: { id } }) => revokeApiKey(runtime, actor, id))
}
