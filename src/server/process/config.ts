import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type Provider, readProviders } from './providers.ts'
import { environmentSchema, type LOG_LEVELS } from './variables.ts'
import type { MarketFounding } from '#domain/people/founding'
import type { Pence } from '@credit-market/values/money'
import type { ApprovalScope } from '#domain/steps/proposal'

/** 64 MiB and three passes: about 70 ms for each password. */
export const PASSWORD_HASH_COST = { memoryCost: 65_536, timeCost: 3 } as const

/** Settings of this installation that its operator configures in the environment. */
export type ServerConfig = Readonly<{
  port: number
  host: string
  /** Seconds for which a server that is to stop reports that it is not ready, before it stops. */
  drainSeconds: number
  /** Matches, comparisons and publications of rounds that this process runs at the same time; with 0 it leaves them to others. */
  matchesAtOnce: number
  publicUrl: string
  /** Addresses and networks of proxies whose forwarding headers are trusted. */
  trustedProxies: string[]
  /** Identity providers through which people may sign in. */
  providers: readonly Provider[]
  dataDir: string
  databaseUrl?: string
  /** The same database without a pooler, for work that needs a connection to itself. */
  databaseDirectUrl?: string
  /** A replica of that database, which serves reads while its delay is short. */
  databaseReadUrl?: string
  files: FileStore
  /** Yearly running cost of the market for its operator, in pence, if it is published. */
  runningCost?: Pence
  /** Bytes that must stay free on the disks of data and documents; with less, changes are refused. */
  minFreeSpace: number
  /** The ClamAV daemon that scans every upload, if there is one. */
  clamdUrl?: string
  mail: Readonly<{ kind: 'mailbox'; folder: string } | { kind: 'smtp'; url: string }>
  signUpEnabled: boolean
  /** Staff sign in with a second factor. */
  requireSecondFactor: boolean
  /** Actions that move credits or rights require a fresh code. */
  requireStepUp: boolean
  /** Users whose acts a second person must approve. */
  secondPersonFor: ApprovalScope
  /** Encrypts what must not be readable from the database alone; without it a key is kept in the data folder. */
  secretKey?: string
  /** Replacement for the secret key, for `rotate-key` only. */
  newSecretKey?: string
  /** External program that holds the two signing keys; without it they are derived from the secret key. */
  signerCommand?: string
  /** Replacement for the signer command, for `rotate-key` only. */
  newSignerCommand?: string
  backup: Readonly<{
    /** Folder for backups; without it they are only made on request. */
    folder?: string
    everyMinutes: number
    /** Public keys for whose holders backups are encrypted. */
    recipients: readonly string[]
    /** Secret keys that open backups; for commands that restore and verify, not for the server. */
    identities: readonly string[]
    /** Opens backups too. */
    passphrase?: string
  }>
  passwordCost: Readonly<{ memoryCost: number; timeCost: number }>
  logLevel: (typeof LOG_LEVELS)[number]
  /** True for a demonstration, whose passwords are published and which needs no second factor. */
  demo: boolean
  demoPassword: string
  /**
   * True if webhooks may go to addresses of this machine, and without https: for a demonstration that only this machine
   * can reach.
   */
  localWebhooks: boolean
}>

type FileStore = Readonly<
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; url: string; accessKeyId: string; secretAccessKey: string; region: string }
>

/** Reads the configuration from the environment; throws an error with one line for each wrong variable. */
export const readConfig = (variables: NodeJS.ProcessEnv): ServerConfig => {
  const env = environmentOf(variables)
  return configOf(env, env.DEMO ?? !env.DATABASE_URL)
}

/**
 * Reads the configuration for a market that was founded, or is about to be: the stored founding decides if it is a
 * demonstration. Throws an error of one line if the variables contradict it, or would expose a demonstration to others
 * without an explicit request.
 */
