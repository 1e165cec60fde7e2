import type { TrustedKeys } from '@credit-market/transparency-log/checked-note'
import type { MarketKeys } from './market-keys.ts'
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { CERTIFIER_KEY, receiptsOfLog, TRUSTED_KEYS } from '#test/builders/log-of-receipts'
import { parseSubmittedProof } from './given.ts'
import { checkCertificate, checkReceipt, type LogReceipt } from './receipt.ts'
import { verifySubmittedProof } from './told.ts'

const CERTIFICATE = '{"number":"2K7QF-9XWRT-4MHDA-81BCV"}'
let receipts: LogReceipt[]
beforeAll(async () => {
  receipts = await receiptsOfLog(7, createHash('sha256').update(CERTIFICATE).digest('hex'))
})

const changedAt = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)

const isFound = async (text: string): Promise<boolean> => {
  const given = parseSubmittedProof(text)
  if (given.kind !== 'receipt') return true
  const { faults, note } = await checkReceipt(given.receipt, TRUSTED_KEYS)
  // A line of no known witness is not a co-signature, so the valid one is missing.
  return faults.length > 0 || !note?.cosigned[0]?.isKnown
}

describe('a receipt', () => {
  it('is proved by itself and the market’s keys, whichever entry it covers', async () => {
    for (const receipt of receipts) {
      const { faults, note } = await checkReceipt(receipt, TRUSTED_KEYS)
      expect([receipt.proof?.index, faults]).toEqual([receipt.proof?.index, []])
      expect(note?.cosigned).toEqual([
        { witness: 'council.example/w1', seconds: 1_800_000_000, isKnown: true },
      ])
    }
  })

  it('is rejected when any character is changed', async () => {
    const [, receipt] = receipts
    for (const part of ['hash', 'prevHash', 'entry'] as const)
      for (let at = 0; at < receipt![part].length; at += 1) {
        const changed = { ...receipt!, [part]: changedAt(receipt![part], at) }
        expect([part, at, await isFound(JSON.stringify(changed))]).toEqual([part, at, true])
      }
    const proof = receipt!.proof!
    for (const part of ['salt', 'said', 'checkpoint'] as const)
      for (let at = 0; at < proof[part].length; at += 1) {
        const changed = { ...receipt!, proof: { ...proof, [part]: changedAt(proof[part], at) } }
        expect([part, at, await isFound(JSON.stringify(changed))]).toEqual([part, at, true])
      }
    for (const [nth, hash] of proof.hashes.entries())
      for (let at = 0; at < hash.length; at += 1) {
        const hashes = proof.hashes.with(nth, changedAt(hash, at))
        const changed = { ...receipt!, proof: { ...proof, hashes } }
        expect([nth, at, await isFound(JSON.stringify(changed))]).toEqual([nth, at, true])
      }
    for (const other of [{ index: 2 }, { size: 8 }, { hashes: [] }, { hashes: proof.hashes.toReversed() }])
      expect(await isFound(JSON.stringify({ ...receipt!, proof: { ...proof, ...other } }))).toBe(true)
  })

  it('is rejected with the proof of another entry, or a leaf that misstates its entry', async () => {
    const [first, second] = receipts
    expect((await checkReceipt({ ...first!, proof: second!.proof }, TRUSTED_KEYS)).faults).toEqual([
      'commitment',
    ])
    const said = second!.proof!.said.replace('SetOffer', 'SetOther')
    expect(
      (await checkReceipt({ ...second!, proof: { ...second!.proof!, said } }, TRUSTED_KEYS)).faults,
    ).toEqual(['commitment', 'inclusion'])
  })

  it('without a proof is read, also in the older format, and says what to do', async () => {
    const bare = { ...receipts[0]!, proof: null }
    for (const file of [bare, { id: '1', receipt: { ...bare, proof: undefined } }]) {
      const verdict = await verifySubmittedProof(parseSubmittedProof(JSON.stringify(file)), TRUSTED_KEYS)
      expect(verdict).toMatchObject({ tone: 'notProved', waiting: bare })
      expect(verdict.troubles[0]?.remedy).toContain('within an hour')
    }
    const entry = bare.entry.replace('Set offer', 'Set other')
    expect((await checkReceipt({ ...bare, entry }, TRUSTED_KEYS)).faults).toEqual(['entry'])
  })

  it('that is incomplete or something else is reported with what is missing', async () => {
    const { salt: _, ...proof } = receipts[0]!.proof!
    expect(parseSubmittedProof(JSON.stringify({ ...receipts[0]!, proof }))).toEqual({
      kind: 'broken',
      lacks: ['proof.salt'],
    })
    expect(parseSubmittedProof('{"entry":1}')).toEqual({
      kind: 'broken',
      lacks: ['hash', 'prevHash', 'entry'],
    })
    for (const text of ['', 'null', '[]', '{}', 'Dear all', '%PDF-1.7'])
      expect(parseSubmittedProof(text)).toEqual({ kind: 'unknown' })
  })
})

