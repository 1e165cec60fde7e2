import type { Answers } from '#actions/kit/action'
import {
  email,
  name,
  oneOf,
  optional,
  password,
  phone,
  text,
  toggle,
  type AnyField,
} from '#actions/kit/fields'
import type { FormRules } from '#actions/kit/judge'
import { registrationNumberFields } from '#actions/organisation/details'
import type { BodyOf } from '#contract/kit/endpoint'
import type {
  changePassword,
  disableTotp,
  enableTotp,
  stepUp,
  updateProfile,
  verifyTotp,
} from '#contract/people/own-account'
import { digitsRule, newPasswordRule, nonEmptyText, usernameRule } from '#contract/people/rules'
import type {
  checkTotp,
  completeInvitation,
  confirmSignUp,
  login,
  replacePassword,
  resetPassword,
  signUp,
  updatePassword,
} from '#contract/people/sign-in'
import { ORGANISATION_TYPE_LABELS, SIGN_UP_TYPES } from '#domain/people/organisation'
import { PASSWORD_POLICY, PASSWORD_MISMATCH } from '#domain/people/password'
import { pageBrand } from '../parts/page/brand.ts'

/** Form of an account endpoint: a field for everything in its body, except the token of an invitation. */
type FormFor<E> = Omit<FormRules, 'fields' | 'show'> & {
  fields: Record<Exclude<keyof BodyOf<E>, 'token'>, AnyField>
}

const digits = (count: number, note: string) =>
  text('Code', { rule: digitsRule(count), autocomplete: 'one-time-code', note })

const named = (label: string, autocomplete = 'name') => ({ ...name(label), autocomplete })

const userName = text('User name', {
  rule: usernameRule,
  autocomplete: 'username',
  note: 'Usually your email address.',
})
const presentPassword = (label = 'Password') => password(label, 'current-password')
const totp = digits(6, `The 6 digits that your authenticator app shows for ${pageBrand.name}.`)
const mailed = digits(8, 'The 8 digits in the email.')

const { minLength, minLengthWithSecondFactor } = PASSWORD_POLICY

/** Minimum length of a password, with and without a second factor. */
const LENGTHS = {
  alone: `${minLength} characters or more. A few words of your own are easy to remember.`,
  withFactor: `${minLengthWithSecondFactor} characters or more.`,
  either: `${minLength} characters or more; ${minLengthWithSecondFactor} are enough with a second factor.`,
}

/** New password and its repetition. */
const passwords = (whose: keyof typeof LENGTHS, label = 'Password') => ({
  password: {
    ...password(label, 'new-password'),
    rule: newPasswordRule(whose !== 'alone'),
    note: LENGTHS[whose],
  },
  confirmPassword: password('Confirm password', 'new-password'),
})

const isRepeated = (answers: Answers) => ({
  confirmPassword: answers.password === answers.confirmPassword ? undefined : PASSWORD_MISMATCH,
})

export const SIGN_IN = {
  fields: { username: userName, password: presentPassword() },
} satisfies FormFor<typeof login>

/** Code that an authenticator shows now. */
export const TOTP = { fields: { code: totp } } satisfies FormFor<
  typeof checkTotp | typeof verifyTotp | typeof stepUp
>

/** Recovery code, for a user without the authenticator at hand. */
export const RECOVERY_CODE = {
  fields: {
    code: text('Recovery code', {
      rule: nonEmptyText(100),
      note: 'One of the codes that you saved when you set up the second factor. Each code works once.',
    }),
  },
} satisfies FormFor<typeof checkTotp>

export const NEW_PASSWORD = {
  fields: passwords('either', 'New password'),
  check: isRepeated,
} satisfies FormFor<typeof replacePassword>

export const RESET_PASSWORD = { fields: { username: userName } } satisfies FormFor<typeof resetPassword>

export const UPDATE_PASSWORD = {
  fields: { username: userName, code: mailed, ...passwords('either', 'New password') },
  check: isRepeated,
} satisfies FormFor<typeof updatePassword>

const DOES: Record<(typeof SIGN_UP_TYPES)[number], string> = {
  PARTICIPANT: 'For landholders, developers and investors: you sell, buy or invest in credits',
  AGENT: 'For land agents, consultants and brokers: you act for participants with their authority',
  LPA: 'For planning officers: you oversee the projects and developments in your area',
}

export const SIGN_UP = {
  fields: {
    organisationType: {
      ...oneOf('Type of organisation', SIGN_UP_TYPES, ORGANISATION_TYPE_LABELS),
      about: DOES,
    },
    organisationName: {
      ...named('Organisation', 'organization'),
      note: 'Your company, farm, authority or agency. If you work under your own name, enter that.',
    },
    companyNumber: registrationNumberFields.companyNumber,
    charityNumber: registrationNumberFields.charityNumber,
    asksForInvitation: optional(
      toggle('Ask the registered organisation and the market operator to invite me'),
    ),
    displayName: named('Your name'),
    email: { ...email('Email'), note: 'You will use it to sign in.' },
    phone: phone('Phone'),
    ...passwords('alone'),
  },
  check: isRepeated,
} satisfies FormFor<typeof signUp>

export const CONFIRM_SIGN_UP = {
  fields: { email: email('Email'), code: mailed },
} satisfies FormFor<typeof confirmSignUp>

export const COMPLETE_INVITATION = {
  fields: { displayName: named('Your name'), phone: optional(phone('Phone')), ...passwords('alone') },
  check: isRepeated,
} satisfies FormFor<typeof completeInvitation>

export const PROFILE = {
  fields: { displayName: named('Name'), phone: optional(phone('Phone')) },
} satisfies FormFor<typeof updateProfile>

const changing = (whose: 'alone' | 'withFactor') =>
  ({
    fields: { currentPassword: presentPassword('Current password'), ...passwords(whose, 'New password') },
    check: isRepeated,
  }) satisfies FormFor<typeof changePassword>

/** Change of password, for a user with or without a second factor. */
export const CHANGE_PASSWORD = { alone: changing('alone'), withFactor: changing('withFactor') }

/** Current password, before the second factor is set up. */
export const PRESENT_PASSWORD = { fields: { password: presentPassword() } } satisfies FormFor<
  typeof enableTotp
>

/** Name for a new passkey, and the current password. */
export const ADD_PASSKEY = {
  fields: {
    name: {
      ...named('Passkey name', 'off'),
      note: 'So that you can recognise it, such as “Phone” or “Key ring”.',
    },
    password: presentPassword(),
  },
}

export const DISABLE_TOTP = {
  fields: { password: presentPassword(), code: totp },
} satisfies FormFor<typeof disableTotp>
