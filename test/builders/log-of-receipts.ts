import { createHash, createPublicKey, verify } from 'node:crypto'
import { canonicalJson } from '@credit-market/values/canonical'
import { createPublishedEntry } from '#domain/disclosure/published-entry'
import { toBase64 } from '@credit-market/transparency-log/base64'
import type { TrustedKeys } from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from '#proof/market-keys'
import { leafHash } from '@credit-market/transparency-log/hash'
import {
  checkpointText,
  keyIdOf,
  keyLineOf,
  SIGNATURE_LINE_PATTERN,
  signatureLine,
  cosignedText,
} from '@credit-market/transparency-log/note'
import type { LogReceipt } from '#proof/receipt'
import { hashesToAdd, inclusionProof, treeRoot } from '@credit-market/transparency-log/tiles'
import { certificateSignerOfKey } from '#server/certificates/seal'
import { verifierKeyLine, signNote } from '#server/log/keys'
import { calculateLeafCommitment } from '#server/log/log-tree'
import { hashesInTiles } from '@credit-market/transparency-log/test/listed-hashes'

const ORIGIN = 'market.example/log'
const LOG = certificateSignerOfKey(Buffer.alloc(32, 1))
const WITNESS = certificateSignerOfKey(Buffer.alloc(32, 2))
export const CERTIFIER_KEY = certificateSignerOfKey(Buffer.alloc(32, 3))
const WITNESSED = 1_800_000_000

const bytesOf = (publicKey: string): Buffer =>
  Buffer.from(createPublicKey(publicKey).export({ format: 'jwk' }).x ?? '', 'base64url')

const witness = {
  name: 'council.example/w1',
  kind: SIGNATURE_LINE_PATTERN.witness,
  publicKey: bytesOf(WITNESS.publicKey),
}

const KEYS: MarketKeys = {
  origin: ORIGIN,
  address: 'https://market.example',
  log: [verifierKeyLine(ORIGIN, LOG.publicKey)],
  witnesses: [keyLineOf(witness)],
  certificates: [toBase64(bytesOf(CERTIFIER_KEY.publicKey))],
}

/** Signatures verified by Node, as browsers verify them. */
export const verifyWithNode: TrustedKeys['verify'] = async (key, signature, signed) =>
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

export const TRUSTED_KEYS: TrustedKeys<MarketKeys> = { keys: KEYS, verify: verifyWithNode }

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

/** The receipts of a log with this many entries, under one checkpoint with a witness’s co-signature. */
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
    const one = {
      hash,
      prevHash,
      entry,
      salt,
      said: createPublishedEntry(said, calculateLeafCommitment(salt, hash)),
    }
    prevHash = hash
    return one
  })
  const listed = hashesInTiles()
  listed.add(
    await hashesToAdd(
      0,
      all.map(({ said }) => leafHash(Buffer.from(said))),
      listed.read,
    ),
  )
  const text = checkpointText({ origin: ORIGIN, size: count, root: await treeRoot(count, listed.read) })
  const checkpoint = (await signNote(LOG, ORIGIN, text)) + (await cosignatureOf(text))
  return Promise.all(
    all.map(async ({ salt, said, ...receipt }, index) => ({
      ...receipt,
      proof: {
        ...{ index, salt: salt.toString('hex'), said, size: count, checkpoint },
        hashes: (await inclusionProof(index, count, listed.read)).map(toBase64),
      },
    })),
  )
}
