import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { type RecordedChainPoint, recordFaultExplanation, verifyLogChain } from '#server/log/log-check'
import { chainPendingEntries } from '#server/log/chaining'
import { UnstorableValueError } from '#server/store/refusals'
import { bypassGuards } from '../builders/tamper.ts'
import { freshStore } from './open.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())
beforeEach(() =>
  tamper(
    'truncate activity, activity_chain, activity_stream, activity_waiting, log_leaf, log_hash, log_checkpoint, log_cosignature',
    'alter sequence activity_id restart',
    'drop table if exists spare',
  ),
)

const entry = (subjectId: string): ActivityEntry => ({
  at: '2026-11-21T09:00:00.000Z',
  action: 'SetOffer',
  title: 'Set offer',
  actorId: null,
  forClientId: null,
  subjectKind: 'project',
  subjectId,
  roundId: 'round-1',
  fromStatus: 'ApprovedRound',
  toStatus: 'Offered',
  message: 'Set offer succeeded',
  details: { offer: 5, agentId: null, also: ['ü', { b: 1, a: 2 }] },
})

const record = async (...ids: string[]) => {
  await store.transaction(tx => appendLogEntries(tx.db, ids.map(entry)))
  await chainPendingEntries(store.db)
}

const verdict = (...noted: RecordedChainPoint[]) => verifyLogChain(store.db, noted)

/** A log whose first error is this one. */
const faulty = (seq: number, why: string) => ({
  ok: false,
  faults: expect.arrayContaining([expect.objectContaining({ seq, why, explanation: null })]),
})

/** Runs forbidden statements as the owner of the tables. */
const tamper = (...statements: string[]) => bypassGuards(store.db, ...statements)

describe('the activity log', () => {
  it('is complete when nothing has happened, and after things have', async () => {
    expect(await verdict()).toMatchObject({ ok: true, length: 0 })
    await record('a', 'b')
    await record('c')
    expect(await verdict()).toMatchObject({ ok: true, length: 3 })
  })

  it('is verified across the pages in which it is read', async () => {
    await record(...Array.from({ length: 2000 }, (_, index) => `subject-${index}`))
    expect(await verdict()).toMatchObject({ ok: true, length: 2000 })
    await tamper(`update activity set message = 'x' where id = 1001`)
    expect(await verdict()).toMatchObject(faulty(1001, 'is not what was written'))
  })

  it('refuses a text whose hash could not be recalculated', async () => {
    const half = { ...entry('a'), details: { name: 'half a pair: \ud83d' } }
    await expect(store.transaction(tx => appendLogEntries(tx.db, [half]))).rejects.toThrow(
      UnstorableValueError,
    )
    expect(await verdict()).toMatchObject({ ok: true, length: 0 })
  })

  it('has no gaps although many add to it simultaneously and some roll back', async () => {
    const attempts = Array.from({ length: 30 }, (_, index) =>
      store.transaction(async tx => {
        await appendLogEntries(tx.db, [entry(`subject-${index}`)])
        if (index % 3 === 0) throw new Error('given up')
      }),
    )
    await Promise.allSettled(attempts)
    await chainPendingEntries(store.db)
    expect(await verdict()).toMatchObject({ ok: true, length: 20 })
  })

  it.each([
    'update activity set message = message',
    'delete from activity where id = 0',
    'truncate activity',
    `set session_replication_role = replica; delete from activity`,
  ])('refuses this statement to everyone: %s', async statement => {
    await record('a')
    await expect(sql.raw(statement).execute(store.db)).rejects.toThrow(
      'The activity log can only be added to',
    )
    expect(await verdict()).toMatchObject({ ok: true, length: 1 })
  })
})

