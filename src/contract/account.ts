import { z } from 'zod'
import { ORGANISATION_TYPES } from '#domain/organisation'
import { PASSWORDS_DIFFER } from '#domain/password'
import { USER_GROUPS } from '#domain/user'
import { emailRule, nameRule, passwordRule, phoneRule, someText, usernameRule } from './rules.ts'
import { id, instant, maybeText, named } from './values.ts'

/** What sign-in may ask for before it is complete. */
export const CHALLENGES = [
  'NEW_PASSWORD_REQUIRED',
  'PASSWORD_RESET_REQUIRED',
  'USER_NOT_CONFIRMED',
  'SOFTWARE_TOKEN_MFA',
] as const
export type Challenge = (typeof CHALLENGES)[number]

/**
 * Why a signed-in person is refused with 403 before anything else is looked at: a second factor must be set up first
 * (on the profile page), a fresh code must be given (`POST /api/auth/step-up`), or the person
 * has not yet been admitted to the organisation.
 */
export const ACCESS_REQUIREMENTS = ['second factor', 'step-up', 'approval'] as const
export type AccessRequirement = (typeof ACCESS_REQUIREMENTS)[number]

/** Sign-in goes on with this step; the cookie has been renewed. */
export const challenged = z.object({ challenge: z.enum(CHALLENGES) }).meta({ id: 'Challenged' })
export type Challenged = z.infer<typeof challenged>

const organisationType = z.enum(ORGANISATION_TYPES)

/** The person signed in; `groups` is empty while nobody has admitted them. */
export const account = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    displayName: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: named.extend({ type: organisationType }).nullable(),
    phone: maybeText,
    waitsFor: z.array(z.string()).nullable().meta({
      description:
        'While somebody waits to be admitted: the colleagues who can do it; none where only the market operator can',
    }),
    secondFactor: z
      .enum(['on', 'off', 'needed'])
      .meta({ description: 'needed: nothing but setting it up is possible' }),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>
/** The person signed in, without what only their profile shows. */
export type SignedIn = Omit<Account, 'phone' | 'secondFactor'>

/** How long a password must be: longer when it is all that protects the account. */
export const passwordPolicy = z
  .object({ minLength: z.int(), minLengthWithSecondFactor: z.int(), maxLength: z.int() })
  .meta({ id: 'PasswordPolicy' })

/** A demonstration sign-in name, as the sign-in page and the first lines of the server show it. */
const demonstrationUser = z
  .object({ username: z.string(), displayName: z.string(), role: z.string() })
  .meta({ id: 'DemonstrationUser' })
export type DemonstrationUser = z.infer<typeof demonstrationUser>

/** What anybody may know of this installation. */
export const accountSettings = z
  .object({
    signUpEnabled: z.boolean(),
    admittedAtOnce: z.array(organisationType).meta({
      description: 'The types of organisation that are admitted without waiting for the market operator',
    }),
    passwordPolicy,
    noPasskeys: maybeText.meta({ description: 'Why passkeys cannot be used here; null where they can' }),
    providers: z.array(named).meta({ description: 'Where people sign in who are known elsewhere' }),
    demo: z.object({ users: z.array(demonstrationUser), password: z.string() }).nullable(),
  })
  .meta({ id: 'AccountSettings' })
export type AccountSettings = z.infer<typeof accountSettings>

/** A sign-in of the reader, or, for the system administrator, of anybody. */
export const sessionItem = z
  .object({
    id: z.string(),
    current: z.boolean(),
    startedAt: instant,
    lastSeenAt: instant,
    expiresAt: instant,
    address: maybeText,
    browser: maybeText.meta({ description: 'The browser, as it names itself' }),
  })
  .meta({ id: 'SessionItem' })
export type SessionItem = z.infer<typeof sessionItem>

/** Who is invited, and to what. */
export const invited = z
  .object({
    email: z.string(),
    organisation: z.object({ name: z.string(), type: organisationType }),
    expiresAt: instant,
  })
  .meta({ id: 'Invited' })
export type Invited = z.infer<typeof invited>

/** Is an authenticator in use, may it be given up, and how many recovery codes and passkeys are there besides? */
export const secondFactor = z
  .object({
    enabled: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.int(),
    mayBeDisabled: z.boolean(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof secondFactor>

/** What the authenticator must learn: the secret to type, and a picture (a data address of a PNG) of the address that holds it. */
export const enrolment = z
  .object({ secret: z.string(), uri: z.string(), qrCode: z.string() })
  .meta({ id: 'Enrolment' })
export type Enrolment = z.infer<typeof enrolment>

/** Each of them works once, in place of a code; shown this one time. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** What people type, in more than one place. */
export const username = usernameRule
export const password = passwordRule
export const code = { code: someText(100) }
export const email = { email: emailRule }
export const profile = { displayName: nameRule, phone: phoneRule.nullable() }

/** A new password is typed twice; that the two are the same is looked at whatever else is wrong. */
export const passwords = z
  .object({ password, confirmPassword: password })
  .refine(given => given.password === given.confirmPassword, {
    path: ['confirmPassword'],
    error: PASSWORDS_DIFFER,
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
