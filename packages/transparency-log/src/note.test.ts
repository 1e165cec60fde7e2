import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fromBase64, toBase64 } from './base64.ts'
import {
  checkpointText,
  cosignedText,
  keyIdOf,
  keyLineOf,
  readCheckpoint,
  readCosignature,
  readKeyLine,
  readNote,
  SIGNATURE_LINE_PATTERN,
  signatureLine,
} from './note.ts'

// golang.org/x/mod/sumdb/note, note_test.go.
const KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
// C2SP tlog-checkpoint and tlog-cosignature.
const CHECKPOINT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
const COSIGNED =
  '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n'

const isSigned = (key: Uint8Array, text: string, signature: Uint8Array) =>
  verify(
    null,
    Buffer.from(text),
    createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
      format: 'jwk',
    }),
    signature,
  )

describe('signed notes', () => {
  it('read, verify and write the published key and note unchanged', () => {
    const signer = readKeyLine(KEY)!
    expect(signer).toMatchObject({ name: 'PeterNeumann', kind: SIGNATURE_LINE_PATTERN.log })
    expect(keyIdOf(signer)).toBe('c74f20a3')
    expect(keyLineOf(signer)).toBe(KEY)
    const note = readNote(`${TEXT}\n${LINE}`)!
    expect(note.text).toBe(TEXT)
    expect(note.signatures.map(signatureLine).join('')).toBe(LINE)
    const [{ name, keyId, signature }] = note.signatures as [(typeof note.signatures)[number]]
    expect([name, keyId]).toEqual(['PeterNeumann', 'c74f20a3'])
    expect(isSigned(signer.publicKey, note.text, signature)).toBe(true)
    expect(isSigned(signer.publicKey, note.text.replace('answer', 'Answer'), signature)).toBe(false)
  })

  it.each([
    TEXT,
    `${TEXT}\n`,
    `${TEXT}${LINE}`,
    `${TEXT}\n${LINE.slice(0, -1)}`,
    `${TEXT}\n${LINE.replace('— ', '- ')}`,
    `${TEXT}\n${LINE.replace('x08go', '*08go')}`,
    `${TEXT}\n— PeterNeumann x08gow==\n`,
    `\u0001${TEXT}\n${LINE}`,
    `${TEXT}\n${LINE.repeat(101)}`,
  ])('reject what is not a note: %j', given => expect(readNote(given)).toBeUndefined())

  it.each([
    KEY.replace('c74f20a3', 'c74f20a4'),
    KEY.replace('+ARp', '+Ahp'),
    KEY.replace('PeterNeumann', 'Peter Neumann'),
    KEY.slice(0, -4),
    'PeterNeumann',
    '',
  ])('reject what is not a key: %j', line => expect(readKeyLine(line)).toBeUndefined())
})

describe('checkpoints', () => {
  it('read and write the published checkpoint unchanged', () => {
    const checkpoint = readCheckpoint(CHECKPOINT)!
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
    expect(checkpointText(checkpoint)).toBe(CHECKPOINT)
  })

  it.each([
    CHECKPOINT.slice(0, -1),
    `${CHECKPOINT}more\n`,
    CHECKPOINT.replace('20852163', '020852163'),
    CHECKPOINT.replace('20852163', '-1'),
    CHECKPOINT.replace('20852163', '9999999999999999'),
    CHECKPOINT.replace('CsUYapGG', ''),
    CHECKPOINT.replace('example.com/behind-the-sofa', ''),
  ])('reject what is not a checkpoint: %j', text => expect(readCheckpoint(text)).toBeUndefined())

  it('read the time of a co-signature, and rebuild the text that it signs', () => {
    const [line] = readNote(`${CHECKPOINT}\n${COSIGNED}`)!.signatures
    const { seconds, signature } = readCosignature(line!.signature)!
    expect([line!.keyId, seconds, signature.length]).toEqual(['8d66cf3f', 1_679_315_147, 64])
    expect(cosignedText(CHECKPOINT, seconds)).toBe(`cosignature/v1\ntime 1679315147\n${CHECKPOINT}`)
    expect(readCosignature(line!.signature.slice(1))).toBeUndefined()
  })
})

describe('base64', () => {
  it.each(['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy'])(
    'encodes and decodes %j as RFC 4648, section 10 does',
    text => {
      const bytes = fromBase64(text)!
      expect(Buffer.from(bytes).toString()).toBe('foobar'.slice(0, bytes.length))
      expect(toBase64(bytes)).toBe(text)
    },
  )

  it.each(['Zg=', 'Zg', 'Zh==', 'Z===', 'Zm9v\n', 'Zm_v', 'Zm9=v'])('rejects %j', text =>
    expect(fromBase64(text)).toBeUndefined(),
  )
})
