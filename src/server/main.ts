import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { messageOf } from '#domain/narrow'
import { pino } from 'pino'
import { admitKey, watchKey } from './auth/market-key.ts'
import { lookAtBrandAgain } from './brand.ts'
import { certifyWith, keepKey } from './certificates/certify.ts'
import { requireHomes } from './auth/provider-people.ts'
import { sealedOutside } from './auth/outside-keys.ts'
import { startBackups } from './backup/every.ts'
import { configFor, readConfig, type Config } from './config.ts'
import { loadDemonstration } from './demonstration/load.ts'
import { addPrograms } from './demonstration/programs.ts'
import { openReset } from './demonstration/reset.ts'
import { demonstrationUsers } from './demonstration/users.ts'
import { openDrain } from './drain.ts'
import { type FileStore, openFileStore } from './files/file-store.ts'
import { admitFiles } from './files/market-files.ts'
import { foundAs, foundingOf } from './founding.ts'
import { buildApp } from './http/app.ts'
import { installLastResort } from './last-resort.ts'
import { mailboxIn } from './mail/post.ts'
import { startMail } from './mail/send.ts'
import { originOf } from './log/keys.ts'
import { promiseWith } from './log/promises.ts'
import { noKey, openRuntime } from './open-runtime.ts'
import type { SecondPersonFor } from '#domain/proposal'
import { openLines, openLogOutput } from './output.ts'
import type { Certify, PromiseEntry, Runtime } from './runner/runtime.ts'
import { refuseTakenPort } from './taken-port.ts'
import { bringUpToDate, clear, connect } from './store/database.ts'
import { startEmbedded } from './store/embedded.ts'
import { givePlaces } from './store/give-places.ts'
import { hearNews } from './store/news.ts'
import { FOR_REQUESTS } from './store/limits.ts'
import { loadReferenceData } from './store/reference-data.ts'
import { hearMarketClock } from './store/market-time.ts'
import { openReplica } from './store/replica.ts'
import { openStore } from './store/store.ts'
import { hindranceOf } from './store/trouble.ts'
import { tryAgain } from './store/try-again.ts'
import { startBiddingTimes } from './tasks/bidding-times.ts'
import { startVoiding } from './tasks/lapse-proposals.ts'
import { startFolding } from './tasks/fold-counts.ts'
import { JOBS } from './tasks/jobs.ts'
import { startChaining } from './tasks/chain-log.ts'
import { startCheckpoints } from './tasks/sign-checkpoints.ts'
import { startSchedule } from './tasks/schedule.ts'
import { startVerifying } from './tasks/verify-as-it-comes.ts'
import { startWork } from './tasks/work.ts'
import { startWebhooks } from './webhooks/start.ts'

const say = openLines(process.stdout)

const complain = openLines(process.stderr)

const stopWith = (message: string): never => {
  complain(message)
  process.exit(1)
}

const readOrStop = (): Config => {
  try {
    const config = readConfig(process.env)
    // On an empty place a refusal comes before anything is made there.
    return existsSync(join(config.dataDir, 'postgres')) ? config : configFor(process.env, undefined)
  } catch (error) {
    return stopWith(messageOf(error))
  }
}

const showProgress = (done: number, of: number): void => {
  const percent = Math.floor((100 * done) / of)
  if (percent === Math.floor((100 * (done - 1)) / of) || percent % 10 > 0) return
  say(`Loading the demonstration market: ${percent}%`)
}

const sayWhere = async (config: Config, runtime: Runtime): Promise<void> => {
  say(`The market is at ${config.publicUrl}`)
  if (!config.demo) return
  const users = await demonstrationUsers(runtime.store.db)
  say(`Demonstration sign-in names, all with the password ${config.demoPassword}:`)
  for (const { username, role } of users.slice(0, 12)) say(`  ${username.padEnd(20)} ${role}`)
  if (users.length > 12) say(`  and ${users.length - 12} more, listed on the sign-in page`)
}

