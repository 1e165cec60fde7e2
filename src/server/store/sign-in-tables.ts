import type { Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '#domain/dates'

/** A sign-in, known by the hash of its secret. */
export interface SessionTable {
  idHash: string
  userId: string
  stage: SessionStage
  createdAt: Instant
  lastSeenAt: Instant
  expiresAt: Instant
  /** When a code was last given. */
  steppedUpAt: Instant | null
  address: string | null
  browser: string | null
}

/** How far a sign-in has come: complete, complete but for the second factor that must be set up, or challenged. */
export type SessionStage = 'full' | 'enrol' | 'SOFTWARE_TOKEN_MFA' | 'NEW_PASSWORD_REQUIRED'

/** The encrypted secret that a person's authenticator shares; in use once confirmed. */
export interface SecondFactorTable {
  userId: string
  secret: string
  /** The last step of thirty seconds of which a code was accepted: none is accepted twice. */
  lastStep: Generated<number>
  confirmedAt: Instant | null
}

/** A passkey: the public half of a pair of keys, whose other half its owner's device keeps. */
export interface PasskeyTable {
  id: string
  userId: string
  /** How the device knows it, in base64url. */
  credentialId: string
  /** As COSE, in base64url. */
  publicKey: string
  counter: number
  transports: string[]
  name: string
  createdAt: Instant
  lastUsedAt: Instant | null
  blockedAt: Instant | null
}

/** What a passkey is asked to sign, and for what; the session that asks, unless nobody has signed in yet. */
export interface PasskeyChallengeTable {
  challenge: string
  purpose: 'sign-in' | 'second-step' | 'step-up' | 'registration'
  sessionHash: string | null
  expiresAt: Instant
}

/** Somebody on the way to a provider and back. */
export interface ProviderSignInTable {
  state: string
  provider: string
  nonce: string
  verifier: string
  browserHash: string
  /** The session whose account is to be linked, if that is what it is for. */
  linkSession: string | null
  target: string
  expiresAt: Instant
}

/** A code that was mailed, known by its id. */
export interface MailedCodeTable {
  id: string
  purpose: 'reset' | 'confirm'
  username: string
  address: string | null
  tries: Generated<number>
  createdAt: Instant
  expiresAt: Instant
}

/** Who tried to sign in, from where, and whether it went well. */
export interface SignInAttemptTable {
  id: GeneratedAlways<number>
  username: string
  address: string | null
  /** The browser, if that person had signed in with it before. */
  deviceId: string | null
  succeeded: boolean
  at: Instant
}
