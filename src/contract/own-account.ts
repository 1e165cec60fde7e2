import { z } from 'zod'
import {
  account,
  code,
  enrolment,
  password,
  passwords,
  profile,
  recoveryCodes,
  secondFactor,
  sessionItem,
} from './account.ts'
import { endpoint, none } from './endpoint.ts'
import { refusal } from './resource.ts'

const tag = 'Own account'
const done = { 204: none } as const

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
  summary: 'New recovery codes in place of the old; without a code only if one was given just now',
  access: 'account',
  body: z.object(code).partial(),
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
