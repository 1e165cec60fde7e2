import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Secrets } from './auth/secrets.ts'
import { startScheduledBackups } from './backup/every.ts'
import { startMergingCounts } from './counts/fold-counts.ts'
import type { FileStore } from './files/file-store.ts'
import { startBiddingTimes } from './jobs/bidding-times.ts'
import { ALL_JOBS } from './jobs/jobs.ts'
import { startVoidingProposals } from './jobs/lapse-proposals.ts'
import { startChainingLog } from './log/chain-log.ts'
import { startSigningCheckpoints } from './log/sign-checkpoints.ts'
import { mailboxFolder } from './mail/post.ts'
import { startMailSender } from './mail/send.ts'
import type { ServerConfig } from './process/config.ts'
import type { ActionRuntime } from './runner/runtime.ts'
import type { Database } from './store/tables/tables.ts'
import { startJobSchedule } from './tasks/schedule.ts'
import { startContinuousVerification } from './verify/verify-as-it-comes.ts'
import { startWebhookSender } from './webhooks/start.ts'
import { startBulkActs, startMatching } from './work.ts'

/** Everything that work in the background needs. */
interface BackgroundContext {
  runtime: ActionRuntime
  files: FileStore
  config: ServerConfig
  secrets: Secrets
  db: Kysely<Database>
  /** The database without a pooler, for backups and integrity checks. */
  reach: pg.ClientConfig
}

/** Starts everything that a server does without a request, and returns what stops each part. */
export const startBackground = (
  { runtime, files, config, secrets, db, reach }: BackgroundContext,
  log: Logger,
): { stop: () => Promise<void> }[] => {
  const jobs = { runtime, files, apart: { reach, files: config.files } }
  return [
    startChainingLog(runtime, log),
    startSigningCheckpoints({ runtime, config, secrets }, log),
    startMatching(runtime, log, config.matchesAtOnce),
    startBulkActs(runtime, log),
    startMergingCounts(runtime, log),
    startBiddingTimes(runtime, log),
    startVoidingProposals(runtime, log),
    startJobSchedule({ ...jobs, mailbox: mailboxFolder(config) }, ALL_JOBS, log),
    startContinuousVerification(jobs, log),
    startMailSender({ runtime, config, secrets }, log),
    startWebhookSender({ runtime, config, secrets }, log),
    startScheduledBackups({ db, reach, files, config, now: () => new Date(runtime.now()) }, log),
  ]
}
