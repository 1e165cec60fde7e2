import { z } from 'zod'
import { ORGANISATION_TYPES } from '#domain/organisation'
import type * as wire from '#domain/wire/account'
import * as general from './general.ts'
import { type Described, get } from './route.ts'

const tag = 'Signing in'
const text = z.string()

const passwordPolicy = z.object({
  minLength: z.int(),
  minLengthWithSecondFactor: z.int(),
  maxLength: z.int(),
}) satisfies z.ZodType<wire.PasswordPolicy>
const settings = z.object({
  signUpEnabled: z.boolean(),
  admittedAtOnce: z.array(z.enum(ORGANISATION_TYPES)),
  passwordPolicy,
  demo: z
    .object({
      users: z.array(z.object({ username: text, displayName: text, role: text })),
      password: text,
    })
    .nullable(),
}) satisfies z.ZodType<wire.AccountSettings>
const account = general.signedIn
  .extend({ phone: text.nullable(), secondFactor: z.enum(['on', 'off', 'needed']) })
  .meta({ id: 'Account' }) satisfies z.ZodType<wire.Account>
const recoveryCodes = z.object({ recoveryCodes: z.array(text) }) satisfies z.ZodType<wire.RecoveryCodes>
/** A session as it is shown. */
export const session = z.object({
  id: text,
  current: z.boolean(),
  startedAt: general.instant,
  lastSeenAt: general.instant,
  expiresAt: general.instant,
  address: text.nullable(),
  browser: text.nullable(),
}) satisfies z.ZodType<wire.SessionItem>

const passwords = { password: text, confirmPassword: text }
const code = { code: text }

/** A request that anybody may send, and that is answered with no more than that it was understood. */
const open = (
  path: string,
  summary: string,
  body?: z.ZodRawShape,
  answer?: z.ZodType,
): [string, Described] => [
  `POST /api/auth/${path}`,
  { tag, summary, open: true, ...(body && { body: z.object(body) }), ...(answer && { answer }) },
]
const own = (
  path: string,
  summary: string,
  body?: z.ZodRawShape,
  answer?: z.ZodType,
): [string, Described] => [
  `POST /api/auth/${path}`,
  { tag, summary, body: z.object(body ?? {}), ...(answer && { answer }) },
]

/** Sessions and accounts. */
export const signingIn: [string, Described][] = [
  get('/api/auth/user', { tag, summary: 'Who is signed in', answer: account, open: true }),
  get('/api/auth/users', { tag, summary: 'Leads to the list of people', open: true }),
  get('/api/auth/settings', {
    tag,
    summary: 'What the sign-in page may know',
    answer: settings,
    open: true,
  }),
  get('/api/auth/password-policy', {
    tag,
    summary: 'How long a password must be',
    answer: passwordPolicy,
    open: true,
  }),
  get('/api/auth/env.js', { tag, summary: 'The public settings as a script', answer: text, open: true }),
  open('login', 'Begins a session, or says what is asked next', { username: text, password: text }),
  open('checkTOTP', 'The second step of sign-in: a code', code),
  open('new-password', 'The step of sign-in in which a password is replaced', passwords),
  open('logout', 'Ends the session'),
  open('reset-password', 'Mails a code by which a password can be replaced', { username: text }),
  open('update-password', 'Replaces a password with the mailed code', {
    ...passwords,
    ...code,
    username: text,
  }),
  open('sign-up', 'Takes down an organisation and its first person, and mails a code', {
    ...passwords,
    displayName: text,
    phone: text,
    email: text,
    organisationName: text,
    organisationType: z.enum(ORGANISATION_TYPES),
  }),
  open('confirm-sign-up', 'Confirms an address with the mailed code', { ...code, email: text }),
  open('resend-confirmation', 'Mails another code', { email: text }),
  open(
    'invitation',
    'What an invitation is about',
    { token: text },
    z.object({
      email: text,
      organisation: z.object({ name: text, type: z.enum(ORGANISATION_TYPES) }),
      expiresAt: general.instant,
    }) satisfies z.ZodType<wire.Invited>,
  ),
  open('complete-invitation', 'Joins the organisation that one was invited to, and begins a session', {
    ...passwords,
    token: text,
    displayName: text,
    phone: text.nullable(),
  }),
  own(
    'profile',
    'Changes the name and the phone number',
    { displayName: text, phone: text.nullable() },
    account,
  ),
  own('change-password', 'Changes the password, and ends the other sessions', {
    ...passwords,
    currentPassword: text,
  }),
  get('/api/auth/isTOTPEnabled', {
    tag,
    summary: 'Is a second factor in use?',
    answer: z.object({
      enabled: z.boolean(),
      recoveryCodesLeft: z.int(),
      mayBeDisabled: z.boolean(),
    }) satisfies z.ZodType<wire.SecondFactor>,
  }),
  own(
    'enableTOTP',
    'Makes a secret for an authenticator',
    { password: text },
    z.object({
      secret: text,
      uri: text,
      qrCode: text,
    }) satisfies z.ZodType<wire.Enrolment>,
  ),
  own('verifyTOTP', 'Sets the second factor up with its first code', code, recoveryCodes),
  own('disableTOTP', 'Gives the second factor up', { ...code, password: text }),
  own('recovery-codes', 'New recovery codes in place of the old', code, recoveryCodes),
  own('step-up', 'Gives a fresh code', code),
  own('end-other-sessions', 'Ends all other sessions'),
  get('/api/auth/sessions', { tag, summary: 'The sessions of the reader', answer: z.array(session) }),
  ['DELETE /api/auth/session/:id', { tag, summary: 'Ends a session of the reader' }],
]