it('refuses an entry that the database does not store as written', async () => {
  await sql`create function rewrite() returns trigger language plpgsql as
    $$ begin new.message := upper(new.message); return new; end $$`.execute(store.db)
  await sql`create trigger rewrites before insert on activity for each row execute function rewrite()`.execute(
    store.db,
  )
  await expect(record('a')).rejects.toThrow(UnstorableValueError)
  await sql`drop function rewrite cascade`.execute(store.db)
  expect(await verdict()).toMatchObject({ ok: true, length: 0 })
})

describe('tampering is detected, and the first bad entry is named', () => {
  beforeEach(() => record('a', 'b', 'c', 'd', 'e'))

  const columns =
    'at, action, title, actor_id, for_client_id, subject_kind, subject_id, round_id, from_status, to_status, message, details, stream, position'

  it.each([
    [`at = at + interval '1 millisecond'`],
    [`action = 'SetBid'`],
    [`title = 'x'`],
    [`actor_id = 'ada'`],
    [`for_client_id = 'ada'`],
    [`subject_kind = 'round'`],
    [`subject_id = 'z'`],
    [`round_id = null`],
    [`from_status = null`],
    [`to_status = 'Matched'`],
    [`message = 'x'`],
    [`details = replace(details, '5', '6')`],
    [`position = 6`],
    [`stream = 'round-2'`],
    [`stream = null, position = null`],
  ])('a changed entry of the log is detected and named: %s', async change => {
    await tamper(`update activity set ${change} where id = 3`)
    expect(await verdict()).toMatchObject(faulty(3, 'is not what was written'))
  })

  it('a changed hash in the chain is detected, and a changed link to the previous one', async () => {
    await tamper(`update activity_chain set hash = repeat('0', 64) where seq = 3`)
    expect(await verdict()).toMatchObject(faulty(3, 'is not what was written'))
    await tamper(`update activity_chain set prev_hash = repeat('0', 64) where seq = 3`)
    expect(await verdict()).toMatchObject(faulty(3, 'does not follow the entry before it'))
  })

  it('a deleted entry of the log is detected and named, with its link of the chain or without', async () => {
    await tamper('delete from activity where id = 3')
    expect(await verdict()).toMatchObject(faulty(3, 'is chained and not there'))
    await tamper('delete from activity_chain where seq = 3')
    expect(await verdict()).toMatchObject(faulty(3, 'is missing'))
  })

  it('a deleted link of the chain is detected, and the entry that has lost it', async () => {
    await tamper('delete from activity_chain where seq = 3')
    expect(await verdict()).toMatchObject(faulty(3, 'is missing'))
    expect(await verdict()).toMatchObject(faulty(0, 'holds an entry that was never chained (id 3)'))
  })

  it('a deleted entry of the log is detected even when the rest is renumbered', async () => {
    await tamper(
      'delete from activity where id = 3',
      'delete from activity_chain where seq = 3',
      'update activity_chain set seq = 3 where seq = 4',
      'update activity_chain set seq = 4 where seq = 5',
      `update activity_stream set position = 4`,
    )
    expect((await verdict()).faults[0]).toMatchObject({ seq: 3 })
  })

  it('an inserted entry of the log is detected and named', async () => {
    await tamper(
      `insert into activity (id, ${columns}) select 9, ${columns} from activity where id = 2`,
      'update activity_chain set seq = seq + 100 where seq >= 3',
      'insert into activity_chain select 3, 9, hash, hash from activity_chain where seq = 2',
      'update activity_chain set seq = seq - 99 where seq > 100',
    )
    expect((await verdict()).faults[0]).toMatchObject({ seq: 3 })
  })

  it('two exchanged entries of the log are detected', async () => {
    await tamper(
      'update activity_chain set entry_id = entry_id + 100 where seq in (2, 4)',
      'update activity_chain set entry_id = 6 - seq where seq in (2, 4)',
    )
    expect((await verdict()).faults[0]).toMatchObject({ seq: 2 })
  })

  it.each([
    ['with its links', ['delete from activity_chain where seq > 3']],
    ['before it was chained', ['delete from activity_chain where seq > 3', 'delete from activity_waiting']],
  ])('a truncated log %s is detected', async (_, statements) => {
    await tamper('delete from activity where id > 3', ...statements)
    expect(await verdict()).toMatchObject(faulty(0, 'has 3 entries of round-1, which is said to have 5'))
  })

  it('a truncated log with adjusted counts is detected against a point noted elsewhere', async () => {
    const whole = await verdict()
    const noted = { seq: 5, hash: whole.hash }
    await tamper(
      'delete from activity where id > 3',
      'delete from activity_chain where seq > 3',
      'update activity_stream set position = 3',
    )
    expect(await verdict()).toMatchObject(faulty(0, 'has leaves up to entry 5, and its chain ends at 3'))
    await tamper('delete from log_leaf where seq > 3', 'delete from log_hash where index > 2')
    expect(await verdict()).toMatchObject({ ok: true, length: 3 })
    expect(await verdict(noted)).toMatchObject(faulty(4, 'are missing'))
    await record('other', 'story')
    expect(await verdict(noted)).toMatchObject(faulty(5, 'is another one than was noted'))
  })

  it('a missing position in a stream is detected, although the chain is whole', async () => {
    await tamper('update activity_stream set position = 7')
    await record('f')
    expect(await verdict()).toMatchObject(faulty(6, 'is not the next of its stream'))
  })

  it('an entry that stays unchained is detected, and one that waits for a moment is not an error', async () => {
    await store.transaction(tx => appendLogEntries(tx.db, [entry('f')]))
    expect(await verdict()).toMatchObject({ ok: true, length: 5 })
    await tamper(`update activity_waiting set since = now() - interval '2 minutes'`)
    expect(await verdict()).toMatchObject(faulty(0, 'holds an entry that stays unchained (id 6)'))
  })

  it('every error of the log is named, also after the first one', async () => {
    await record('f', 'g', 'h', 'i')
    await tamper(
      `update activity set message = 'x' where id = 2`,
      'delete from activity where id in (4, 5)',
      'delete from activity_chain where seq in (4, 5)',
      `update activity set title = 'y' where id = 8`,
    )
    const { faults, length, more } = await verdict()
    expect(faults).toEqual([
      { seq: 2, to: 2, why: 'is not what was written', explanation: null },
      { seq: 4, to: 5, why: 'are missing', explanation: null },
      { seq: 8, to: 8, why: 'is not what was written', explanation: null },
    ])
    expect([length, more]).toEqual([9, 0])
  })

  it('an explanation in a further entry covers the error found, and nothing added there later', async () => {
    await tamper(
      `update activity set message = 'x' where id = 2`,
      'delete from activity where id = 4',
      'delete from activity_chain where seq = 4',
    )
    const of = { userId: 'olive', organisationId: 'op', now: '2026-11-22T09:00:00.000Z' }
    const explain = async (seq: number, text: string) => {
      const fault = await recordFaultExplanation(store.db, { ...of, seq, text })
      await chainPendingEntries(store.db)
      return fault
    }
    expect(await explain(3, 'nothing is wrong')).toBeUndefined()
    expect(await explain(2, 'a slip of the pen')).toMatchObject({ seq: 2 })
    expect(await explain(4, 'lost with the disk')).toMatchObject({ seq: 4 })
    expect(await explain(4, 'once more')).toBeUndefined()
    const by = { by: 'olive', at: '2026-11-22T09:00:00.000Z' }
    expect(await verdict()).toMatchObject({
      ok: false,
      length: 7,
      faults: [
        {
          seq: 2,
          explanation: { ...by, seq: 6, text: expect.stringContaining('a slip of the pen') as string },
        },
        {
          seq: 4,
          explanation: { ...by, seq: 7, text: expect.stringContaining('lost with the disk') as string },
        },
      ],
    })
    await tamper(`update activity set message = 'y' where id = 2`)
    expect((await verdict()).faults[0]).toMatchObject({ seq: 2, explanation: null })
  })
})