/** Starts everything in order, and stops it in the reverse order. The only place where the parts meet. */
const start = async (): Promise<void> => {
  const given = readOrStop()
  // Before minutes are spent on loading.
  await refuseTakenPort(given.host, given.port)
  const log = pino({ level: given.logLevel }, openLogOutput(process.stdout.fd))
  const embedded = given.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: given.dataDir, log: line => log.debug(line), tell: complain })
  embedded?.failed.then(
    error => stopWith(`The embedded database has failed: ${error.message}`),
    error => stopWith(`The embedded database cannot be watched: ${messageOf(error)}`),
  )
  const reach = embedded?.connection ?? { connectionString: given.databaseUrl }
  const direct = embedded?.connection ?? { connectionString: given.databaseDirectUrl }
  let stopping: Promise<void> | undefined
  const warn = (error: Error) => {
    // An ordinary stop ends the embedded database before the last connections have taken their leave.
    if (!stopping) log.warn({ why: error.message }, 'A connection to the database broke')
  }
  const db = connect(reach, warn)
  const quick = connect(reach, warn, FOR_REQUESTS)
  // The key that signs is known once the market has been asked whose it is; until then nobody acts.
  let sealed: Certify = noKey
  let promised: PromiseEntry = async () => null
  let secondPersonFor: SecondPersonFor = 'operator'
  const served = openRuntime(quick, {
    certify: (...asked) => sealed(...asked),
    // The action is committed by now: without the key the answer has no promise.
    promiseEntry: entry =>
      promised(entry).catch((error: unknown) => {
        log.error({ err: error }, 'A promise could not be signed')
        return null
      }),
    secondPersonFor: () => secondPersonFor,
  })
  const runtime: Runtime = { ...served, store: openStore(db) }
  const replica = given.databaseReadUrl
    ? openReplica(served, { connectionString: given.databaseReadUrl }, warn)
    : undefined
  /** Brings the database to what this version needs, with all that the market begins with. */
  const furnish = async (config: Config, open: () => Promise<FileStore>, progress: typeof showProgress) => {
    await bringUpToDate(direct)
    await hearMarketClock(db, runtime.time)
    await foundAs(db, config.demo ? 'demonstration' : 'real', runtime.now())
    await loadReferenceData(db, runtime.now())
    await givePlaces(db, runtime.now())
    const secrets = await sealedOutside(await admitKey(db, config), config.signerCommand)
    await keepKey(db, secrets.seal, runtime.now())
    await keepKey(db, secrets.logSeal, runtime.now(), { signs: 'checkpoints' })
    ;({ secondPersonFor } = config)
    sealed = certifyWith({ seal: secrets.seal, publicUrl: config.publicUrl })
    promised = promiseWith(secrets.logSeal, await originOf(db, config.publicUrl))
    const files = await open()
    await admitFiles(db, files, config)
    if (config.demo) {
      const isNew = await loadDemonstration(runtime, files, config.demoPassword, progress)
      if (isNew) await addPrograms(runtime, secrets, config.publicUrl)
    }
    await requireHomes(db, config.providers)
    return { config, secrets, files }
  }
  const prepare = async () => {
    const config = configFor(process.env, await foundingOf(db))
    return furnish(config, () => openFileStore(config.files, config.clamdUrl), showProgress)
  }
  const { config, secrets, files } = await tryAgain(prepare, { hindrance: hindranceOf, tell: complain })
  const news = hearNews(direct, () => {
    runtime.changeFeed.look()
    lookAtBrandAgain()
  })

  const background = () => [
    startChaining(runtime, log),
    startCheckpoints({ runtime, config, secrets }, log),
    startWork(runtime, log),
    startFolding(runtime, log),
    startBiddingTimes(runtime, log),
    startVoiding(runtime, log),
    startSchedule({ runtime, files, mailbox: mailboxIn(config) }, JOBS, log),
    startVerifying({ runtime, files }, log),
    startMail({ runtime, config, secrets }, log),
    startWebhooks({ runtime, config, secrets }, log),
    startBackups({ db, reach: direct, files, config, now: () => new Date(runtime.now()) }, log),
  ]
  let working: ReturnType<typeof background> = []
  const stopBackground = async (): Promise<void> => {
    for (const one of working) await one.stop()
  }
  const reset = openReset({
    pause: stopBackground,
    resume: () => {
      working = background()
    },
    load: async tell => {
      await clear(db)
      await furnish(
        config,
        async () => files,
        (done, of) => tell(Math.floor((100 * done) / of)),
      )
    },
    log,
  })
  const drain = openDrain(config.drainSeconds)
  const app = await buildApp({
    ...{ runtime: served, patient: runtime, replica, files, config, log, drain },
    ...(config.demo && { reset }),
  })
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
  installLastResort({
    log,
    drainSeconds: config.drainSeconds,
    stop: code => {
      stopping ??= stop(code)
    },
  })
  // A terminal may send its signal twice: the second must not cut the stopping short.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      stopping ??= stop(0)
    })
  const key = watchKey(db, secrets, why => {
    complain(why)
    stopping ??= stop(1)
  })
  await sayWhere(config, runtime)
}

start().catch((error: unknown) => {
  const cause = error instanceof Error ? error.cause : undefined
  stopWith(cause instanceof Error ? `${messageOf(error)}\n${cause.stack}` : messageOf(error))
})
