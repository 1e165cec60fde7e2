import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'
import { ORGANISATION_TYPES } from '#domain/organisation'
import { PASSWORDS_DIFFER } from '#domain/password'
import { USER_GROUPS } from '#domain/user'
import { endpoint, media, none } from './endpoint.ts'
import { refusal } from './resource.ts'
import { emailRule, nameRule, phoneRule, someText } from './rules.ts'
import { id, instant, maybeText, named } from './values.ts'

const tag = 'Signing in'

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
 * (on the profile page), a fresh code must be given (`POST /api/auth/step-up`), or the market operator has not yet
 * admitted the organisation.
 */
export const ACCESS_REQUIREMENTS = ['second factor', 'step-up', 'approval'] as const
export type AccessRequirement = (typeof ACCESS_REQUIREMENTS)[number]

/** Sign-in goes on with this step; the cookie has been renewed. */
export const challenged = z.object({ challenge: z.enum(CHALLENGES) }).meta({ id: 'Challenged' })
export type Challenged = z.infer<typeof challenged>

const organisationType = z.enum(ORGANISATION_TYPES)

/** The person signed in; `groups` is empty while the market operator has not admitted them. */
export const account = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    displayName: z.string(),
    groups: z.array(z.enum(USER_GROUPS)),
    organisation: named.extend({ type: organisationType }).nullable(),
    phone: maybeText,
    secondFactor: z
      .enum(['on', 'off', 'needed'])
      .meta({ description: 'needed: nothing but setting it up is possible' }),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>

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

/** Is a second factor in use, how many recovery codes are left, and may it be given up? */
export const secondFactor = z
  .object({ enabled: z.boolean(), recoveryCodesLeft: z.int(), mayBeDisabled: z.boolean() })
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

const username = someText(200)
const password = someText(1000)
const code = { code: someText(100) }
const email = { email: emailRule }
const profile = { displayName: nameRule, phone: phoneRule.nullable() }

