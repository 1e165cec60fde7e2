import type { FastifyInstance } from 'fastify'
import * as passkeys from '#contract/passkeys'
import type { Accounts } from '../auth/accounts.ts'
import { addPasskeyOf, beginPasskeyOf, ownPasskeysOf, removePasskeyOf } from '../auth/own-passkeys.ts'
import {
  askFor,
  checkByPasskey,
  factorsOf,
  signInByPasskey,
  stepUpByPasskey,
} from '../auth/passkey-sign-in.ts'
import { serve } from './serve.ts'
import { challenged, clientInfoOf, nextStep, setSecret } from './session.ts'

/** Passkeys: signing in with one, using one in place of a code, and looking after one's own. */
export const passkeyRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const { config } = accounts

  serve(app, passkeys.readFactors, ({ session }) =>
    factorsOf(accounts, challenged(session, 'SOFTWARE_TOKEN_MFA')),
  )
  serve(app, passkeys.askPasskey, ({ body, session }) => askFor(accounts, body.purpose, session))
  serve(app, passkeys.signInWithPasskey, async ({ body, request, reply }) =>
    nextStep(accounts, request, reply, await signInByPasskey(accounts, body, clientInfoOf(config, request))),
  )
  serve(app, passkeys.checkPasskey, async ({ body, session, request, reply }) => {
    const pending = challenged(session, 'SOFTWARE_TOKEN_MFA')
    const result = await checkByPasskey(accounts, pending, body, clientInfoOf(config, request))
    return nextStep(accounts, request, reply, result)
  })
  serve(app, passkeys.stepUpWithPasskey, async ({ body, session, reply }) => {
    setSecret(config, reply, await stepUpByPasskey(accounts, session, body))
  })

  serve(app, passkeys.ownPasskeys, ({ session }) => ownPasskeysOf(accounts, session))
  serve(app, passkeys.beginPasskey, ({ body, session, request }) =>
    beginPasskeyOf(accounts, session, body.password, clientInfoOf(config, request)),
  )
  serve(app, passkeys.addPasskey, async ({ body, session, reply }) => {
    const { secret, recoveryCodes } = await addPasskeyOf(accounts, session, body)
    setSecret(config, reply, secret)
    return { recoveryCodes }
  })
  serve(app, passkeys.removePasskey, async ({ params, session, reply }) => {
    setSecret(config, reply, await removePasskeyOf(accounts, session, params.id))
  })
}
