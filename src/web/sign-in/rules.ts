import type { ComponentType } from 'react'
import type { z } from 'zod'
import { email, name, phone } from '#actions/kit/fields'
import { notRepeated, PASSWORD_POLICY, wrongLength } from '#domain/password'
import type { FieldProps } from '../fields/field-props.ts'
import { InputField } from '../fields/input-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { PhoneField } from '../fields/phone-field.tsx'
import type { Asked } from './use-entry.ts'

const by =
  (rule: z.ZodType) =>
  (answer: string): string | undefined =>
    rule.safeParse(answer).error?.issues[0]?.message

const asked = (
  label: string,
  control: ComponentType<FieldProps<string>>,
  autocomplete: string,
  more: Partial<Asked> = {},
): Asked => ({ label, control, autocomplete, ...more })

/** Questions of the forms about accounts, by the rules that the server keeps too. */
export const askName = (label: string, autocomplete = 'name') =>
  asked(label, InputField, autocomplete, { wrong: by(name(label).rule) })

/** An e-mail address, which becomes the user name. */
export const askEmail = (note?: string) =>
  asked('Email', InputField, 'email', { note, wrong: by(email('Email').rule) })

/** A phone number with its country. */
export const askPhone = (isOptional = false) =>
  asked('Phone', PhoneField, 'tel', { isOptional, wrong: by(phone('Phone').rule) })

const { minLength, minLengthWithSecondFactor } = PASSWORD_POLICY

/** How long a password must be, for somebody who may or may not have a second factor. */
const LENGTHS = {
  alone: `${minLength} characters or more. A few words of your own are easy to remember.`,
  withFactor: `${minLengthWithSecondFactor} characters or more.`,
  either: `${minLength} characters or more; ${minLengthWithSecondFactor} are enough with a second factor.`,
}

/** A new password and the same once more. */
export const askPasswords = (note: keyof typeof LENGTHS, label = 'Password') => ({
  password: asked(label, PasswordField, 'new-password', {
    note: LENGTHS[note],
    wrong: answer => wrongLength(answer, note !== 'alone'),
  }),
  confirmPassword: asked('Confirm password', PasswordField, 'new-password', {
    wrong: (answer, all) => notRepeated(all.password, answer),
  }),
})

/** The password that is in use. */
export const askPresentPassword = (label = 'Password') => asked(label, PasswordField, 'current-password')

/** The user name, as one signs in with it. */
export const ASK_USERNAME = asked('User name', InputField, 'username')
