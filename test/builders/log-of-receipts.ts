import { createHash, createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '#domain/canonical'
import { publishedForm } from '#domain/published-entry'
import { toBase64 } from '#proof/base64'
import type { MarketKeys, Trusted } from '#proof/checked-note'
import { leafHash } from '#proof/hash'
import { checkpointText, keyIdOf, keyLineOf, SIGNATURE, signatureLine, cosignedText } from '#proof/note'
import type { LogReceipt } from '#proof/receipt'
import { grown, inclusionFrom, rootFrom } from '#proof/tiles'
import { sealOf } from '#server/certificates/seal'
import { keyLineFor, noteSignedBy } from '#server/log/keys'
import { commitmentTo } from '#server/store/log-tree'
import { listedIn } from './listed-hashes.ts'

const ORIGIN = 'market.example/log'
const LOG = sealOf(Buffer.alloc(32, 1))
const WITNESS = sealOf(Buffer.alloc(32, 2))
export const CERTIFIER = sealOf(Buffer.alloc(32, 3))
const WITNESSED = 1_800_000_000

const bytesOf = (publicKey: string): Buffer =>
  Buffer.from(createPublicKey(publicKey).export({ format: 'jwk' }).x ?? '', 'base64url')

const witness = {
  name: 'council.example/w1',
  kind: SIGNATURE.witness,
  publicKey: bytesOf(WITNESS.publicKey),
}

const KEYS: MarketKeys = {
  origin: ORIGIN,
  address: 'https://market.example',
  log: [keyLineFor(ORIGIN, LOG.publicKey)],
  witnesses: [keyLineOf(witness)],
  certificates: [toBase64(bytesOf(CERTIFIER.publicKey))],
}

/** Signatures checked by Node, as browsers check them. */
export const byNode: Trusted['verify'] = async (key, signature, signed) =>
  signature.length === 64 &&
  verify(
    null,
    signed,
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
      format: 'jwk',
    }),
    signature,
  )

export const TRUSTED: Trusted = { keys: KEYS, verify: byNode }

const cosignatureOf = async (text: string): Promise<string> => {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(WITNESSED))
  const signature = Buffer.from(await WITNESS.sign(cosignedText(text, WITNESSED)), 'base64')
  return signatureLine({
    name: witness.name,
    keyId: keyIdOf(witness),
    signature: Buffer.concat([time, signature]),
  })
}

/** The receipts of a log with as many entries, under one head that a witness has co-signed. */
export const receiptsOfLog = async (
  count: number,
  certificate?: string,
): Promise<(LogReceipt & { proof: object })[]> => {
  let prevHash = '0'.repeat(64)
  const all = Array.from({ length: count }, (_, index) => {
    const details = canonicalJson(
      index === 0 && certificate ? { certificateSha256: certificate } : { offer: 5 },
    )
    const said = {
      ...{ seq: index + 1, at: '2026-11-21T09:00:00.000Z', action: 'SetOffer', message: 'Set offer' },
      ...{
        subjectKind: 'project',
        subjectId: `p${index}`,
        toStatus: index === 1 ? 'Matched' : 'Offered',
        details,
      },
    }
    const entry = canonicalJson(said)
    const hash = createHash('sha256')
      .update(prevHash + entry)
      .digest('hex')
    const salt = createHash('sha256').update(`salt ${index}`).digest()
    const one = { hash, prevHash, entry, salt, said: publishedForm(said, commitmentTo(salt, hash)) }
    prevHash = hash
    return one
  })
  const listed = listedIn()
  listed.add(
    await grown(
      0,
      all.map(({ said }) => leafHash(Buffer.from(said))),
      listed.read,
    ),
  )
  const text = checkpointText({ origin: ORIGIN, size: count, root: await rootFrom(count, listed.read) })
  const checkpoint = (await noteSignedBy(LOG, ORIGIN, text)) + (await cosignatureOf(text))
  return Promise.all(
    all.map(async ({ salt, said, ...receipt }, index) => ({
      ...receipt,
      proof: {
        ...{ index, salt: salt.toString('hex'), said, size: count, checkpoint },
        hashes: (await inclusionFrom(index, count, listed.read)).map(toBase64),
      },
    })),
  )
}
