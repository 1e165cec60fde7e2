import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '@credit-market/values/dates'

/** A sign-in, identified by the hash of its secret. */
export interface SessionTable {
  idHash: string
  userId: string
  stage: SessionStage
  createdAt: Instant
  lastSeenAt: Instant
  expiresAt: Instant
  /** Instant at which a code was last entered. */
  steppedUpAt: Instant | null
  address: string | null
  browser: string | null
}

/** Progress of a sign-in: complete, complete except for the second factor that must be set up, or challenged. */
export type SessionStage = 'full' | 'enrol' | 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED'

/** Encrypted secret shared with a person's authenticator; in use once confirmed. */
export interface SecondFactorTable {
  userId: string
  secret: string
  /** Last time step of thirty seconds whose code was accepted, so that no code is accepted twice. */
  lastStep: Generated<number>
  confirmedAt: Instant | null
}

/** A passkey: the public half of a key pair, whose private half stays on its owner's device. */
export interface PasskeyTable {
  id: string
  userId: string
  /** Identifier of the passkey on the device, in base64url. */
  credentialId: string
  /** COSE key, in base64url. */
  publicKey: string
  counter: number
  transports: string[]
  name: string
  createdAt: Instant
  lastUsedAt: Instant | null
  blockedAt: Instant | null
}

/** Challenge for a passkey to sign, and its purpose; with the session that asks, unless no one has signed in yet. */
export interface PasskeyChallengeTable {
  challenge: string
  purpose: 'sign-in' | 'second-step' | 'step-up' | 'registration'
  sessionHash: string | null
  expiresAt: Instant
}

/** A sign-in through an identity provider that has begun and is not completed. */
export interface ProviderSignInTable {
  state: string
  provider: string
  nonce: string
  verifier: string
  browserHash: string
  /** Session whose account is to be linked, if that is its purpose. */
  linkSession: string | null
  target: string
  expiresAt: Instant
}

/** A code that was emailed, identified by its id. */
export interface MailedCodeTable {
  id: string
  purpose: 'reset' | 'confirm'
  username: string
  address: string | null
  tries: Generated<number>
  createdAt: Instant
  expiresAt: Instant
}

/** An attempt to sign in: who, from where, and its result. */
export interface SignInAttemptTable {
  id: GeneratedAlways<number>
  username: string
  address: string | null
  /** The browser, if that person had signed in with it before. */
  deviceId: string | null
  succeeded: boolean
  at: Instant
}
