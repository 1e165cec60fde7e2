import { createHash, randomBytes } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { addMinutes, type Instant } from '#domain/dates'
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '#contract/passkeys'
import type { User } from '#domain/user'
import type { PasskeyChallengeTable, PasskeyTable } from '../store/sign-in-tables.ts'
import type { Database } from '../store/tables.ts'
import { brandOf } from '../brand.ts'
import type { PasskeySite } from './passkey-site.ts'
import { record } from './accounts.ts'
import { sendLetter } from './letters.ts'

type Db = Kysely<Database>
export type Passkey = Selectable<PasskeyTable>

/** EdDSA, ES256 and RS256, by their numbers in COSE: what devices and browsers of today can do. */
const ALGORITHMS = [-8, -7, -257]
const CHALLENGE_MINUTES = 5
const TIMEOUT = CHALLENGE_MINUTES * 60_000

/** For what something is to be signed, and by whose session; null before sign-in. */
export interface Purpose {
  purpose: PasskeyChallengeTable['purpose']
  sessionHash: string | null
  now: Instant
}

/** Something to sign that nobody has seen before; good for one answer within five minutes. */
const makeChallenge = async (db: Db, { now, ...what }: Purpose): Promise<string> => {
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

/** Uses up what was signed, whether or not the rest is right; the challenge, if it was open, for this purpose and session, and not too old. */
const spendChallenge = async (
  db: Db,
  encoded: string,
  { purpose, sessionHash, now }: Purpose,
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

/** The passkeys of a person, the oldest first. */
export const passkeysOf = (db: Db, userId: string): Promise<Passkey[]> =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** How many passkeys of a person can be used. */
export const countPasskeys = async (db: Db, userId: string): Promise<number> =>
  (await passkeysOf(db, userId)).filter(({ blockedAt }) => blockedAt === null).length

const described = ({ credentialId, transports }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
})

/** What a browser asks a passkey for: one of those named, or any that it has for this site. */
export const requestFor = async (
  db: Db,
  { rpId }: PasskeySite,
  what: Purpose,
  named: readonly Passkey[],
): Promise<RequestOptions> => ({
  challenge: await makeChallenge(db, what),
  rpId,
  timeout: TIMEOUT,
  userVerification: 'required',
  allowCredentials: named.filter(({ blockedAt }) => blockedAt === null).map(described),
})

/** By what a device knows a person: it says nothing to anybody else. */
const handleOf = (userId: string): string => createHash('sha256').update(userId).digest('base64url')

/** What a browser makes a passkey from. It is kept on the device, found without a name, and used by a finger, face or PIN only. */
export const creationFor = async (
  db: Db,
  { rpId }: PasskeySite,
  what: Purpose,
  { id, username, displayName }: Pick<User, 'id' | 'username' | 'displayName'>,
): Promise<CreationOptions> => ({
  challenge: await makeChallenge(db, what),
  rp: { id: rpId, name: (await brandOf(db)).name },
  user: { id: handleOf(id), name: username, displayName },
  pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
  timeout: TIMEOUT,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  excludeCredentials: (await passkeysOf(db, id)).map(described),
})

/** No maker's certificate was asked for; one that is sent all the same is not followed to wherever it points. */
const isWithoutCertificate = (encoded: string): boolean => {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(encoded))
  return (
    ['none', 'packed'].includes(statement.get('fmt')) && statement.get('attStmt').get('x5c') === undefined
  )
}

/** What is to be kept of a passkey that was made for this challenge and site; nothing if anything about it is wrong. */
export const readNewPasskey = async (
  db: Db,
  { rpId, origin }: PasskeySite,
  what: Purpose,
  given: Attestation,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> => {
  const challenge = await spendChallenge(db, given.response.clientDataJSON, what)
  if (challenge === undefined) return undefined
  try {
    if (!isWithoutCertificate(given.response.attestationObject)) return undefined
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
      publicKey: isoBase64URL.fromBuffer(publicKey),
      counter,
      transports: given.response.transports ?? [],
    }
  } catch {
    // The library throws at whatever it finds wrong.
    return undefined
  }
}

const newCounterOf = async (
  { rpId, origin }: PasskeySite,
  passkey: Passkey,
  challenge: string,
  given: Assertion,
): Promise<number | undefined> => {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // The library looks at the count before the signature; here nobody blocks a passkey without holding it.
      credential: {
        id: passkey.credentialId,
        publicKey: isoBase64URL.toBuffer(passkey.publicKey),
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** A count that does not rise comes from a copy (unless it is always 0): whichever of the two it was, neither opens anything any more. */
const block = (db: Db, { id, userId, name }: Passkey, now: Instant): Promise<void> =>
  db.transaction().execute(async trx => {
    await trx.updateTable('passkey').set({ blockedAt: now }).where('id', '=', id).execute()
    const { email } = await trx
      .selectFrom('user')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    await sendLetter(trx, 'passkey-copied', email, { passkey: name }, now)
    await record(trx, {
      ...{ action: 'BlockPasskey', title: 'Block copied passkey', actorId: null },
      ...{ subjectKind: 'user', subjectId: userId, now },
    })
  })

/**
 * The passkey with which this was signed for this challenge, site and purpose, with its owner verified by the device;
 * nothing if anything about it is wrong. What was to be signed is used up either way.
 */
export const acceptPasskey = async (
  db: Db,
  site: PasskeySite,
  what: Purpose,
  given: Assertion,
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
