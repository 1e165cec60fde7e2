import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { type Provider, readProviders } from './providers.ts'
import { environment, type LOG_LEVELS } from './variables.ts'
import type { Founding } from '#domain/founding'
import type { Pence } from '#domain/money'
import type { SecondPersonFor } from '#domain/proposal'

/** 64 MiB and three passes: about 70 ms for each password. */
export const PASSWORD_COST = { memoryCost: 65_536, timeCost: 3 } as const

/** Everything about this installation that its operator decides from outside. */
export type Config = Readonly<{
  port: number
  host: string
  /** How long a server that is told to stop says that it is not ready before it stops. */
  drainSeconds: number
  publicUrl: string
  /** The addresses and networks of proxies that are believed where they say for whom they ask. */
  trustedProxies: string[]
  /** Where people sign in who are known elsewhere. */
  providers: readonly Provider[]
  dataDir: string
  databaseUrl?: string
  /** The same past a pooler, for what needs a connection to itself. */
  databaseDirectUrl?: string
  /** A replica of that database, which is read in its place while it is near. */
  databaseReadUrl?: string
  files: FileStore
  /** What running the market costs its operator in a year, in pence, where that is published. */
  runningCost?: Pence
  /** So many bytes must stay free on the disks of data and documents; with less, nothing is changed. */
  minFreeSpace: number
  /** The ClamAV daemon that looks into every upload, if there is one. */
  clamdUrl?: string
  mail: Readonly<{ kind: 'mailbox'; folder: string } | { kind: 'smtp'; url: string }>
  signUpEnabled: boolean
  /** Staff sign in with a second factor. */
  requireSecondFactor: boolean
  /** What moves credits or rights asks for a fresh code. */
  requireStepUp: boolean
  /** Who only proposes what a second person must approve. */
  secondPersonFor: SecondPersonFor
  /** Encrypts what must not be read from the database alone; without it a key is kept in the data folder. */
  secretKey?: string
  /** The key that is to take its place, for `rotate-key` only. */
  newSecretKey?: string
  /** The program outside that holds the two signing keys; without it they follow from the secret key. */
  signerCommand?: string
  /** The one that is to take its place, for `rotate-key` only. */
  newSignerCommand?: string
  backup: Readonly<{
    /** Where backups are made; without it only who asks for one has one. */
    folder?: string
    everyMinutes: number
    /** Public keys for whose holders backups are encrypted. */
    recipients: readonly string[]
    /** Secret keys that open backups; for commands that restore and verify, and not for the server. */
    identities: readonly string[]
    /** Opens backups too. */
    passphrase?: string
  }>
  passwordCost: Readonly<{ memoryCost: number; timeCost: number }>
  logLevel: (typeof LOG_LEVELS)[number]
  /** Is it a demonstration? Its passwords are published, and no second factor is asked for. */
  demo: boolean
  demoPassword: string
  /** Webhooks may be told at addresses of this machine, and without https: a demonstration that only this machine reaches. */
  localWebhooks: boolean
}>

type FileStore = Readonly<
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; url: string; accessKeyId: string; secretAccessKey: string; region: string }
>

/** Reads the configuration from the environment; a wrong value is an error with one line per variable. */
export const readConfig = (variables: NodeJS.ProcessEnv): Config => {
  const env = environmentOf(variables)
  return configOf(env, env.DEMO ?? !env.DATABASE_URL)
}

/**
 * The same for a market that was founded, or is about to be: whether it is a demonstration follows from what is stored.
 * An error with one line where the variables contradict it, or would put a demonstration where others reach it without
 * having been asked for.
 */
export const configFor = (variables: NodeJS.ProcessEnv, founded: Founding | undefined): Config => {
  const env = environmentOf(variables)
  const demo = founded ? founded === 'demonstration' : (env.DEMO ?? !env.DATABASE_URL)
  const config = configOf(env, demo)
  if (founded && env.DEMO !== undefined && env.DEMO !== demo) throw new Error(contradictionOf(founded))
  const reached = [config.host, new URL(config.publicUrl).hostname].find(host => !isLoopback(host))
  if (demo && env.DEMO === undefined && reached !== undefined)
    throw new Error(
      `DEMO is missing: a demonstration, whose passwords are published, is put at ${reached} only with DEMO=on${founded ? '' : '; a real market is founded with DEMO=off'}`,
    )
  return config
}

/** What to say where a market was founded as something else than is wanted of it, with the remedy. */
export const contradictionOf = (founded: Founding): string =>
  founded === 'real'
    ? 'This market was founded as a real one and takes in no demonstration: leave DEMO out, or name an empty place in DATA_DIR or DATABASE_URL for the demonstration'
    : 'This market was founded as a demonstration and cannot become a real one: leave DEMO out, or name an empty place in DATA_DIR or DATABASE_URL for the real market'

/** Is this host reached from the machine itself only? */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[?::1\]?)$/.test(host)

type Environment = z.infer<typeof environment>

const environmentOf = (variables: NodeJS.ProcessEnv): Environment => {
  const read = environment.safeParse(variables)
  if (read.success) return read.data
  throw new Error(read.error.issues.map(issue => complaint(issue, variables)).join('\n'))
}

const configOf = (env: Environment, demo: boolean): Config => {
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
    passwordCost: PASSWORD_COST,
    logLevel: env.LOG_LEVEL,
    demo,
    demoPassword: env.DEMO_PASSWORD,
    localWebhooks: demo && isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname),
  }
}

// Passwords, keys and addresses with passwords in them must not end up in a log.
const secret = /PASSWORD|PASSPHRASE|KEY|DATABASE_(READ_|DIRECT_)?URL|SMTP_URL|S3_URL/

const complaint = (issue: z.core.$ZodIssue, variables: NodeJS.ProcessEnv) => {
  const name = String(issue.path[0])
  const value = variables[name]
  const found = !value ? 'is missing' : secret.test(name) ? 'has a wrong value' : `is "${value}"`
  return `${name} ${found}: it must be ${issue.message}`
}
