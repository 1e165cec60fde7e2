import { describe, expect, it } from 'vitest'
import { certificateSignerOfKey } from '#server/certificates/seal'
import { verifierKeyLine, signNote } from '#server/log/keys'
import { TRUSTED_KEYS } from '#test/builders/log-of-receipts'
import { parseSubmittedProof } from './given.ts'
import { checkPromise, promiseEntryHash, promiseText } from './promise.ts'
import { verifySubmittedProof } from './told.ts'

const LOG = certificateSignerOfKey(Buffer.alloc(32, 1))
const { origin } = TRUSTED_KEYS.keys
const ENTRY = '{"action":"SetBid","at":"2026-06-01T12:00:00.000Z","details":"{}","position":3}'

const promiseOf = async (entry = ENTRY, seal = LOG, of = origin) => ({
  entry,
  promise: await signNote(
    seal,
    of,
    promiseText({
      ...{ origin: of, hash: promiseEntryHash(entry) },
      ...{ at: '2026-06-01T12:00:00.000Z', by: '2026-06-01T14:00:00.000Z' },
    }),
  ),
})

describe('a promise', () => {
  it('is valid by its signature and entry, and reported as not proved', async () => {
    const given = await promiseOf()
    expect((await checkPromise(given, TRUSTED_KEYS)).faults).toEqual([])
    const verdict = await verifySubmittedProof(parseSubmittedProof(JSON.stringify(given)), TRUSTED_KEYS)
    expect(verdict.tone).toBe('notProved')
    expect(verdict.title).toMatch(/^Not proved/)
    expect(verdict.facts).toContainEqual(['In the log by', '2026-06-01 14:00 UTC'])
  })

  it('is rejected with another entry, note, key or log', async () => {
    const given = await promiseOf()
    expect((await checkPromise({ ...given, entry: `${ENTRY} ` }, TRUSTED_KEYS)).faults).toEqual(['entry'])
    for (const [part, other] of [
      ['14:00', '15:00'],
      ['promise', 'promised'],
      [promiseEntryHash(ENTRY).slice(0, 8), '00000000'],
    ] as const) {
      const changed = { ...given, promise: given.promise.replace(part, other) }
      expect(
        (await verifySubmittedProof(parseSubmittedProof(JSON.stringify(changed)), TRUSTED_KEYS)).tone,
      ).toBe('bad')
    }
    const stranger = await promiseOf(ENTRY, certificateSignerOfKey(Buffer.alloc(32, 9)))
    expect((await checkPromise(stranger, TRUSTED_KEYS)).faults).toEqual(['key'])
    const elsewhere = await promiseOf(ENTRY, LOG, 'other.example/log')
    expect((await checkPromise(elsewhere, TRUSTED_KEYS)).faults).toContain('origin')
    expect(parseSubmittedProof(JSON.stringify({ promise: given.promise }))).toEqual({
      kind: 'broken',
      lacks: ['entry'],
    })
  })

  it('is invalid under a key that has ended', async () => {
    const end = { at: '2026-06-02T00:00:00.000Z', size: 10, isStolen: true }
    const keys = { ...TRUSTED_KEYS.keys, ended: [{ key: verifierKeyLine(origin, LOG.publicKey), ...end }] }
    expect((await checkPromise(await promiseOf(), { ...TRUSTED_KEYS, keys })).faults).toEqual(['ended'])
  })
})
