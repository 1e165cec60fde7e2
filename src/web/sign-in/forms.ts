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
import type { Asking } from '#actions/kit/judge'
import { numberFields } from '#actions/organisation/details'
import type { BodyOf } from '#contract/endpoint'
import type {
  changePassword,
  disableTotp,
  enableTotp,
  stepUp,
  updateProfile,
  verifyTotp,
} from '#contract/own-account'
import { digitsRule, newPasswordRule, someText, usernameRule } from '#contract/rules'
import type {
  checkTotp,
  completeInvitation,
  confirmSignUp,
  login,
  newPassword,
  resetPassword,
  signUp,
  updatePassword,
} from '#contract/sign-in'
import { ORGANISATION_TYPE_LABELS, SIGN_UP_TYPES } from '#domain/organisation'
import { PASSWORD_POLICY, PASSWORDS_DIFFER } from '#domain/password'
import { brand } from '../shell/brand.ts'

/** The form of an endpoint about an account: a question for all that it takes, but for the token of an invitation. */
type FormFor<E> = Omit<Asking, 'fields' | 'show'> & {
  fields: Record<Exclude<keyof BodyOf<E>, 'token'>, AnyField>
}

const digits = (count: number, note: string) =>
  text('Code', { rule: digitsRule(count), autocomplete: 'one-time-code', note })

const named = (label: string, autocomplete = 'name') => ({ ...name(label), autocomplete })

const userName = text('User name', { rule: usernameRule, autocomplete: 'username' })
const presentPassword = (label = 'Password') => password(label, 'current-password')
const totp = digits(6, `The six digits that your authenticator shows for ${brand.name}.`)
const mailed = digits(8, 'The eight digits in the letter.')

const { minLength, minLengthWithSecondFactor } = PASSWORD_POLICY

/** How long a password must be, for somebody who may or may not have a second factor. */
const LENGTHS = {
  alone: `${minLength} characters or more. A few words of your own are easy to remember.`,
  withFactor: `${minLengthWithSecondFactor} characters or more.`,
  either: `${minLength} characters or more; ${minLengthWithSecondFactor} are enough with a second factor.`,
}

/** A new password and the same once more. */
const passwords = (whose: keyof typeof LENGTHS, label = 'Password') => ({
  password: {
    ...password(label, 'new-password'),
    rule: newPasswordRule(whose !== 'alone'),
    note: LENGTHS[whose],
  },
  confirmPassword: password('Confirm password', 'new-password'),
})

const isRepeated = (answers: Answers) => ({
  confirmPassword: answers.password === answers.confirmPassword ? undefined : PASSWORDS_DIFFER,
})

export const SIGN_IN = {
  fields: { username: userName, password: presentPassword() },
} satisfies FormFor<typeof login>

/** The code that an authenticator shows now. */
export const TOTP = { fields: { code: totp } } satisfies FormFor<
  typeof checkTotp | typeof verifyTotp | typeof stepUp
>

/** One of the codes that were kept for the day when the authenticator is not at hand. */
export const RECOVERY_CODE = {
  fields: {
    code: text('Recovery code', {
      rule: someText(100),
      note: 'One of those you kept when you set up the second factor. Each works once.',
    }),
  },
} satisfies FormFor<typeof checkTotp>

export const NEW_PASSWORD = {
  fields: passwords('either', 'New password'),
  check: isRepeated,
} satisfies FormFor<typeof newPassword>

export const RESET_PASSWORD = { fields: { username: userName } } satisfies FormFor<typeof resetPassword>

export const UPDATE_PASSWORD = {
  fields: { username: userName, code: mailed, ...passwords('either', 'New password') },
  check: isRepeated,
} satisfies FormFor<typeof updatePassword>

const DOES: Record<(typeof SIGN_UP_TYPES)[number], string> = {
  PARTICIPANT: 'Supplies, buys or invests in credits',
  AGENT: 'Acts for participants under their authority',
  LPA: 'Oversees projects and developments in its area',
}

export const SIGN_UP = {
  fields: {
    organisationType: {
      ...oneOf('Type of organisation', SIGN_UP_TYPES, ORGANISATION_TYPE_LABELS),
      about: DOES,
    },
    organisationName: named('Organisation', 'organization'),
    companyNumber: numberFields.companyNumber,
    charityNumber: numberFields.charityNumber,
    asksForInvitation: optional(
      toggle('Ask the organisation that is registered, and the market operator, to invite me'),
    ),
    displayName: named('Your name'),
    email: { ...email('Email'), note: 'You will sign in with it.' },
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
    fields: { currentPassword: presentPassword('Present password'), ...passwords(whose, 'New password') },
    check: isRepeated,
  }) satisfies FormFor<typeof changePassword>

/** Another password, for somebody with or without a second factor. */
export const CHANGE_PASSWORD = { alone: changing('alone'), withFactor: changing('withFactor') }

/** The password once more, before the second factor is set up. */
export const PRESENT_PASSWORD = { fields: { password: presentPassword() } } satisfies FormFor<
  typeof enableTotp
>

/** What a passkey is to be called, and the password once more. */
export const ADD_PASSKEY = {
  fields: {
    name: {
      ...named('Name of the passkey', 'off'),
      note: 'By which you tell it from others, like “Phone” or “Key ring”.',
    },
    password: presentPassword(),
  },
}

export const DISABLE_TOTP = {
  fields: { password: presentPassword(), code: totp },
} satisfies FormFor<typeof disableTotp>
