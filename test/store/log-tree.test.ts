import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson } from '@credit-market/values/canonical'
import { addMinutes } from '@credit-market/values/dates'
import { leafHash } from '@credit-market/transparency-log/hash'
import { readCheckpoint, readNote } from '@credit-market/transparency-log/note'
import { consistencyProof, inclusionProof } from '@credit-market/transparency-log/tiles'
import { verifyConsistency, verifyInclusion } from '@credit-market/transparency-log/verify-proof'
import { openSecretsOfMarket } from '#server/auth/market-key'
import { rotateMarketKey } from '#server/commands/rotate-key'
import { deriveSecrets } from '#server/auth/secrets'
import { storePublicKey } from '#server/certificates/certify'
import { readLastCheckpoint, signCheckpointIfDue } from '#server/log/checkpoints'
import { readLogKeys } from '#server/log/keys'
import { openDatabaseFigures } from '#server/metrics/facts'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { chainPendingEntries } from '#server/log/chaining'
import { verifyLogChain } from '#server/log/log-check'
import { calculateLeafCommitment, readMerkleTreeFrontier, createStoredHashReader } from '#server/log/log-tree'
import { setMarketClock } from '../builders/market-clock.ts'
import { isSignedBy } from '../builders/sign-log.ts'
import { bypassGuards } from '../builders/tamper.ts'
import { freshStore } from './open.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

/** Runs forbidden statements as the owner of the tables. */
const tamper = (...statements: string[]) => bypassGuards(store.db, ...statements)

beforeEach(() =>
  tamper(
    'truncate activity, activity_chain, activity_stream, activity_waiting, activity_personal, log_leaf, log_hash, log_checkpoint, log_cosignature',
    'truncate certificate_key, meta',
    'alter sequence activity_id restart',
  ),
)

const entry = (subjectId: string, more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  at: '2026-11-21T09:00:00.000Z',
  action: 'SetOffer',
  title: 'Set offer',
  actorId: 'bram',
  forClientId: null,
  subjectKind: 'project',
  subjectId,
  roundId: 'round-1',
  fromStatus: 'ApprovedRound',
  toStatus: 'Offered',
  message: 'Set offer succeeded',
  details: { offer: 5, quote: 'between us' },
  ...more,
})

const record = async (...entries: ActivityEntry[]) => {
  await store.transaction(tx => appendLogEntries(tx.db, entries))
  await chainPendingEntries(store.db)
}

const many = (count: number) => Array.from({ length: count }, (_, nth) => entry(`p${nth}`))

const leaves = () => store.db.selectFrom('logLeaf').selectAll().orderBy('index').execute()

describe('the published leaves of the log', () => {
  it('of an offer reveal nothing: who, what, when and how much are one salted commitment', async () => {
    await record(entry('p1'), entry('p1'))
    const [first, second] = await leaves()
    const [link] = await store.db.selectFrom('activityChain').selectAll().orderBy('seq').execute()
    expect(JSON.parse(first!.said)).toEqual({
      ...{ form: 1, number: 1 },
      commitment: calculateLeafCommitment(first!.salt, link!.hash),
    })
    expect(first!.salt).not.toEqual(second!.salt)
    expect(first!.said).not.toContain(link!.hash)
  })

  it('contain only what is public anyway', async () => {
    await record(
      entry('r1', {
        action: 'CloseBids',
        subjectKind: 'round',
        subjectId: 'r1',
        toStatus: 'ClosedForBidsAndOffers',
      }),
      entry('p1', { action: 'AcceptMatch', toStatus: 'Matched' }),
      entry('r2', { action: 'CreateRound', subjectKind: 'round', subjectId: 'r2', toStatus: 'Draft' }),
    )
    const commitment = expect.stringMatching(/^[0-9a-f]{64}$/) as string
    expect((await leaves()).map(leaf => JSON.parse(leaf.said) as object)).toEqual([
      {
        ...{ form: 1, number: 1, commitment, at: '2026-11-21T09:00:00.000Z', action: 'CloseBids' },
        ...{ subject: 'round r1', status: 'ClosedForBidsAndOffers' },
      },
      {
        ...{ form: 1, number: 2, commitment, at: '2026-11-21T09:00:00.000Z', action: 'AcceptMatch' },
        ...{ subject: 'project p1', status: 'Matched' },
      },
      { form: 1, number: 3, commitment },
    ])
  })

  it('contain the hash of a certificate; a leaf from before that is valid too', async () => {
    const certificateSha256 = 'a'.repeat(64)
    await record(
      entry('r1', { action: 'IssueCredits', details: { certificate: '2K7QF', certificateSha256 } }),
    )
    const [leaf] = await leaves()
    expect(JSON.parse(leaf!.said)).toMatchObject({ form: 2, number: 1, certificates: [certificateSha256] })
    const { commitment } = JSON.parse(leaf!.said) as { commitment: string }
    const said = canonicalJson({ form: 1, number: 1, commitment })
    const hash = `decode('${Buffer.from(leafHash(Buffer.from(said))).toString('hex')}', 'hex')`
    await tamper(`update log_leaf set said = '${said}'`, `update log_hash set hash = ${hash}`)
    expect(await verifyLogChain(store.db)).toMatchObject({ ok: true })
  })

  it('can only be added to', async () => {
    await record(entry('p1'))
    for (const statement of [
      'update log_leaf set seq = 9',
      'delete from log_hash',
      'truncate log_leaf',
      'delete from log_checkpoint',
    ])
      await expect(sql.raw(statement).execute(store.db)).rejects.toThrow(/can only be added to/)
  })
})