/** A new password is typed twice; that the two are the same is looked at whatever else is wrong. */
const passwords = z.object({ password, confirmPassword: password }).refine(
  given => given.password === given.confirmPassword,
  {
    path: ['confirmPassword'],
    error: PASSWORDS_DIFFER,
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
)

const done = { 204: none } as const
const signedIn = { 200: challenged, 204: none, 401: refusal } as const
const codeIsWrong = { 401: refusal } as const

export const login = endpoint('POST /api/auth/login', {
  id: 'login',
  tag,
  summary: 'Begins a session, or says which challenge comes next',
  access: 'anyone',
  body: z.object({ username, password }),
  answers: signedIn,
})
export const checkTotp = endpoint('POST /api/auth/checkTOTP', {
  id: 'checkTotp',
  tag,
  summary: 'The second step of sign-in: a code of the authenticator, or a recovery code',
  access: 'anyone',
  body: z.object(code),
  answers: signedIn,
})
export const newPassword = endpoint('POST /api/auth/new-password', {
  id: 'newPassword',
  tag,
  summary: 'The step of sign-in in which a password is replaced',
  access: 'anyone',
  body: passwords,
  answers: signedIn,
})
export const logout = endpoint('POST /api/auth/logout', {
  id: 'logout',
  tag,
  summary: 'Ends the session',
  access: 'anyone',
  answers: done,
})
export const resetPassword = endpoint('POST /api/auth/reset-password', {
  id: 'resetPassword',
  tag,
  summary: 'Mails a code by which a password can be replaced; answered alike whether there is such an account',
  access: 'anyone',
  body: z.object({ username }),
  answers: done,
})
export const updatePassword = endpoint('POST /api/auth/update-password', {
  id: 'updatePassword',
  tag,
  summary: 'Replaces a password with the mailed code',
  access: 'anyone',
  body: passwords.safeExtend({ ...code, username }),
  answers: { 204: none, ...codeIsWrong },
})
export const signUp = endpoint('POST /api/auth/sign-up', {
  id: 'signUp',
  tag,
  summary: 'Takes down an organisation and its first person, and mails a code',
  access: 'anyone',
  body: passwords.safeExtend({
    displayName: nameRule,
    phone: phoneRule,
    ...email,
    organisationName: nameRule,
    organisationType: z.enum(ORGANISATION_TYPES, { error: FIELD_REQUIRED }),
  }),
  answers: done,
})
export const confirmSignUp = endpoint('POST /api/auth/confirm-sign-up', {
  id: 'confirmSignUp',
  tag,
  summary: 'Confirms an address with the mailed code',
  access: 'anyone',
  body: z.object({ ...code, ...email }),
  answers: { 204: none, ...codeIsWrong },
})
export const resendConfirmation = endpoint('POST /api/auth/resend-confirmation', {
  id: 'resendConfirmation',
  tag,
  summary: 'Mails another code',
  access: 'anyone',
  body: z.object(email),
  answers: done,
})
export const readInvitation = endpoint('POST /api/auth/invitation', {
  id: 'readInvitation',
  tag,
  summary: 'What an invitation is about',
  access: 'anyone',
  body: z.object({ token: username }),
  answers: { 200: invited, ...codeIsWrong },
})
export const completeInvitation = endpoint('POST /api/auth/complete-invitation', {
  id: 'completeInvitation',
  tag,
  summary: 'Joins the organisation that one was invited to, and begins a session',
  access: 'anyone',
  body: passwords.safeExtend({ ...profile, token: username }),
  answers: signedIn,
})
export const readAccount = endpoint('GET /api/auth/user', {
  id: 'readAccount',
  tag,
  summary: 'Who is signed in; 403 when nobody is',
  access: 'anyone',
  answers: { 200: account, 403: refusal },
})
export const findUsers = endpoint('GET /api/auth/users', {
  id: 'findUsers',
  tag,
  summary: 'Leads to the list of people',
  access: 'anyone',
  answers: { 307: none },
})
export const readAccountSettings = endpoint('GET /api/auth/settings', {
  id: 'readAccountSettings',
  tag,
  summary: 'What anybody may know of this installation before signing in',
  access: 'anyone',
  answers: { 200: accountSettings },
})
export const readPasswordPolicy = endpoint('GET /api/auth/password-policy', {
  id: 'readPasswordPolicy',
  tag,
  summary: 'How long a password must be',
  access: 'anyone',
  answers: { 200: passwordPolicy },
})
export const readEnvironment = endpoint('GET /api/auth/env.js', {
  id: 'readEnvironment',
  tag,
  summary: 'The public settings as a script',
  access: 'anyone',
  answers: { 200: media({ 'text/javascript': z.string() }) },
})
export const updateProfile = endpoint('POST /api/auth/profile', {
  id: 'updateProfile',
  tag,
  summary: 'Changes the name and the phone number',
  access: 'account',
  body: z.object(profile),
  answers: { 200: account },
})
export const changePassword = endpoint('POST /api/auth/change-password', {
  id: 'changePassword',
  tag,
  summary: 'Changes the password, and ends the other sessions',
  access: 'account',
  body: passwords.safeExtend({ currentPassword: password }),
  answers: done,
})
export const readSecondFactor = endpoint('GET /api/auth/isTOTPEnabled', {
  id: 'readSecondFactor',
  tag,
  summary: 'Is a second factor in use?',
  access: 'account',
  answers: { 200: secondFactor },
})
export const enableTotp = endpoint('POST /api/auth/enableTOTP', {
  id: 'enableTotp',
  tag,
  summary: 'Makes a secret for an authenticator',
  access: 'account',
  body: z.object({ password }),
  answers: { 200: enrolment, 409: refusal },
})
export const verifyTotp = endpoint('POST /api/auth/verifyTOTP', {
  id: 'verifyTotp',
  tag,
  summary: 'Sets the second factor up with its first code',
  access: 'account',
  body: z.object(code),
  answers: { 200: recoveryCodes, 409: refusal },
})
export const disableTotp = endpoint('POST /api/auth/disableTOTP', {
  id: 'disableTotp',
  tag,
  summary: 'Gives the second factor up',
  access: 'account',
  body: z.object({ ...code, password }),
  answers: { 204: none, 409: refusal },
})
export const renewRecoveryCodes = endpoint('POST /api/auth/recovery-codes', {
  id: 'renewRecoveryCodes',
  tag,
  summary: 'New recovery codes in place of the old',
  access: 'account',
  body: z.object(code),
  answers: { 200: recoveryCodes, 409: refusal },
})
export const stepUp = endpoint('POST /api/auth/step-up', {
  id: 'stepUp',
  tag,
  summary: 'Gives a fresh code',
  access: 'account',
  body: z.object(code),
  answers: done,
})
export const ownSessions = endpoint('GET /api/auth/sessions', {
  id: 'ownSessions',
  tag,
  summary: 'The sessions of the reader',
  access: 'account',
  answers: { 200: z.array(sessionItem) },
})
export const endOwnSession = endpoint('DELETE /api/auth/session/:id', {
  id: 'endOwnSession',
  tag,
  summary: 'Ends a session of the reader',
  access: 'account',
  answers: done,
})
export const endOtherSessions = endpoint('POST /api/auth/end-other-sessions', {
  id: 'endOtherSessions',
  tag,
  summary: 'Ends all other sessions of the reader',
  access: 'account',
  answers: done,
})
