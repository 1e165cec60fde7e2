import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { APPROVAL_SCOPES } from '#domain/steps/proposal'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

// An empty variable counts as unset, as in most shells and compose files.
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(value => value || undefined, schema)

const address = (example: string, ...protocols: readonly string[]) =>
  optional(
    z
      .string()
      .refine(value => protocols.includes(urlOf(value)?.protocol ?? ''), {
        error: `an address like ${example}`,
      })
      .optional(),
  )

const urlOf = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)

const database = address('postgres://user:password@host:5432/database', 'postgres:', 'postgresql:')

const onOrOff = optional(
  z
    .enum(['on', 'off', 'true', 'false'], { error: 'on or off' })
    .transform(value => value === 'on' || value === 'true')
    .optional(),
)

const PREFIX = /^[1-9]\d{0,2}$/
const ONLY_THIS_MACHINE = ['loopback']
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal']

const isNetwork = (word: string): boolean => {
  if (NETWORK_NAMES.includes(word)) return true
  const [base = '', bits, ...more] = word.split('/')
  const family = isIP(base)
  if (family === 0 || more.length > 0) return false
  // A network of zero bits would include everyone.
  return bits === undefined || (PREFIX.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

const proxies = optional(
  z
    .string()
    .transform(value => (value === 'off' ? ONLY_THIS_MACHINE : value.split(',').map(word => word.trim())))
    .refine(list => list.every(isNetwork), {
      error: 'off, or the addresses and networks of your proxies, like 10.0.0.5, 10.1.0.0/16',
    })
    .default(ONLY_THIS_MACHINE),
)

const text = optional(z.string().optional())

const key = optional(
  z
    .string()
    .refine(value => Buffer.from(value, 'base64').length === 32, { error: '32 bytes in base64' })
    .optional(),
)

/** Schema of all environment variables, with their defaults. */
export const environmentSchema = z
  .object({
    PORT: optional(
      z
        .string()
        .regex(/^\d{1,5}$/, { error: 'a port number from 0 to 65535' })
        .transform(Number)
        .refine(port => port <= 65_535, { error: 'a port number from 0 to 65535' })
        .default(3000),
    ),
    HOST: optional(
      z.string().regex(/^\S+$/, { error: 'a host name or address like 127.0.0.1' }).default('127.0.0.1'),
    ),
    DRAIN_SECONDS: optional(
      z
        .string()
        .regex(/^\d{1,3}$/, { error: 'a number of seconds from 0 to 999' })
        .transform(Number)
        .default(0),
    ),
    PUBLIC_URL: address('https://market.example.org', 'http:', 'https:'),
    TRUST_PROXY: proxies,
    SIGN_IN_PROVIDERS: text,
    DATA_DIR: optional(z.string().default('./data')),
    DATABASE_URL: database,
    DATABASE_DIRECT_URL: database,
    DATABASE_READ_URL: database,
    S3_URL: address('https://objects.example.org/bucket', 'http:', 'https:').refine(
      url => !url || new URL(url).pathname.length > 1,
      { error: 'an address with the bucket as its path, like https://objects.example.org/bucket' },
    ),
    S3_ACCESS_KEY_ID: text,
    S3_SECRET_ACCESS_KEY: text,
    S3_REGION: text,
    CLAMD_URL: address('tcp://127.0.0.1:3310 or unix:/run/clamd.sock', 'tcp:', 'unix:'),
    SMTP_URL: address('smtps://user:password@mail.example.org:465', 'smtp:', 'smtps:'),
    SIGN_UP_ENABLED: onOrOff,
    REQUIRE_STEP_UP: onOrOff,
    // Earlier installations use `everybody`; an owner no longer needs a second person.
    SECOND_PERSON: optional(
      z.preprocess(
        value => (value === 'everybody' ? 'operator' : value),
        z.enum(APPROVAL_SCOPES, { error: `one of ${APPROVAL_SCOPES.join(', ')}` }).optional(),
      ),
    ),
    SECRET_KEY: key,
    NEW_SECRET_KEY: key,
    SIGNER_COMMAND: text,
    NEW_SIGNER_COMMAND: text,
    BACKUP_DIR: text,
    BACKUP_EVERY: optional(
      z
        .string()
        .regex(/^[1-9]\d{0,4}$/, { error: 'a whole number of minutes, from 1' })
        .transform(Number)
        .default(60),
    ),
    BACKUP_RECIPIENTS: optional(
      z
        .string()
        .transform(value => value.split(/[\s,]+/).filter(one => one !== ''))
        .refine(list => list.every(one => /^age1[02-9ac-hj-np-z]{20,}$/.test(one)), {
          error: 'public age keys, like age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
        })
        .default([]),
    ),
    BACKUP_IDENTITY: optional(
      z
        .string()
        .refine(path => existsSync(path), { error: 'a file that exists' })
        .transform(path => readFileSync(path, 'utf8').match(/^AGE-SECRET-KEY-\S+/gm) ?? [])
        .refine(found => found.length > 0, {
          error: 'a file with a secret age key (a line that begins with AGE-SECRET-KEY-)',
        })
        .default([]),
    ),
    BACKUP_PASSPHRASE: optional(
      z.string().min(15, { error: 'a passphrase of at least 15 characters' }).optional(),
    ),
    RUNNING_COST: optional(
      z
        .string()
        .regex(/^\d{1,9}$/, { error: 'whole pounds a year like 250000' })
        .transform(pounds => 100 * Number(pounds))
        .optional(),
    ),
    MIN_FREE_SPACE: optional(
      z
        .string()
        .regex(/^\d{1,9}$/, { error: 'whole megabytes like 512' })
        .transform(megabytes => Number(megabytes) * 1024 ** 2)
        .default(512 * 1024 ** 2),
    ),
    MATCHES_AT_ONCE: optional(
      z
        .string()
        .regex(/^([0-9]|1[0-6])$/, { error: 'a number from 0 to 16' })
        .transform(Number)
        .default(1),
    ),
    LOG_LEVEL: optional(z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('info')),
    DEMO: onOrOff,
    DEMO_PASSWORD: optional(
      z.string().min(15, { error: 'a password of at least 15 characters' }).default('market-garden-2026'),
    ),
  })
  .superRefine((env, context) => {
    for (const name of ['DATABASE_READ_URL', 'DATABASE_DIRECT_URL'] as const)
      if (env[name] && !env.DATABASE_URL)
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'left out without DATABASE_URL, because it is another way to the same database',
        })
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env.S3_URL && !env[name])
        context.addIssue({ code: 'custom', path: [name], message: 'set, because S3_URL is set' })
  })
