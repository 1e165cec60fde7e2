import type { FastifyInstance } from 'fastify'
import { readBackups, runBackup } from '#contract/system/backups'
import { readSystemKey } from '#contract/system/market-key'
import { changeWitness, readWitnesses } from '#contract/system/witnesses'
import type { AppContext } from '../http/app-context.ts'
import { requireRecentStepUp } from '../http/guards.ts'
import { mountEndpoint } from '../http/serve.ts'
import { askForBackup, readSystemBackups } from './backups.ts'
import { readKeyConsequences } from './key.ts'
import { askForWitness, readSystemWitnesses } from './witnesses.ts'

/** Routes for system administrators: backups, restore tests, witnesses, and the key of the market. */
export const upkeepRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { config, runtime } = context
  const { db } = runtime.store
  mountEndpoint(app, readBackups, () => readSystemBackups(db, config, runtime.now()))
  mountEndpoint(app, runBackup, async ({ request, body, session }) => {
    await requireRecentStepUp(context, request)
    const { userId } = session
    return { message: await askForBackup(db, config, { ...body, userId, at: runtime.now() }) }
  })
  mountEndpoint(app, readWitnesses, () => readSystemWitnesses(db, config.secondPersonFor))
  mountEndpoint(app, changeWitness, async ({ request, body, session }) => {
    await requireRecentStepUp(context, request)
    const { secondPersonFor } = config
    const asking = { userId: session.userId, at: runtime.now(), secondPersonFor }
    return { message: await askForWitness(db, body, asking) }
  })
  mountEndpoint(app, readSystemKey, () => readKeyConsequences(db, config))
}
