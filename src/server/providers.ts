import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { messageOf } from '#domain/narrow'
import { USER_GROUPS } from '#domain/user'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

// A provider on this machine may do without https.
const isSafe = (address: string): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname))
}

const words = z.array(z.string().min(1).max(200)).default([])

const provider = z.strictObject({
  /** Stands in the address to which the provider sends people back. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: 'small letters, digits and hyphens' }),
  /** By which people know it. */
  name: z.string().min(1).max(100),
  issuer: z.string().refine(isSafe, { error: 'an https address' }),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** The id of the organisation whose people it knows. */
  organisation: z.string().min(1),
  /** The domains of the addresses of its people. */
  emailDomains: z
    .array(z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'a domain like council.example' }))
    .min(1),
  /** It gives addresses to its own people only, and does not say of each that it is verified. */
  vouchesForEmails: z.boolean().default(false),
  /** Who gets which groups here, by what the provider says in one of its claims. */
  groups: z
    .strictObject({
      claim: z.string().min(1),
      map: z.record(z.string().min(1), z.array(z.enum(USER_GROUPS)).min(1)),
    })
    .optional(),
  /** What the provider says (amr, acr) where it has asked for a second factor itself, and is believed. */
  secondFactor: z.strictObject({ amr: words, acr: words }).optional(),
})

/** A provider at which people of an organisation sign in (OpenID Connect). */
export type Provider = Readonly<z.infer<typeof provider>>

const list = z
  .array(provider)
  .refine(all => new Set(all.map(({ id }) => id)).size === all.length, { error: 'each id once' })

/** The providers in a file: a list as JSON. A fault is an error of one line, in which no secret stands. */
export const readProviders = (file: string): Provider[] => {
  const wrong = (what: string) => new Error(`SIGN_IN_PROVIDERS names ${file}: ${what}`)
  let said: unknown
  try {
    said = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw wrong(
      error instanceof SyntaxError ? 'it must hold JSON' : `it cannot be read (${messageOf(error)})`,
    )
  }
  const read = list.safeParse(said)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw wrong(
    `${issue?.path.join('.') || 'the list'} must be as described in the guide: ${issue?.message ?? ''}`,
  )
}