describe('a log from before there was a Merkle tree', () => {
  it('is carried over in batches, once, with an entry about where it ended, and continues', async () => {
    await record(...many(600))
    const { hash: head } = await verifyLogChain(store.db)
    await tamper('truncate log_leaf, log_hash')
    await store.transaction(tx => appendLogEntries(tx.db, [entry('later')]))
    await chainPendingEntries(store.db)
    await chainPendingEntries(store.db)
    const steps = await store.db
      .selectFrom('activityChained')
      .select(['seq', 'details'])
      .where('action', '=', 'CarryOver')
      .execute()
    expect(steps.map(({ details }) => JSON.parse(details) as object)).toEqual([{ entries: 600, head }])
    expect(await readMerkleTreeFrontier(store.db)).toEqual({ size: 602, seq: 602 })
    expect(await verifyLogChain(store.db)).toMatchObject({ ok: true, length: 602 })
  })
})

describe('changes in the Merkle tree are detected', () => {
  const HEAD = `insert into log_checkpoint (size, at, root, key_fingerprint, note, mark)
    select 3, now(), pg_catalog.sha256('x'::bytea), repeat('0', 64), '', ''`
  it.each([
    [`update log_leaf set said = replace(said, '"form":1', '"form":2') where seq = 2`, 2, 'commits to'],
    [`update log_leaf set salt = pg_catalog.sha256('x'::bytea) where seq = 2`, 2, 'commits to'],
    ['delete from log_leaf where seq = 2', 2, 'has no leaf'],
    ['delete from log_leaf where seq = 4', 0, 'whose leaves are not those'],
    [
      `update log_hash set hash = pg_catalog.sha256('x'::bytea) where level = 0 and index = 3`,
      1,
      'whose tiles are not those',
    ],
    [
      `update log_hash set hash = pg_catalog.sha256('x'::bytea) where level = 1 and index = 0`,
      1,
      'whose tiles are not those',
    ],
    [HEAD, 3, 'is the last of a signed head that is not that of the tree'],
    [HEAD.replace('select 3', 'select 5000'), 0, 'has a signed head of 5000 entries'],
  ])('%s', async (statement, seq, why) => {
    await record(...many(statement.includes('level = 1') ? 300 : 5))
    expect(await verifyLogChain(store.db)).toMatchObject({ ok: true })
    await tamper(statement)
    const { faults } = await verifyLogChain(store.db)
    expect(faults).toContainEqual(
      expect.objectContaining({ seq, why: expect.stringContaining(why) as string }),
    )
  })
})

