import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { SIGN_UP_TYPES } from '#domain/people/organisation'
import {
  account,
  accountSettings,
  signInChallenge,
  code,
  emailAddress,
  invitationDetails,
  password,
  passwordPolicy,
  newPasswordFields,
  profile,
  username,
} from './account.ts'
import { type BodyOf, redirectResponse, endpoint, mediaAnswer, noContentResponse } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'
import { nameRule, phoneRule, registeredNumberRule } from './rules.ts'

const tag = 'Sign-in'
const done = { 204: noContentResponse } as const
/** Sign-in is complete, or continues. */
export const signInResult = { 200: signInChallenge, 204: noContentResponse, 401: refusal } as const
const codeIsWrong = { 401: refusal } as const

export const login = endpoint('POST /api/auth/login', {
  id: 'login',
  tag,
  summary: 'Starts a session, or names the next challenge',
  access: 'visitor',
  writesLittle: true,
  body: z.object({ username, password }),
  answers: signInResult,
})
export const checkTotp = endpoint('POST /api/auth/checkTOTP', {
  id: 'checkTotp',
  tag,
  summary: 'Completes the second step of sign-in with a code from the authenticator app or a recovery code',
  access: 'visitor',
  writesLittle: true,
  body: z.object(code),
  answers: signInResult,
})
export const replacePassword = endpoint('POST /api/auth/new-password', {
  id: 'newPassword',
  tag,
  summary: 'Replaces a password during sign-in',
  access: 'visitor',
  writesLittle: true,
  body: newPasswordFields,
  answers: { 204: noContentResponse, 401: refusal },
})
export const readSession = endpoint('GET /api/auth/session', {
  id: 'readSession',
  tag,
  summary: 'Remaining time of the session; this request does not extend it',
  access: 'anyone',
  answers: {
    200: z.object({
      secondsLeft: z
        .int()
        .nonnegative()
        .meta({ description: 'Remaining seconds; 0 if there is no session or it has ended' }),
      isLast: z.boolean().meta({
        description:
          'True if the session cannot be extended any further, because sign-ins have a maximum length',
      }),
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
  summary: 'Emails a code to replace a password; the answer is the same if there is no such account',
  access: 'visitor',
  body: z.object({ username }),
  answers: done,
})
export const updatePassword = endpoint('POST /api/auth/update-password', {
  id: 'updatePassword',
  tag,
  summary: 'Replaces a password with the emailed code',
  access: 'visitor',
  body: newPasswordFields.safeExtend({ ...code, username }),
  answers: { 204: noContentResponse, ...codeIsWrong },
})
export const signUp = endpoint('POST /api/auth/sign-up', {
  id: 'signUp',
  tag,
  summary: 'Registers an organisation and its first user, and emails a code',
  access: 'visitor',
  body: newPasswordFields.safeExtend({
    displayName: nameRule,
    phone: phoneRule,
    ...emailAddress,
    organisationName: nameRule,
    organisationType: z.enum(SIGN_UP_TYPES, { error: FIELD_REQUIRED }),
    companyNumber: registeredNumberRule('companyNumber').nullish(),
    charityNumber: registeredNumberRule('charityNumber').nullish(),
    asksForInvitation: z.boolean().nullish().meta({
      description:
        'An organisation with this number is already registered: ask it or the market operator for an invitation',
    }),
  }),
  answers: done,
})
export const confirmSignUp = endpoint('POST /api/auth/confirm-sign-up', {
  id: 'confirmSignUp',
  tag,
  summary: 'Confirms an email address with the emailed code',
  access: 'visitor',
  body: z.object({ ...code, ...emailAddress }),
  answers: { 204: noContentResponse, ...codeIsWrong, 409: refusal },
})
export const resendConfirmation = endpoint('POST /api/auth/resend-confirmation', {
  id: 'resendConfirmation',
  tag,
  summary: 'Emails another code',
  access: 'visitor',
  body: z.object(emailAddress),
  answers: done,
})
export const readInvitation = endpoint('POST /api/auth/invitation', {
  id: 'readInvitation',
  tag,
  summary: 'Details of an invitation',
  access: 'visitor',
  writesLittle: true,
  body: z.object({ token: username }),
  answers: { 200: invitationDetails, ...codeIsWrong },
})
export const completeInvitation = endpoint('POST /api/auth/complete-invitation', {
  id: 'completeInvitation',
  tag,
  summary: 'Joins the organisation of the invitation, and starts a session',
  access: 'visitor',
  body: newPasswordFields.safeExtend({ ...profile, token: username }),
  answers: { 204: noContentResponse, ...codeIsWrong, 409: refusal },
})
export const readAccount = endpoint('GET /api/auth/user', {
  id: 'readAccount',
  tag,
  summary: 'The signed-in user; 403 if no one is signed in',
  access: 'visitor',
  answers: { 200: account, 403: refusal },
})
export const redirectToUsers = endpoint('GET /api/auth/users', {
  id: 'findUsers',
  tag,
  summary: 'Redirects to the list of users',
  access: 'visitor',
  answers: { 307: redirectResponse },
})
export const readAccountSettings = endpoint('GET /api/auth/settings', {
  id: 'readAccountSettings',
  tag,
  summary: 'Public settings of this installation',
  access: 'anyone',
  answers: { 200: accountSettings },
})
export const readPasswordPolicy = endpoint('GET /api/auth/password-policy', {
  id: 'readPasswordPolicy',
  tag,
  summary: 'Required length of passwords',
  access: 'anyone',
  answers: { 200: passwordPolicy },
})
export const readEnvironment = endpoint('GET /api/auth/env.js', {
  id: 'readEnvironment',
  tag,
  summary: 'The public settings as a script',
  access: 'anyone',
  answers: { 200: mediaAnswer({ 'text/javascript': z.string() }) },
})
/** Request bodies that several files use. */
export type SignUpBody = BodyOf<typeof signUp>
export type CompleteInvitationBody = BodyOf<typeof completeInvitation>
