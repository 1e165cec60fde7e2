import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveSecrets } from '#server/auth/secrets'
import { withExternalSigner } from '#server/auth/outside-keys'
import { createExternalSigner } from '#server/certificates/signer'

const folder = mkdtempSync(join(tmpdir(), 'signer-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A stand-in for a program in front of a hardware module: it signs with a key that the market never sees. */
const standIn = (name: string, body: string): string => {
  const file = join(folder, name)
  writeFileSync(file, `#!${process.execPath}\n${body}`)
  chmodSync(file, 0o755)
  return file
}

const pair = (use: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const file = join(folder, `${use}.pem`)
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }))
  return { file, pem: publicKey.export({ format: 'pem', type: 'spki' }).toString() }
}
const keys = { certificates: pair('certificates'), checkpoints: pair('checkpoints') }

const honest = standIn(
  'honest.cjs',
  `const { createPrivateKey, createPublicKey, sign } = require('node:crypto')
const { readFileSync } = require('node:fs')
const [, , what, use] = process.argv
const key = createPrivateKey(readFileSync(${JSON.stringify(folder)} + '/' + use + '.pem'))
if (what === 'public-key') process.stdout.write(createPublicKey(key).export({ format: 'pem', type: 'spki' }))
else process.stdout.write(sign(null, readFileSync(0), key).toString('base64') + '\\n')`,
)

describe('an external signer', () => {
  it('signs certificates and checkpoints with keys that do not depend on the secret key', async () => {
    const own = deriveSecrets(Buffer.alloc(32, 1))
    const { seal, logSeal } = await withExternalSigner(own, honest)
    expect([seal.publicKey, logSeal.publicKey]).toEqual([keys.certificates.pem, keys.checkpoints.pem])
    for (const one of [seal, logSeal]) {
      const signature = Buffer.from(await one.sign('Zertifikat €'), 'base64')
      expect(verify(null, Buffer.from('Zertifikat €'), createPublicKey(one.publicKey), signature)).toBe(true)
    }
    expect(await withExternalSigner(own, undefined)).toBe(own)
  })

  it.each([
    ['fails', 'console.error("the module is locked"); process.exit(3)', 'the module is locked'],
    ['returns no key', 'process.stdout.write("none")', 'must answer "public-key" with an Ed25519 public key'],
  ])('that %s is refused with what to do', async (name, body, why) => {
    await expect(createExternalSigner(standIn(`${name}.cjs`, body), 'certificates')).rejects.toThrow(why)
  })

  it('is refused if it is missing or signs wrongly', async () => {
    await expect(createExternalSigner(join(folder, 'gone'), 'checkpoints')).rejects.toThrow(
      'SIGNER_COMMAND failed',
    )
    const wrong = standIn(
      'wrong.cjs',
      `const { createPublicKey } = require('node:crypto')
const { readFileSync } = require('node:fs')
if (process.argv[2] === 'public-key') process.stdout.write(createPublicKey(readFileSync(${JSON.stringify(keys.checkpoints.file)})).export({ format: 'pem', type: 'spki' }))
else process.stdout.write(Buffer.alloc(64).toString('base64'))`,
    )
    const signer = await createExternalSigner(wrong, 'checkpoints')
    await expect(signer.sign(Buffer.from('x'))).rejects.toThrow('wrong signature')
  })
})
