import {
  askPasskey,
  type Assertion,
  type Attestation,
  type CreationOptions,
  type PASSKEY_PURPOSES,
} from '#contract/passkeys'
import { send } from '../api.ts'

/** Can this browser use passkeys at all? */
export const canUsePasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'

const IN_WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long',
  AbortError: 'No passkey was used: it was cancelled, or took too long',
  InvalidStateError: 'This device has a passkey of your account already',
  SecurityError: 'Passkeys work only at the address that the market operator has set for this market',
}

/** What a browser says of a passkey that did not work is for programmers. */
const said = async <T>(asked: Promise<T>): Promise<T> => {
  try {
    return await asked
  } catch (error) {
    const known = error instanceof Error ? IN_WORDS[error.name] : undefined
    throw new Error(known ?? 'The passkey could not be used', { cause: error })
  }
}

/** Has the browser ask for a passkey, and its owner be verified; what it has signed. */
export const signByPasskey = async (purpose: (typeof PASSKEY_PURPOSES)[number]): Promise<Assertion> => {
  const optionsJSON = await send(askPasskey, { body: { purpose } })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return said(startAuthentication({ optionsJSON }))
}

/** Has the browser make a passkey. */
export const makePasskey = async (optionsJSON: CreationOptions): Promise<Attestation> => {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return said(startRegistration({ optionsJSON }))
}