export const configForFounding = (
  variables: NodeJS.ProcessEnv,
  founded: MarketFounding | undefined,
): ServerConfig => {
  const env = environmentOf(variables)
  const demo = founded ? founded === 'demonstration' : (env.DEMO ?? !env.DATABASE_URL)
  const config = configOf(env, demo)
  if (founded && env.DEMO !== undefined && env.DEMO !== demo)
    throw new Error(findFoundingContradiction(founded))
  const reached = [config.host, new URL(config.publicUrl).hostname].find(host => !isLoopback(host))
  if (demo && env.DEMO === undefined && reached !== undefined)
    throw new Error(
      `DEMO is missing: a demonstration has published passwords, so it is reachable at ${reached} only with DEMO=on${founded ? '' : '; set DEMO=off to found a real market'}`,
    )
  return config
}

/** Returns the error message, with the remedy, for a market whose founding differs from what the command expects. */
export const findFoundingContradiction = (founded: MarketFounding): string =>
  founded === 'real'
    ? 'This market was founded as a real market and cannot become a demonstration: leave DEMO out, or set DATA_DIR or DATABASE_URL to an empty place for the demonstration'
    : 'This market was founded as a demonstration and cannot become a real market: leave DEMO out, or set DATA_DIR or DATABASE_URL to an empty place for the real market'

/** True if this host can only be reached from the machine itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/.test(host)

type Environment = z.infer<typeof environmentSchema>

const environmentOf = (variables: NodeJS.ProcessEnv): Environment => {
  const read = environmentSchema.safeParse(variables)
  if (read.success) return read.data
  throw new Error(read.error.issues.map(issue => complaint(issue, variables)).join('\n'))
}

const configOf = (env: Environment, demo: boolean): ServerConfig => {
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, '')
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    trustedProxies: env.TRUST_PROXY,
    providers: env.SIGN_IN_PROVIDERS ? readProviders(env.SIGN_IN_PROVIDERS) : [],
    dataDir,
    drainSeconds: env.DRAIN_SECONDS,
    matchesAtOnce: env.MATCHES_AT_ONCE,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    files: env.S3_URL
      ? {
          kind: 's3',
          url: env.S3_URL,
          accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
          region: env.S3_REGION ?? 'us-east-1',
        }
      : { kind: 'folder', folder: join(dataDir, 'files') },
    runningCost: env.RUNNING_COST,
    minFreeSpace: env.MIN_FREE_SPACE,
    clamdUrl: env.CLAMD_URL,
    mail: env.SMTP_URL
      ? { kind: 'smtp', url: env.SMTP_URL }
      : { kind: 'mailbox', folder: join(dataDir, 'mail') },
    signUpEnabled: env.SIGN_UP_ENABLED ?? true,
    requireSecondFactor: !demo,
    requireStepUp: env.REQUIRE_STEP_UP ?? !demo,
    secondPersonFor: env.SECOND_PERSON ?? (demo ? 'nobody' : 'operator'),
    secretKey: env.SECRET_KEY,
    newSecretKey: env.NEW_SECRET_KEY,
    signerCommand: env.SIGNER_COMMAND,
    newSignerCommand: env.NEW_SIGNER_COMMAND,
    backup: {
      folder: env.BACKUP_DIR && resolve(env.BACKUP_DIR),
      everyMinutes: env.BACKUP_EVERY,
      recipients: env.BACKUP_RECIPIENTS,
      identities: env.BACKUP_IDENTITY,
      passphrase: env.BACKUP_PASSPHRASE,
    },
    passwordCost: PASSWORD_HASH_COST,
    logLevel: env.LOG_LEVEL,
    demo,
    demoPassword: env.DEMO_PASSWORD,
    localWebhooks: demo && isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname),
  }
}

// Passwords, keys and addresses that contain passwords must not appear in a log.
const secret = /PASSWORD|PASSPHRASE|KEY|DATABASE_(READ_|DIRECT_)?URL|SMTP_URL|S3_URL/

const complaint = (issue: z.core.$ZodIssue, variables: NodeJS.ProcessEnv) => {
  const name = String(issue.path[0])
  const value = variables[name]
  const found = !value ? 'is missing' : secret.test(name) ? 'has a wrong value' : `is "${value}"`
  return `${name} ${found}: it must be ${issue.message}`
}
