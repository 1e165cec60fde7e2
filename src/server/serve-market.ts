import { errorMessageOf } from '#domain/values/narrow'
import type { Logger } from 'pino'
import { openSecretsOfMarket, watchMarketKey } from './auth/market-key.ts'
import { invalidateBrandCache } from './brand/brand.ts'
import { createCertificateIssuer, storePublicKey } from './certificates/certify.ts'
import { requireProviderOrganisations } from './auth/provider-people.ts'
import { withExternalSigner } from './auth/outside-keys.ts'
import { startBackground } from './background.ts'
import { waitForBuiltPages } from './process/built-pages.ts'
import { configForFounding, type ServerConfig } from './process/config.ts'
import { loadDemonstration } from './demonstration/load.ts'
import { addDemonstrationKeyAndWebhook } from './demonstration/programs.ts'
import { openDemonstrationReset } from './demonstration/reset.ts'
import { listDemonstrationUsers } from './demonstration/users.ts'
import { describeFaults, examineInstallation } from './doctor/doctor.ts'
import { createShutdownDelay } from './process/drain.ts'
import { openLoadingPage } from './process/loading-page.ts'
import { type FileStore, openFileStore } from './files/file-store.ts'
import { requireMarketFiles } from './files/market-files.ts'
import { requireMarketFoundedAs, readMarketFounding } from './demonstration/founding.ts'
import { buildApp } from './app.ts'
import { installUncaughtErrorHandlers } from './process/last-resort.ts'
import { readLogOrigin } from './log/keys.ts'
import { createEntryPromiseSigner } from './log/promises.ts'
import { skipCertificatesWithoutKey, openActionRuntime } from './open-runtime.ts'
import type { ApprovalScope } from '#domain/steps/proposal'
import { openLineOutput } from './process/output.ts'
import type { IssueCertificates, SignEntryPromise, ActionRuntime } from './runner/runtime.ts'
import {
  connectDatabase,
  dropEverything,
  hasAllMigrations,
  migrateOverDirectConnection,
} from './store/database.ts'
import type { EmbeddedDatabase } from './embedded/embedded.ts'
import { fillMissingCoordinates } from './store/give-places.ts'
import { listenForEntries } from './store/news.ts'
import { REQUEST_TIME_LIMITS } from './store/limits.ts'
import { loadReferenceData } from './store/reference-data.ts'
import { syncMarketTime } from './store/market-time.ts'
import { openReadReplica } from './http/replica.ts'
import { openStore } from './store/store.ts'
import { findStartObstacle } from './process/trouble.ts'
import { retryWithPauses } from './process/try-again.ts'

const say = openLineOutput(process.stdout)

type ShowProgress = (done: number, of: number) => void

/** Shows how far loading is: on the page always, in the output at every tenth. */
const progressOn =
  ({ show }: ReturnType<typeof openLoadingPage>): ShowProgress =>
  (done, of) => {
    const percent = Math.floor((100 * done) / of)
    show(percent)
    const isNew = percent !== Math.floor((100 * (done - 1)) / of)
    if (isNew && percent % 10 === 0) say(`Loading the demonstration market: ${percent}%`)
  }

const sayWhere = async (config: ServerConfig, runtime: ActionRuntime): Promise<void> => {
  say(`The market is at ${config.publicUrl}`)
  if (!config.demo) return
  const users = await listDemonstrationUsers(runtime.store.db)
  say(`Demonstration user names, all with the password ${config.demoPassword}:`)
  for (const { username, role } of users.slice(0, 12)) say(`  ${username.padEnd(20)} ${role}`)
  if (users.length > 12) say(`  and ${users.length - 12} more, listed on the sign-in page`)
}

/** Prepared by `main.ts` before the market is served. */
interface Preparation {
  given: ServerConfig
  embedded: EmbeddedDatabase | undefined
  log: Logger
  /** Writes a line to the error output. */
  complain: (line: string) => void
}