describe('a certificate', () => {
  const logged = async () => {
    const { salt: _, ...proof } = receipts[0]!.proof!
    return {
      ...{ certificate: CERTIFICATE, signature: await CERTIFIER_KEY.sign(CERTIFICATE) },
      ...{ keyFingerprint: CERTIFIER_KEY.fingerprint, proof },
    }
  }
  it('is proved by its signature and the entry that names it, and by nothing else', async () => {
    expect((await checkCertificate(await logged(), TRUSTED_KEYS)).faults).toEqual([])
    const other = `${CERTIFICATE} `
    expect(
      (await checkCertificate({ ...(await logged()), certificate: other }, TRUSTED_KEYS)).faults,
    ).toEqual([...['certificate', 'unnamed']])
    const signed = { ...(await logged()), certificate: other, signature: await CERTIFIER_KEY.sign(other) }
    expect((await checkCertificate(signed, TRUSTED_KEYS)).faults).toEqual(['unnamed'])
    expect(
      (await checkCertificate({ ...(await logged()), keyFingerprint: 'a'.repeat(64) }, TRUSTED_KEYS)).faults,
    ).toEqual(['certificate'])
    expect(
      await verifySubmittedProof(parseSubmittedProof(JSON.stringify(await logged())), TRUSTED_KEYS),
    ).toMatchObject({
      tone: 'good',
    })
  })
})

describe('an ended key', () => {
  const endedAt = (size: number): TrustedKeys<MarketKeys> => ({
    ...TRUSTED_KEYS,
    keys: {
      ...TRUSTED_KEYS.keys,
      ended: [...TRUSTED_KEYS.keys.log, ...TRUSTED_KEYS.keys.certificates].map(key => ({
        ...{ key, size, at: '2026-11-21T12:00:00.000Z', isStolen: true },
      })),
    },
  })
  const size = 7
  const certified = async (index = 0) => ({
    ...{ certificate: CERTIFICATE, signature: await CERTIFIER_KEY.sign(CERTIFICATE) },
    ...{ keyFingerprint: CERTIFIER_KEY.fingerprint, proof: receipts[index]!.proof },
  })

  it('vouches for what it signed before its end, and for no later checkpoint, receipt or certificate', async () => {
    expect((await checkReceipt(receipts[0]!, endedAt(size))).faults).toEqual([])
    expect((await checkReceipt(receipts[0]!, endedAt(size - 1))).faults).toEqual(['ended'])
    expect((await checkCertificate(await certified(), endedAt(size))).faults).toEqual([])
    expect((await checkCertificate(await certified(), endedAt(0))).faults).toContain('ended')
    const { checkpoint } = receipts[0]!.proof!
    expect((await verifySubmittedProof(parseSubmittedProof(checkpoint), endedAt(size - 1))).tone).toBe('bad')
  })

  it('leaves a certificate without a proof unproved, as any key does', async () => {
    const bare = { ...(await certified()), proof: null }
    for (const trusted of [TRUSTED_KEYS, endedAt(size)]) {
      const verdict = await verifySubmittedProof({ kind: 'certificate', certificate: bare }, trusted)
      expect([verdict.tone, verdict.title.startsWith('Not proved')]).toEqual(['notProved', true])
    }
  })
})

describe('a checkpoint in an email', () => {
  const letter = (note: string) =>
    `Dear all,\n\nThe log of that moment:\n\n${note}\n-- \nA market\n12\nhttps://x`
  it('is found in the text, also when quoted, and checked', async () => {
    const { checkpoint } = receipts[0]!.proof!
    for (const text of [
      checkpoint,
      letter(checkpoint),
      letter(checkpoint).replaceAll(/^/gm, '> '),
      letter(checkpoint).replaceAll('\n', '\r\n'),
    ]) {
      expect(parseSubmittedProof(text)).toEqual({ kind: 'checkpoint', note: checkpoint })
      expect(await verifySubmittedProof(parseSubmittedProof(text), TRUSTED_KEYS)).toMatchObject({
        tone: 'good',
      })
    }
  })

  it.each([
    [
      'another size',
      (note: string) => note.replace('\n7\n', '\n8\n'),
      'signature does not match the checkpoint',
    ],
    [
      'another log',
      (note: string) => note.replaceAll('market.example', 'other.example'),
      'from a different log',
    ],
    [
      'no signature of the market',
      (note: string) => note.replace(/— market.*\n/, ''),
      'not signed with a key of this market',
    ],
    [
      'a co-signature changed',
      (note: string) => `${note.slice(0, -9)}${note.at(-9) === 'A' ? 'B' : 'A'}${note.slice(-8)}`,
      'co-signature of a witness does not match',
    ],
    ['a cut hash', (note: string) => note.replace(/=\n\n/, '\n\n'), 'checkpoint cannot be read'],
  ])('with %s is rejected with a reason', async (_what, change, why) => {
    const verdict = await verifySubmittedProof(
      parseSubmittedProof(change(receipts[0]!.proof!.checkpoint)),
      TRUSTED_KEYS,
    )
    expect(verdict).toMatchObject({ tone: 'bad', note: null })
    expect(verdict.troubles.map(({ what }) => what).join(' ')).toContain(why)
    expect(verdict.troubles.every(({ remedy }) => remedy.length > 20)).toBe(true)
  })
})
