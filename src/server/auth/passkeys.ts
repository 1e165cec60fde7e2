import { createHash, randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { addMinutes, type Instant } from '@credit-market/values/dates'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '#contract/people/passkeys'
import type { User } from '#domain/people/user'
import type { PasskeyChallengeTable, PasskeyTable } from '../store/tables/sign-in-tables.ts'
import type { Database } from '../store/tables/tables.ts'
import { readCachedBrand } from '../brand/brand.ts'
import type { PasskeySite } from './passkey-site.ts'
import { logAccountAction } from './accounts.ts'
import { queueAccountEmail } from './letters.ts'

type Db = Kysely<Database>
export type Passkey = Selectable<PasskeyTable>

/** EdDSA, ES256 and RS256 by their COSE numbers, which today's devices and browsers support. */
const ALGORITHMS = [-8, -7, -257]
const CHALLENGE_MINUTES = 5
const TIMEOUT = CHALLENGE_MINUTES * 60_000

/** Purpose of a challenge and the session that it belongs to; null before sign-in. */
export interface ChallengePurpose {
  purpose: PasskeyChallengeTable['purpose']
  sessionHash: string | null
  now: Instant
}

/** A new random challenge, valid for one answer within five minutes. */
const makeChallenge = async (db: Db, { now, ...what }: ChallengePurpose): Promise<string> => {
  const challenge = randomBytes(32).toString('base64url')
  await db.deleteFrom('passkeyChallenge').where('expiresAt', '<', now).execute()
  await db
    .insertInto('passkeyChallenge')
    .values({ challenge, ...what, expiresAt: addMinutes(now, CHALLENGE_MINUTES) })
    .execute()
  return challenge
}

const clientData = z.object({ challenge: z.string() })

const challengeIn = (encoded: string): string => {
  try {
    return clientData.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'))).challenge
  } catch {
    return ''
  }
}

/**
 * Uses up a challenge, even if the rest of the answer is wrong; returns it if it was open, for this purpose and
 * session, and not expired.
 */
const spendChallenge = async (
  db: Db,
  encoded: string,
  { purpose, sessionHash, now }: ChallengePurpose,
): Promise<string | undefined> => {
  const spent = await db
    .deleteFrom('passkeyChallenge')
    .where('challenge', '=', challengeIn(encoded))
    .where('purpose', '=', purpose)
    .where('sessionHash', 'is not distinct from', sessionHash)
    .returning(['challenge', 'expiresAt'])
    .executeTakeFirst()
  return spent && spent.expiresAt > now ? spent.challenge : undefined
}

/** Passkeys of a person, the oldest first. */
export const listPasskeysOfUser = (db: Db, userId: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The number of a person's passkeys that can be used. */
export const countPasskeys = async (db: Db, userId: string): Promise<number> =>
  (await listPasskeysOfUser(db, userId)).filter(({ blockedAt }) => blockedAt === null).length

const described = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

/** Request options for the browser: one of the named passkeys, or any for this site. */
export const createPasskeyRequestOptions = async (
  db: Db,
  { rpId }: PasskeySite,
  what: ChallengePurpose,
  named: readonly Passkey[],
): Promise<PasskeyRequestOptions> => ({
  challenge: await makeChallenge(db, what),
  rpId,
  timeout: TIMEOUT,
  userVerification: 'required',
  allowCredentials: named.filter(({ blockedAt }) => blockedAt === null).map(described),
})

/** User handle on devices: reveals nothing about the user. */
const handleOf = (userId: string): string => createHash('sha256').update(userId).digest('base64url')

/** Creation options for the browser: a discoverable credential with user verification (finger, face or PIN). */
export const createPasskeyCreationOptions = async (
  db: Db,
  { rpId }: PasskeySite,
  what: ChallengePurpose,
  { id, username, displayName }: Pick<User, 'id' | 'username' | 'displayName'>,
): Promise<PasskeyCreationOptions> => ({
  challenge: await makeChallenge(db, what),
  rp: { id: rpId, name: (await readCachedBrand(db)).name },
  user: { id: handleOf(id), name: username, displayName },
  pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
  timeout: TIMEOUT,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: (await listPasskeysOfUser(db, id)).map(described),
})

/** No attestation is requested; a certificate that is sent anyway is never followed to the addresses in it. */
const isWithoutCertificate = async (encoded: string): Promise<boolean> => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(encoded))
  return (
    ['none', 'packed'].includes(statement.get('fmt')) && statement.get('attStmt').get('x5c') === undefined
  )
}

/** The passkey to store, if it was created for this challenge and site; undefined if anything is wrong. */
export const verifyNewPasskey = async (
  db: Db,
  { rpId, origin }: PasskeySite,
  what: ChallengePurpose,
  given: PasskeyAttestation,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> => {
  const challenge = await spendChallenge(db, given.response.clientDataJSON, what)
  if (challenge === undefined) return undefined
  try {
    if (!(await isWithoutCertificate(given.response.attestationObject))) return undefined
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: given.response.transports ?? [],
    }
  } catch {
    // The library throws for every error that it finds.
    return undefined
  }
}

const newCounterOf = async (
  { rpId, origin }: PasskeySite,
  passkey: Passkey,
  challenge: string,
  given: PasskeyAssertion,
): Promise<number | undefined> => {
  try {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The library checks the counter before the signature; with 0 no one can block a passkey without holding it.
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/**
 * Blocks a passkey whose counter does not rise (unless it is always 0): there is a copy, and since it is unknown
 * which one signed, neither works any more.
 */
const block = (db: Db, { id, userId, name }: Passkey, now: Instant): Promise<void> =>
  db.transaction().execute(async trx => {
    await trx.updateTable('passkey').set({ blockedAt: now }).where('id', '=', id).execute()
    const { email } = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await queueAccountEmail(trx, 'passkey-copied', email, { passkey: name }, now)
    await logAccountAction(trx, {
      ...{ action: 'BlockPasskey', title: 'Block copied passkey', actorId: null },
      ...{ subjectKind: 'user', subjectId: userId, now },
    })
  })

/**
 * The passkey that signed this challenge for this site and purpose with user verification; undefined if anything is
 * wrong. The challenge is used up either way.
 */
export const verifyPasskeySignature = async (
  db: Db,
  site: PasskeySite,
  what: ChallengePurpose,
  given: PasskeyAssertion,
): Promise<Passkey | undefined> => {
  const challenge = await spendChallenge(db, given.response.clientDataJSON, what)
  if (challenge === undefined) return undefined
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credentialId', '=', given.id)
    .where('blockedAt', 'is', null)
    .executeTakeFirst()
  if (!passkey) return undefined
  const { userHandle } = given.response
  if (userHandle !== undefined && userHandle !== handleOf(passkey.userId)) return undefined
  const counter = await newCounterOf(site, passkey, challenge, given)
  if (counter === undefined) return undefined
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: what.now })
    .where('id', '=', passkey.id)
    .where('blockedAt', 'is', null)
    .where(eb => eb.or([eb('counter', '<', counter), eb.val(counter === 0).and('counter', '=', 0)]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) return passkey
  await block(db, passkey, what.now)
  return undefined
}
