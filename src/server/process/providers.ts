import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { errorMessageOf } from '#domain/values/narrow'
import { USER_GROUPS } from '#domain/people/user'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

// A provider on this machine may be reached without https.
const isSafe = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
}

const words = z.array(z.string().min(1).max(200)).default([])

const provider = z.strictObject({
  /** Part of the address to which the provider sends people back. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'lower-case letters, digits and hyphens' }),
  /** Name shown to people. */
  name: z.string().min(1).max(100),
  issuer: z.string().refine(isSafe, { error: 'an https address' }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Id of the organisation whose people it knows. */
  organisation: z.string().min(1),
  /** Email domains of its people. */
  emailDomains: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'a domain like council.example' }))
    .min(1),
  /** It gives addresses to its own people only, and does not mark each as verified. */
  vouchesForEmails: z.boolean().default(false),
  /** Groups that people get here, by the values of one claim of the provider. */
  groups: z
    .strictObject({
      claim: z.string().min(1),
      map: z.record(z.string().min(1), z.array(z.enum(USER_GROUPS)).min(1)),
    })
    .optional(),
  /** Values of amr and acr with which the provider reports its own second factor, and is trusted. */
  secondFactor: z.strictObject({ amr: words, acr: words }).optional(),
})

/** A provider (OpenID Connect) at which people of an organisation sign in. */
export type Provider = Readonly<z.infer<typeof provider>>

const list = z
  .array(provider)
  .refine(all => new Set(all.map(({ id }) => id)).size === all.length, { error: 'each id once' })

/** Reads the providers from a file: a list as JSON. An error has one line and contains no secret. */
export const readProviders = (file: string): Provider[] => {
  const wrong = (what: string) => new Error(`SIGN_IN_PROVIDERS names ${file}: ${what}`)
  let said: unknown
  try {
    said = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw wrong(
      error instanceof SyntaxError ? 'it must contain JSON' : `it cannot be read (${errorMessageOf(error)})`,
    )
  }
  const read = list.safeParse(said)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw wrong(
    `${issue?.path.join('.') || 'the list'} must be as described in the guide: ${issue?.message ?? ''}`,
  )
}