describe('checkpoints', () => {
  const NOON = '2026-11-21T12:00:00.000Z'
  const first = deriveSecrets(Buffer.alloc(32, 1))
  const second = deriveSecrets(Buffer.alloc(32, 2))
  const sign = async (now: string, secrets = first) => {
    await setMarketClock(store.db, now)
    return signCheckpointIfDue(store.db, { secrets, publicUrl: 'https://market.example' })
  }
  const begin = async () => {
    await openSecretsOfMarket(store.db, { secretKey: Buffer.alloc(32, 1).toString('base64'), dataDir: '' })
    await storePublicKey(store.db, first.logSeal, NOON, { signs: 'checkpoints' })
  }

  it('are signed at first, hourly, and at once for credit changes and settlements; never twice for the same log', async () => {
    await begin()
    expect(await sign(NOON)).toBe(0)
    await record(entry('p1'))
    expect(await sign(NOON)).toBe(1)
    await record(entry('p2'))
    expect(await sign(addMinutes(NOON, 59))).toBe(0)
    // The first checkpoint is recorded by an entry of its own.
    expect(await sign(addMinutes(NOON, 60))).toBe(3)
    expect(await sign(addMinutes(NOON, 200))).toBe(0)
    await chainPendingEntries(store.db)
    expect(await sign(addMinutes(NOON, 200))).toBe(0)
    await record(entry('p3'))
    expect(await sign(addMinutes(NOON, 61))).toBe(0)
    await sql`insert into credit_ledger (at, credit_id, service_id, is_reserved, units, serials)
      values (now(), 'c1', 's1', false, 1, '{}')`.execute(store.db)
    expect(await sign(addMinutes(NOON, 61))).toBe(5)
    await record(entry('p4'))
    expect(await sign(addMinutes(NOON, 61))).toBe(0)
  })

  it('are signed again, by the right clock, after one dated in the future', async () => {
    await begin()
    await record(entry('p1'))
    await sign(addMinutes(NOON, 800 * 24 * 60))
    // The record of the checkpoint waits to be chained.
    expect(await sign(NOON)).toBe(0)
    await chainPendingEntries(store.db)
    expect(await sign(NOON)).toBe(2)
    expect(await readLastCheckpoint(store.db)).toMatchObject({ size: 2, at: NOON })
    expect(await sign(NOON)).toBe(0)
  })

  it('are signed as soon as a waiting credit change is chained', async () => {
    await begin()
    await record(entry('p1'))
    await sign(NOON)
    await store.transaction(tx => appendLogEntries(tx.db, [entry('p2')]))
    await sql`insert into credit_ledger (at, credit_id, service_id, is_reserved, units, serials)
      values (now(), 'c1', 's1', false, 1, '{}')`.execute(store.db)
    expect(await sign(NOON)).toBe(0)
    await chainPendingEntries(store.db)
    expect(await sign(NOON)).toBe(3)
  })

  it('contain origin, size and root, prove each other and every leaf, and continue under a new key', async () => {
    await begin()
    await record(...many(300))
    await sign(NOON)
    const old = (await readLastCheckpoint(store.db))!
    await rotateMarketKey(store.db, { old: first, next: second, now: addMinutes(NOON, 30) })
    await chainPendingEntries(store.db)
    await expect(sign(addMinutes(NOON, 90))).rejects.toMatchObject({ status: 503 })
    expect(await sign(addMinutes(NOON, 90), second)).toBe(302)
    const { note, root, size } = (await readLastCheckpoint(store.db))!

    const [before, after] = await readLogKeys(store.db, 'market.example/log')
    expect(readCheckpoint(readNote(note)!.text)).toEqual({
      origin: 'market.example/log',
      size,
      root: new Uint8Array(root),
    })
    expect([isSignedBy(before!.key, old.note), isSignedBy(after!.key, note)]).toEqual([true, true])
    expect(isSignedBy(before!.key, note)).toBe(false)
    expect(readNote(after!.succession!)!.text).toBe(`market.example/log\nsuccession\n${after!.key}\n`)
    expect(isSignedBy(before!.key, after!.succession!)).toBe(true)

    const read = createStoredHashReader(store.db)
    expect(verifyConsistency(old, { size, root }, await consistencyProof(old.size, size, read))).toBe(true)
    const { index, said } = (await leaves())[299]!
    const proof = await inclusionProof(index, size, read)
    expect(verifyInclusion(leafHash(Buffer.from(said)), { index, size, root, proof })).toBe(true)
    expect(await verifyLogChain(store.db)).toMatchObject({ ok: true })
  })

  it('are each recorded in the log by the next entry', async () => {
    await begin()
    await record(...many(3))
    await sign(NOON)
    await chainPendingEntries(store.db)
    const { root } = (await readLastCheckpoint(store.db))!
    const [note] = await store.db
      .selectFrom('activityChained')
      .select(['seq', 'details'])
      .where('action', '=', 'NoteCheckpoint')
      .execute()
    expect(note).toEqual({ seq: 4, details: canonicalJson({ size: 3, root: root.toString('hex') }) })
    // The record does not itself need a signature.
    const unsigned = async () => (await openDatabaseFigures(store.db)())?.unsigned
    expect(await unsigned()).toBe(0)
    await record(entry('p4'))
    expect(await unsigned()).toBeGreaterThan(0)
    expect(await verifyLogChain(store.db)).toMatchObject({ ok: true })
  })

  it('are not signed for a log that does not extend the last one', async () => {
    await begin()
    await record(...many(3))
    await sign(NOON)
    await record(entry('p4'))
    await tamper(`update log_hash set hash = pg_catalog.sha256('x'::bytea) where index = 1`)
    await expect(sign(addMinutes(NOON, 60))).rejects.toThrow('does not continue the signed checkpoint of 3')
  })
})
