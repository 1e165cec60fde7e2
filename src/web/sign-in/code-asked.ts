import { CodeField } from '../fields/code-field.tsx'
import { InputField } from '../fields/input-field.tsx'
import type { Asked } from './use-entry.ts'

const digits = (count: number) => (answer: string) =>
  new RegExp(`^\\d{${count}}$`).test(answer.replaceAll(/\s/g, '')) ? undefined : `Must be ${count} digits`

/** The code that an authenticator shows now. */
export const ASK_TOTP: Asked = {
  label: 'Code',
  control: CodeField,
  autocomplete: 'one-time-code',
  note: 'The six digits that your authenticator shows for Credit market.',
  wrong: digits(6),
}

/** The code in a letter. */
export const ASK_MAILED_CODE: Asked = {
  label: 'Code',
  control: CodeField,
  autocomplete: 'one-time-code',
  note: 'The eight digits in the letter.',
  wrong: digits(8),
}

/** One of the codes that were kept for the day when the authenticator is not at hand. */
export const ASK_RECOVERY_CODE: Asked = {
  label: 'Recovery code',
  control: InputField,
  autocomplete: 'off',
  note: 'One of those you kept when you set up the second factor. Each works once.',
}
