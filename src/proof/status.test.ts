import { describe, expect, it } from 'vitest'
import { CERTIFIER_KEY, TRUSTED_KEYS } from '#test/builders/log-of-receipts'
import { parseSubmittedProof } from './given.ts'
import type { CertificateStatus, UnsoundCertificateUnits } from './status.ts'
import { verifySubmittedProof } from './told.ts'

const STATUS: CertificateStatus = {
  ...{ format: 'certificate-status-1', number: '2K7QF-9XWRT-4MHDA-81BCV', certificate: 'a'.repeat(64) },
  ...{ asOf: '2026-11-29T10:00:00Z', state: 'Current', endedAt: null, endedReason: null },
  ...{ replacedBy: null, unsound: [] },
}
const unsound = (assurance: string, replacedBy: string | null = null): UnsoundCertificateUnits => ({
  ...{ serial: 'P8-20250406-1-40', assurance, since: '2026-11-20', until: null, replacedBy },
})

const signed = async (status: object, text = JSON.stringify(status)) =>
  JSON.stringify({
    ...{ status: text, signature: await CERTIFIER_KEY.sign(text) },
    keyFingerprint: CERTIFIER_KEY.fingerprint,
  })
const verdictOn = async (file: string, trusted = TRUSTED_KEYS) =>
  verifySubmittedProof(parseSubmittedProof(file), trusted)

describe('the signed status of a certificate', () => {
  it.each<[string, Partial<CertificateStatus>, { tone: string; title: string; trouble?: string }]>([
    ['a valid one', {}, { tone: 'good', title: 'Signed: this certificate was valid' }],
    [
      'one in doubt',
      { unsound: [unsound('inDoubt')] },
      {
        tone: 'notProved',
        title: 'Signed: units of this certificate were in doubt',
        trouble: 'are in doubt',
      },
    ],
    [
      'one with failed units',
      { unsound: [unsound('inDoubt'), unsound('failed')] },
      {
        ...{ tone: 'bad', title: 'Signed: this certificate was not valid' },
        trouble: 'Units P8-20250406-1-40 have failed since 2026-11-20.',
      },
    ],
    [
      'one whose units were replaced',
      { unsound: [unsound('replaced', 'P6-20250406-1-40')] },
      { tone: 'bad', title: 'Signed: this certificate was not valid', trouble: 'have failed since' },
    ],
    [
      'a superseded one',
      { state: 'Superseded', endedAt: '2026-11-21T09:00:00.000Z', endedReason: 'Units were replaced' },
      {
        ...{ tone: 'bad', title: 'Signed: this certificate was not valid' },
        trouble: 'has not been valid since 2026-11-21 09:00 UTC: Units were replaced.',
      },
    ],
  ])('says what the market said of %s', async (_what, change, { trouble, ...expected }) => {
    const verdict = await verdictOn(await signed({ ...STATUS, ...change }))
    expect(verdict).toMatchObject(expected)
    expect(verdict.facts).toContainEqual(['Status at', '2026-11-29 10:00 UTC'])
    expect(verdict.troubles.map(({ what }) => what).join(' ')).toContain(trouble ?? '')
    expect(verdict.troubles.length > 0).toBe(trouble !== undefined)
  })

  it('names the units that replace failed ones', async () => {
    const { troubles } = await verdictOn(
      await signed({ ...STATUS, unsound: [unsound('replaced', 'P6-20250406-1-40')] }),
    )
    expect(troubles[0]?.remedy).toBe('Units P6-20250406-1-40 replace them.')
  })

  it('proves nothing if a character is changed, the key is unknown or expired, or it is something else', async () => {
    const file = await signed(STATUS)
    expect(await verdictOn(file.replace('Current', 'Revoked'))).toMatchObject({ tone: 'bad', proved: [] })
    expect(await verdictOn(file.replace(CERTIFIER_KEY.fingerprint, 'b'.repeat(64)))).toMatchObject({
      tone: 'bad',
      proved: [],
    })
    const ended = TRUSTED_KEYS.keys.certificates.map(key => ({
      ...{ key, size: 9, at: '2026-11-21T12:00:00.000Z', isStolen: true },
    }))
    expect(await verdictOn(file, { ...TRUSTED_KEYS, keys: { ...TRUSTED_KEYS.keys, ended } })).toMatchObject({
      ...{ tone: 'bad', proved: [] },
    })
    expect(await verdictOn(await signed({ number: STATUS.number }))).toMatchObject({
      tone: 'bad',
      proved: [],
    })
    expect(await verdictOn(JSON.stringify({ status: 'x' }))).toMatchObject({
      title: 'This receipt is incomplete',
    })
  })
})
