import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/messages'
import { SIGN_UP_TYPES } from '#domain/organisation'
import {
  account,
  accountSettings,
  challenged,
  code,
  email,
  invited,
  password,
  passwordPolicy,
  passwords,
  profile,
  username,
} from './account.ts'
import { type BodyOf, elsewhere, endpoint, media, none } from './endpoint.ts'
import { refusal } from './resource.ts'
import { nameRule, phoneRule, registeredNumberRule } from './rules.ts'

const tag = 'Signing in'
const done = { 204: none } as const
/** Sign-in is complete, or goes on. */
export const signedIn = { 200: challenged, 204: none, 401: refusal } as const
const codeIsWrong = { 401: refusal } as const

export const login = endpoint('POST /api/auth/login', {
  id: 'login',
  tag,
  summary: 'Begins a session, or says which challenge comes next',
  access: 'visitor',
  writesLittle: true,
  body: z.object({ username, password }),
  answers: signedIn,
})
export const checkTotp = endpoint('POST /api/auth/checkTOTP', {
  id: 'checkTotp',
  tag,
  summary: 'The second step of sign-in: a code of the authenticator, or a recovery code',
  access: 'visitor',
  writesLittle: true,
  body: z.object(code),
  answers: signedIn,
})
export const newPassword = endpoint('POST /api/auth/new-password', {
  id: 'newPassword',
  tag,
  summary: 'The step of sign-in in which a password is replaced',
  access: 'visitor',
  writesLittle: true,
  body: passwords,
  answers: { 204: none, 401: refusal },
})
export const readSession = endpoint('GET /api/auth/session', {
  id: 'readSession',
  tag,
  summary: 'How long the session still lasts; asking does not keep it alive',
  access: 'anyone',
  answers: {
    200: z.object({
      secondsLeft: z
        .int()
        .nonnegative()
        .meta({ description: '0 where there is none, or where it has ended' }),
      isLast: z
        .boolean()
        .meta({ description: 'It ends then whatever is done: a sign-in lasts no longer than that' }),
    }),
  },
})
export const logout = endpoint('POST /api/auth/logout', {
  id: 'logout',
  tag,
  summary: 'Ends the session',
  access: 'visitor',
  writesLittle: true,
  answers: done,
})
export const resetPassword = endpoint('POST /api/auth/reset-password', {
  id: 'resetPassword',
  tag,
  summary:
    'Mails a code by which a password can be replaced; answered alike whether there is such an account',
  access: 'visitor',
  body: z.object({ username }),
  answers: done,
})
export const updatePassword = endpoint('POST /api/auth/update-password', {
  id: 'updatePassword',
  tag,
  summary: 'Replaces a password with the mailed code',
  access: 'visitor',
  body: passwords.safeExtend({ ...code, username }),
  answers: { 204: none, ...codeIsWrong },
})
export const signUp = endpoint('POST /api/auth/sign-up', {
  id: 'signUp',
  tag,
  summary: 'Takes down an organisation and its first person, and mails a code',
  access: 'visitor',
  body: passwords.safeExtend({
    displayName: nameRule,
    phone: phoneRule,
    ...email,
    organisationName: nameRule,
    organisationType: z.enum(SIGN_UP_TYPES, { error: FIELD_REQUIRED }),
    companyNumber: registeredNumberRule('companyNumber').nullish(),
    charityNumber: registeredNumberRule('charityNumber').nullish(),
    asksForInvitation: z.boolean().nullish().meta({
      description:
        'The organisation with this number is registered already: ask it and the market operator for an invitation',
    }),
  }),
  answers: done,
})
export const confirmSignUp = endpoint('POST /api/auth/confirm-sign-up', {
  id: 'confirmSignUp',
  tag,
  summary: 'Confirms an address with the mailed code',
  access: 'visitor',
  body: z.object({ ...code, ...email }),
  answers: { 204: none, ...codeIsWrong, 409: refusal },
})
export const resendConfirmation = endpoint('POST /api/auth/resend-confirmation', {
  id: 'resendConfirmation',
  tag,
  summary: 'Mails another code',
  access: 'visitor',
  body: z.object(email),
  answers: done,
})
export const readInvitation = endpoint('POST /api/auth/invitation', {
  id: 'readInvitation',
  tag,
  summary: 'What an invitation is about',
  access: 'visitor',
  writesLittle: true,
  body: z.object({ token: username }),
  answers: { 200: invited, ...codeIsWrong },
})
export const completeInvitation = endpoint('POST /api/auth/complete-invitation', {
  id: 'completeInvitation',
  tag,
  summary: 'Joins the organisation that one was invited to, and begins a session',
  access: 'visitor',
  body: passwords.safeExtend({ ...profile, token: username }),
  answers: { 204: none, ...codeIsWrong, 409: refusal },
})
export const readAccount = endpoint('GET /api/auth/user', {
  id: 'readAccount',
  tag,
  summary: 'Who is signed in; 403 when nobody is',
  access: 'visitor',
  answers: { 200: account, 403: refusal },
})
export const findUsers = endpoint('GET /api/auth/users', {
  id: 'findUsers',
  tag,
  summary: 'Leads to the list of people',
  access: 'visitor',
  answers: { 307: elsewhere },
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
/** What is sent, where more than one place speaks of it. */
export type SignUp = BodyOf<typeof signUp>
export type CompleteInvitation = BodyOf<typeof completeInvitation>
