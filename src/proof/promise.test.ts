import { describe, expect, it } from 'vitest'
import { sealOf } from '#server/certificates/seal'
import { keyLineFor, noteSignedBy } from '#server/log/keys'
import { TRUSTED } from '#test/builders/log-of-receipts'
import { readGiven } from './given.ts'
import { checkPromise, promisedHash, promiseText } from './promise.ts'
import { verdictOn } from './told.ts'

const LOG = sealOf(Buffer.alloc(32, 1))
const { origin } = TRUSTED.keys
const ENTRY = '{"action":"SetBid","at":"2026-06-01T12:00:00.000Z","details":"{}","position":3}'

const promiseOf = async (entry = ENTRY, seal = LOG, of = origin) => ({
  entry,
  promise: await noteSignedBy(
    seal,
    of,
    promiseText({
      ...{ origin: of, hash: promisedHash(entry) },
      ...{ at: '2026-06-01T12:00:00.000Z', by: '2026-06-01T14:00:00.000Z' },
    }),
  ),
})

describe('a promise', () => {
  it('holds by its signature and its entry, and is said to be not proved', async () => {
    const given = await promiseOf()
    expect((await checkPromise(given, TRUSTED)).faults).toEqual([])
    const verdict = await verdictOn(readGiven(JSON.stringify(given)), TRUSTED)
    expect(verdict.tone).toBe('notProved')
    expect(verdict.title).toMatch(/^Not proved/)
    expect(verdict.facts).toContainEqual(['In the log by', '2026-06-01 14:00 UTC'])
  })

  it('is found out when its entry, any sign of the note, its key or its log is another', async () => {
    const given = await promiseOf()
    expect((await checkPromise({ ...given, entry: `${ENTRY} ` }, TRUSTED)).faults).toEqual(['entry'])
    for (const [part, other] of [
      ['14:00', '15:00'],
      ['promise', 'promised'],
      [promisedHash(ENTRY).slice(0, 8), '00000000'],
    ] as const) {
      const changed = { ...given, promise: given.promise.replace(part, other) }
      expect((await verdictOn(readGiven(JSON.stringify(changed)), TRUSTED)).tone).toBe('bad')
    }
    const stranger = await promiseOf(ENTRY, sealOf(Buffer.alloc(32, 9)))
    expect((await checkPromise(stranger, TRUSTED)).faults).toEqual(['key'])
    const elsewhere = await promiseOf(ENTRY, LOG, 'other.example/log')
    expect((await checkPromise(elsewhere, TRUSTED)).faults).toContain('origin')
    expect(readGiven(JSON.stringify({ promise: given.promise }))).toEqual({
      kind: 'broken',
      lacks: ['entry'],
    })
  })

  it('of a key that has ended does not hold', async () => {
    const end = { at: '2026-06-02T00:00:00.000Z', size: 10, isStolen: true }
    const keys = { ...TRUSTED.keys, ended: [{ key: keyLineFor(origin, LOG.publicKey), ...end }] }
    expect((await checkPromise(await promiseOf(), { ...TRUSTED, keys })).faults).toEqual(['ended'])
  })
})
