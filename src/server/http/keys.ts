import type { FastifyInstance } from 'fastify'
import * as keys from '#contract/api-keys'
import type { Accounts } from '../auth/accounts.ts'
import { keyFor, keysFor, makeKey, revokeKey, rotateKeyOf } from '../auth/keys.ts'
import { notFound } from '../runner/refusals.ts'
import { serve } from './serve.ts'

/** The keys of programs: made, rotated and revoked by people; what a key is for it may ask itself. */
export const keyRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { runtime } = accounts
  serve(app, keys.listApiKeys, ({ actor }) => keysFor(runtime, actor))
  serve(app, keys.readApiKey, ({ actor }) => {
    if (!actor.byKey) throw notFound()
    return keyFor(runtime, actor, actor.byKey.id)
  })
  serve(app, keys.makeApiKey, ({ session, body }) => makeKey(accounts, session, body))
  serve(app, keys.rotateApiKey, ({ session, params: { id } }) => rotateKeyOf(accounts, session, id))
  serve(app, keys.revokeApiKey, ({ actor, params: { id } }) => revokeKey(runtime, actor, id))
}
