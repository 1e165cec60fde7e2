import type { ProviderProblem } from '#contract/people/providers'

export const EMAIL_SENT_AGAIN_TEXT = 'If the account exists, we have sent another email.'
export const ADDRESS_CONFIRMED_TEXT = 'Your email address is confirmed. You can now sign in'
export const PASSWORD_CHANGED_TEXT = 'Your password is changed. You can now sign in'
export const INVITATION_NOT_VALID_TEXT = 'This invitation is not valid or has expired'

/** Reasons why signing in with a provider failed. */
export const PROVIDER_PROBLEM_TEXTS: Record<ProviderProblem, (name: string) => string> = {
  unreachable: name => `${name} cannot be reached. Try again later, or sign in another way.`,
  refused: name => `Signing in with ${name} did not work. Try again.`,
  'no-account': name =>
    `You have an account with ${name}, but it gives you no access to this market. Ask the person who manages accounts there, or the market operator.`,
  'known-address': name =>
    `There is already an account with your email address. Sign in to that account, then link it to ${name} on your profile page.`,
  closed: name => `Your account is closed, or ${name} no longer gives you access.`,
}

export const PASSKEY_FAILED_TEXT = 'The passkey could not be used'

/** Texts for the browser's errors about passkeys, by their names. */
export const PASSKEY_ERROR_TEXTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: you cancelled, or it took too long. Try again',
  AbortError: 'No passkey was used: you cancelled, or it took too long. Try again',
  InvalidStateError: 'This device already has a passkey for your account',
  SecurityError: 'Passkeys work only at the address that the market operator has set for this market',
}
