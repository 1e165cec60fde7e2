import {
  requestPasskeyChallenge,
  type PasskeyAssertion,
  type PasskeyAttestation,
  type PasskeyCreationOptions,
  type PASSKEY_PURPOSES,
} from '#contract/people/passkeys'
import { sendRequest } from '../api/api.ts'
import { PASSKEY_ERROR_TEXTS, PASSKEY_FAILED_TEXT } from './messages.ts'

/** Returns true if this browser can use passkeys. */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

/** Replaces the browser's errors about passkeys, which are written for programmers. */
const said = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    const known = error instanceof Error ? PASSKEY_ERROR_TEXTS[error.name] : undefined
    throw new Error(known ?? PASSKEY_FAILED_TEXT, { cause: error })
  }
}

/** Has the browser request a passkey with user verification. Returns its assertion. */
export const signByPasskey = async (
  purpose: (typeof PASSKEY_PURPOSES)[number],
): Promise<PasskeyAssertion> => {
  const optionsJSON = await sendRequest(requestPasskeyChallenge, { body: { purpose } })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return said(startAuthentication({ optionsJSON }))
}

/** Has the browser create a passkey. */
export const makePasskey = async (optionsJSON: PasskeyCreationOptions): Promise<PasskeyAttestation> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return said(startRegistration({ optionsJSON }))
}