/** Starts all parts in order, and stops them in the reverse order. The only place that connects them. */
export const serveMarket = async ({ given, embedded, log, complain }: Preparation): Promise<void> => {
  const reach = embedded?.connection ?? { connectionString: given.databaseUrl }
  const direct = embedded?.connection ?? { connectionString: given.databaseDirectUrl }
  let stopping: Promise<void> | undefined
  const warn = (error: Error) => {
    // A normal stop ends the embedded database before the last connections are closed.
    if (!stopping) log.warn({ why: error.message }, 'A database connection was lost')
  }
  const db = connectDatabase(reach, warn)
  const quick = connectDatabase(reach, warn, REQUEST_TIME_LIMITS)
  // The signing key is known only once it has been compared with the market's records; until then no one can act.
  let sealed: IssueCertificates = skipCertificatesWithoutKey
  let promised: SignEntryPromise = async () => null
  let secondPersonFor: ApprovalScope = 'operator'
  const served = openActionRuntime(quick, {
    certify: (...asked) => sealed(...asked),
    // The action is committed by now: without the key the answer has no promise.
    promiseEntry: entry =>
      promised(entry).catch((error: unknown) => {
        log.error({ err: error }, 'A commitment could not be signed')
        return null
      }),
    secondPersonFor: () => secondPersonFor,
  })
  const runtime: ActionRuntime = { ...served, store: openStore(db) }
  const replica = given.databaseReadUrl
    ? openReadReplica(served, { connectionString: given.databaseReadUrl }, warn)
    : undefined
  /** Migrates the database to this version, and loads the data with which the market begins. */
  const furnish = async (config: ServerConfig, open: () => Promise<FileStore>, progress: ShowProgress) => {
    if (!(await hasAllMigrations(db))) await migrateOverDirectConnection(direct)
    await syncMarketTime(db, runtime.time)
    await requireMarketFoundedAs(db, config.demo ? 'demonstration' : 'real', runtime.now())
    await loadReferenceData(db, runtime.now())
    await fillMissingCoordinates(db, runtime.now())
    const secrets = await withExternalSigner(await openSecretsOfMarket(db, config), config.signerCommand)
    await storePublicKey(db, secrets.seal, runtime.now())
    await storePublicKey(db, secrets.logSeal, runtime.now(), { signs: 'checkpoints' })
    ;({ secondPersonFor } = config)
    sealed = createCertificateIssuer({ seal: secrets.seal, publicUrl: config.publicUrl })
    promised = createEntryPromiseSigner(secrets.logSeal, await readLogOrigin(db, config.publicUrl))
    const files = await open()
    await requireMarketFiles(db, files, config)
    if (config.demo) {
      // A crash may lose the last steps, which the next start repeats.
      const quickly = connectDatabase({ ...direct, options: '-c synchronous_commit=off' }, warn)
      const loader = { ...runtime, store: openStore(quickly) }
      let isNew = false
      try {
        isNew = await loadDemonstration(loader, files, config.demoPassword, progress)
      } finally {
        await quickly.destroy()
      }
      if (isNew) await addDemonstrationKeyAndWebhook(runtime, secrets, config.publicUrl)
    }
    await requireProviderOrganisations(db, config.providers)
    return { config, secrets, files }
  }
  const loading = openLoadingPage(given)
  const prepare = async () => {
    const config = configForFounding(process.env, await readMarketFounding(db))
    return furnish(config, () => openFileStore(config.files, config.clamdUrl), progressOn(loading))
  }
  const { config, secrets, files } = await retryWithPauses(prepare, {
    hindrance: findStartObstacle,
    tell: complain,
  })
  const news = listenForEntries(direct, () => {
    runtime.changeFeed.look()
    invalidateBrandCache()
  })

  const background = () => startBackground({ runtime, files, config, secrets, db, reach: direct }, log)
  let working: ReturnType<typeof background> = []
  const stopBackground = async (): Promise<void> => {
    await Promise.all(working.map(one => one.stop()))
  }
  const reset = openDemonstrationReset({
    pause: stopBackground,
    resume: () => {
      working = background()
    },
    load: async tell => {
      await dropEverything(db)
      await furnish(
        config,
        async () => files,
        (done, of) => tell(Math.floor((100 * done) / of)),
      )
    },
    log,
  })
  await waitForBuiltPages(say)
  const drain = createShutdownDelay(config.drainSeconds)
  const app = await buildApp({
    ...{ runtime: served, patient: runtime, replica, files, config, log, drain, seal: secrets.seal },
    ...(config.demo && { reset }),
  })
  await loading.close()
  await app.listen({ host: config.host, port: config.port })
  working = background()

  const stop = async (code: number): Promise<void> => {
    await drain.begin()
    await app.close()
    await stopBackground()
    await key.stop()
    await news.stop()
    await replica?.stop()
    await quick.destroy()
    await db.destroy()
    await embedded?.stop()
    process.exit(code)
  }
  installUncaughtErrorHandlers({
    log,
    drainSeconds: config.drainSeconds,
    stop: code => {
      stopping ??= stop(code)
    },
  })
  // A terminal may send its signal twice: the second must not interrupt the stop.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping ??= stop(0)
    })
  const key = watchMarketKey(db, secrets, why => {
    complain(why)
    stopping ??= stop(1)
  })
  await sayWhere(config, runtime)
  if (config.demo) return
  // A check that fails by itself must not stop a market that runs.
  await examineInstallation(config, { env: process.env }).then(
    findings => describeFaults(findings).forEach(complain),
    error => complain(errorMessageOf(error)),
  )
}
