import { z } from 'zod'
import {
  account,
  code,
  authenticatorEnrolment,
  password,
  newPasswordFields,
  profile,
  recoveryCodes,
  secondFactor,
  sessionItem,
} from './account.ts'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { refusal } from '../kit/resource.ts'

const tag = 'Your account'
const done = { 204: noContentResponse } as const

export const updateProfile = endpoint('POST /api/auth/profile', {
  id: 'updateProfile',
  tag,
  summary: 'Changes your name and phone number',
  access: 'account',
  body: z.object(profile),
  answers: { 200: account },
})
export const changePassword = endpoint('POST /api/auth/change-password', {
  id: 'changePassword',
  tag,
  summary: 'Changes your password and ends your other sessions',
  access: 'account',
  body: newPasswordFields.safeExtend({ currentPassword: password }),
  answers: done,
})
export const readSecondFactor = endpoint('GET /api/auth/isTOTPEnabled', {
  id: 'readSecondFactor',
  tag,
  summary: 'State of your second factor',
  access: 'account',
  answers: { 200: secondFactor },
})
export const enableTotp = endpoint('POST /api/auth/enableTOTP', {
  id: 'enableTotp',
  tag,
  summary: 'Creates a secret for an authenticator app',
  access: 'account',
  body: z.object({ password }),
  answers: { 200: authenticatorEnrolment, 409: refusal },
})
export const verifyTotp = endpoint('POST /api/auth/verifyTOTP', {
  id: 'verifyTotp',
  tag,
  summary: 'Sets up the second factor with its first code',
  access: 'account',
  body: z.object(code),
  answers: { 200: recoveryCodes, 409: refusal },
})
export const disableTotp = endpoint('POST /api/auth/disableTOTP', {
  id: 'disableTotp',
  tag,
  summary: 'Removes the second factor',
  access: 'account',
  body: z.object({ ...code, password }),
  answers: { 204: noContentResponse, 409: refusal },
})
export const renewRecoveryCodes = endpoint('POST /api/auth/recovery-codes', {
  id: 'renewRecoveryCodes',
  tag,
  summary:
    'Creates new recovery codes that replace the old ones; needs a code unless you have just entered one',
  access: 'account',
  body: z.object(code).partial(),
  answers: { 200: recoveryCodes, 409: refusal },
})
export const stepUp = endpoint('POST /api/auth/step-up', {
  id: 'stepUp',
  tag,
  summary: 'Confirms your identity with a fresh code',
  access: 'account',
  body: z.object(code),
  answers: done,
})
export const listOwnSessions = endpoint('GET /api/auth/sessions', {
  id: 'ownSessions',
  tag,
  summary: 'Your sessions',
  access: 'account',
  answers: { 200: z.array(sessionItem) },
})
export const endOwnSession = endpoint('DELETE /api/auth/session/:id', {
  id: 'endOwnSession',
  tag,
  summary: 'Ends one of your sessions',
  access: 'account',
  answers: done,
})
export const endOtherSessions = endpoint('POST /api/auth/end-other-sessions', {
  id: 'endOtherSessions',
  tag,
  summary: 'Ends all your other sessions',
  access: 'account',
  answers: done,
})
