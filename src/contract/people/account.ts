import { z } from 'zod'
import { ORGANISATION_TYPES } from '#domain/people/organisation'
import { PASSWORD_MISMATCH } from '#domain/people/password'
import { USER_GROUPS } from '#domain/people/user'
import { emailRule, nameRule, passwordRule, phoneRule, nonEmptyText, usernameRule } from './rules.ts'
import { id, instant, nullableText, idAndName } from '../kit/values.ts'

/** Steps that sign-in may ask for before it is complete. */
export const CHALLENGES = [
  'NEW_PASSWORD_REQUIRED',
  'PASSWORD_RESET_REQUIRED',
  'USER_NOT_CONFIRMED',
  'SOFTWARE_TOKEN_MFA',
] as const
export type Challenge = (typeof CHALLENGES)[number]

/**
 * Reasons for a 403 before anything else is checked: set up a second factor first (on the profile page), give a fresh code (`POST
 * /api/auth/step-up`), or wait for admission to the organisation.
 */
export const ACCESS_REQUIREMENTS = ['second factor', 'step-up', 'approval'] as const
export type AccessRequirement = (typeof ACCESS_REQUIREMENTS)[number]

/** Sign-in continues with this step; the cookie has been renewed. */
export const signInChallenge = z.object({ challenge: z.enum(CHALLENGES) }).meta({ id: 'Challenged' })
export type SignInChallenge = z.infer<typeof signInChallenge>

const organisationType = z.enum(ORGANISATION_TYPES)

/** The signed-in person; `groups` is empty until they are admitted. */
export const account = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    displayName: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: idAndName.extend({ type: organisationType }).nullable(),
    phone: nullableText,
    waitsFor: z.array(z.string()).nullable().meta({
      description: 'Colleagues who can admit you, while you wait; empty if only the market operator can',
    }),
    secondFactor: z
      .enum(['on', 'off', 'needed'])
      .meta({ description: 'State of the second factor; `needed` if you must set it up first' }),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>
/** The signed-in person, without fields that only their profile shows. */
export type SignedInUser = Omit<Account, 'phone' | 'secondFactor'>

/** Password lengths: longer if the password is the only protection of the account. */
export const passwordPolicy = z
  .object({ minLength: z.int(), minLengthWithSecondFactor: z.int(), maxLength: z.int() })
  .meta({ id: 'PasswordPolicy' })

/** A demonstration user, as shown on the sign-in page and in the server's startup output. */
const demonstrationUser = z
  .object({ username: z.string(), displayName: z.string(), role: z.string() })
  .meta({ id: 'DemonstrationUser' })
export type DemonstrationUser = z.infer<typeof demonstrationUser>

/** Public settings of this installation. */
export const accountSettings = z
  .object({
    signUpEnabled: z.boolean(),
    admittedAtOnce: z.array(organisationType).meta({
      description: 'Types of organisation that the market operator does not have to admit',
    }),
    passwordPolicy,
    noPasskeys: nullableText.meta({
      description: 'Reason why passkeys cannot be used here; null if they can',
    }),
    providers: z.array(idAndName).meta({ description: 'Single sign-on providers' }),
    demo: z.object({ users: z.array(demonstrationUser), password: z.string() }).nullable(),
  })
  .meta({ id: 'AccountSettings' })
export type AccountSettings = z.infer<typeof accountSettings>

/** A session of the reader, or, for the system administrator, of anyone. */
export const sessionItem = z
  .object({
    id: z.string(),
    current: z.boolean(),
    startedAt: instant,
    lastSeenAt: instant,
    expiresAt: instant,
    address: nullableText,
    browser: nullableText.meta({ description: 'Browser, by its own name' }),
  })
  .meta({ id: 'SessionItem' })
export type SessionItem = z.infer<typeof sessionItem>

/** The invited person, and the organisation. */
export const invitationDetails = z
  .object({
    email: z.string(),
    organisation: z.object({ name: z.string(), type: organisationType }),
    expiresAt: instant,
  })
  .meta({ id: 'Invited' })
export type InvitationDetails = z.infer<typeof invitationDetails>

/** State of the second factor: in use, removable, and numbers of recovery codes and passkeys. */
export const secondFactor = z
  .object({
    enabled: z.boolean(),
    recoveryCodesLeft: z.int(),
    passkeys: z.int(),
    mayBeDisabled: z.boolean(),
  })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof secondFactor>

/** Data for an authenticator: the secret to type, and a QR code of its address (a data address of a PNG). */
export const authenticatorEnrolment = z
  .object({ secret: z.string(), uri: z.string(), qrCode: z.string() })
  .meta({ id: 'Enrolment' })
export type AuthenticatorEnrolment = z.infer<typeof authenticatorEnrolment>

/** Recovery codes: each works once, in place of a code, and they are shown only now. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** User name, wherever people type one. */
export const username = usernameRule
export const password = passwordRule
export const code = { code: nonEmptyText(100) }
export const emailAddress = { email: emailRule }
export const profile = { displayName: nameRule, phone: phoneRule.nullable() }

/** A new password and its repetition; the comparison runs even if other checks fail. */
export const newPasswordFields = z
  .object({ password, confirmPassword: password })
  .refine(given => given.password === given.confirmPassword, {
    path: ['confirmPassword'],
    error: PASSWORD_MISMATCH,
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
