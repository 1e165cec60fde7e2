import type { EmailFrequency } from '#domain/text/notice'

/** Choices of how to get emails. */
export const EMAIL_CHOICES: Record<EmailFrequency, string> = {
  atOnce: 'At once',
  daily: 'Once a day',
  none: 'None',
}

/** Confirms a choice of emails; `about` names them, such as `A round opens`. */
export const EMAIL_CHOICE_TOASTS: Record<EmailFrequency, (about: string) => string> = {
  atOnce: about => `${about}: emails at once`,
  daily: about => `${about}: emails once a day`,
  none: about => `${about}: no emails`,
}

/** Summary of how many kinds of emails have each choice. */
export const EMAIL_SUMMARY: Record<EmailFrequency | 'obligatory', (count: number) => string> = {
  atOnce: count => `${count} sent at once`,
  daily: count => `${count} sent once a day`,
  none: count => `${count} not sent`,
  obligatory: count => `${count} always sent`,
}

export const ALL_EMAILS_LABEL = 'All emails you can choose'

export const passkeyCodesText = (left: number): string =>
  left === 1
    ? 'You have 1 recovery code left, for when you have no passkey at hand.'
    : `You have ${left} recovery codes left, for when you have no passkey at hand.`

export const authenticatorCodesText = (left: number): string =>
  left === 1
    ? 'On: you sign in with a code from your authenticator. You have 1 recovery code left, for when you do not have it at hand.'
    : `On: you sign in with a code from your authenticator. You have ${left} recovery codes left, for when you do not have it at hand.`
