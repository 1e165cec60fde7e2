import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SETTING_KINDS, type StoredKind } from '#domain/disclosure/entities'
import { isKeyOf, keysOf } from '#domain/values/narrow'
import { PERSONAL_COLUMNS } from '#domain/disclosure/personal'
import { type ActivityEntry, appendLogEntries } from '#server/store/activity'
import { verifyLogChain } from '#server/log/log-check'
import { restorePersonalValues } from '#server/store/personal'
import { chainPendingEntries } from '#server/log/chaining'
import { bypassGuards } from '../builders/tamper.ts'
import { freshStore } from './open.ts'
import { SAMPLES } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
})
afterAll(() => store.close())

const CERTIFICATION = { ...SAMPLES.project.certification!, assessedByName: 'Ines Plover' }
const REASON = 'As Ines Plover said'

const entry = (details: ActivityEntry['details'], action = 'SetCertificationDecision'): ActivityEntry => ({
  at: '2026-11-21T09:00:00.000Z',
  action,
  title: 'Set certification decision',
  actorId: 'ada',
  forClientId: null,
  subjectKind: 'project',
  subjectId: 'P1',
  roundId: 'round-1',
  fromStatus: null,
  toStatus: null,
  message: 'Set certification decision',
  details,
})

const record = async (...entries: ActivityEntry[]) => {
  await store.transaction(tx => appendLogEntries(tx.db, entries))
  await chainPendingEntries(store.db)
}
const verdict = () => verifyLogChain(store.db)

/** Runs forbidden statements as the owner of the tables. */
const tamper = (...statements: string[]) => bypassGuards(store.db, ...statements)

beforeEach(async () => {
  await tamper(
    'truncate activity, activity_chain, activity_stream, activity_personal, activity_rewritten, log_leaf, log_hash',
    'alter sequence activity_id restart',
  )
  await record(entry({ certification: CERTIFICATION, offer: 5 }), entry({ quote: REASON }), entry({}))
})

const faulty = (seq: number, why: string) => ({ ok: false, faults: [expect.objectContaining({ seq, why })] })
const OTHERS = 'has other personal values beside it than were written'

describe('personal values in log entries', () => {
  it('are replaced by commitments, with which they can be read', async () => {
    const entries = await store.db.selectFrom('activity').selectAll().orderBy('id').execute()
    expect(JSON.stringify(entries)).not.toContain('Plover')
    const details = await restorePersonalValues(store.db, entries)
    expect(entries.map(details)).toEqual([{ certification: CERTIFICATION, offer: 5 }, { quote: REASON }, {}])
    expect(await verdict()).toMatchObject({ ok: true })
  })

  it('have a different commitment each time, so that they cannot be guessed', async () => {
    await record(entry({ quote: REASON }))
    const rows = await store.db.selectFrom('activity').select('details').where('id', 'in', [2, 4]).execute()
    expect(new Set(rows.map(({ details }) => details)).size).toBe(2)
  })

  it.each([
    [`update activity_personal set value = '"Somebody else"' where path = '/quote'`, 2, OTHERS],
    [`update activity_personal set salt = repeat('0', 32) where path = '/quote'`, 2, OTHERS],
    [`delete from activity_personal where path = '/quote'`, 2, OTHERS],
    [`insert into activity_personal values (3, '/quote', '"x"', 'y')`, 3, OTHERS],
    [`update activity_personal set path = '/other' where path = '/quote'`, 2, OTHERS],
    [
      `update activity_personal set value = null, salt = null where path = '/quote'`,
      2,
      'has personal values that were blanked without an entry that says so',
    ],
    [
      `insert into activity_rewritten select entry_id, hash from activity_chain where seq = 2`,
      2,
      'does not vouch for the entries that were rewritten',
    ],
  ])('are detected when changed: %s', async (statement, seq, why) => {
    await tamper(statement)
    expect(await verdict()).toMatchObject(faulty(seq, why))
  })

  it('are protected against a rewritten entry without a voucher, and against a second rewriting', async () => {
    await tamper(
      `update activity set message = 'x' where id = 2`,
      `insert into activity_rewritten values (2, repeat('0', 64))`,
    )
    expect((await verdict()).faults.map(({ seq, why }) => [seq, why])).toEqual([
      [2, 'is not what was written'],
      [2, 'does not vouch for the entries that were rewritten'],
    ])
  })

  it.each([
    `update activity_personal set value = '"x"'`,
    `update activity_personal set path = '/x', value = null, salt = null`,
    'delete from activity_personal',
    'truncate activity_personal',
    'set session_replication_role = replica; delete from activity_personal',
    `insert into activity_rewritten values (1, repeat('0', 64))`,
  ])('can only be added and blanked: %s is refused', async statement => {
    await expect(sql.raw(statement).execute(store.db)).rejects.toThrow(/can only be/)
  })

  it('read as removed once blanked, and the log is complete if an entry says so', async () => {
    await sql`update activity_personal set value = null, salt = null where path = '/quote'`.execute(store.db)
    await record(entry({ blanked: { 2: ['/quote'] } }, 'BlankPerson'))
    expect(await verdict()).toMatchObject({ ok: true })
    const entries = await store.db.selectFrom('activity').selectAll().where('id', '=', 2).execute()
    expect((await restorePersonalValues(store.db, entries))(entries[0]!)).toEqual({ quote: 'removed' })
  })
})

/** Text columns that are not personal: chosen from a list, or counted and calculated. */
const OF_NOBODY = [
  ...[
    'csvId',
    'account',
    'bookedBy',
    'bankReference',
    'partyIban',
    'endToEndId',
    'currency',
    'rule',
    'companyNumber',
    'charityNumber',
    'tie',
    'saidBy',
    'subjectKind',
    'ownerKind',
    'invitedBy',
    'answeredBy',
    'uploadedBy',
    'gridReference',
    'gainSiteRef',
    'allocationRef',
    'askedBy',
    'suppliedBy',
    'proposedBy',
    'createdBy',
    'leftOut',
    'action',
    'known',
    'threeWords',
    'system',
    'setBy',
    'reference',
    'areaCode',
    'attribution',
    'placePrecision',
    'issueAhead',
    'instances',
    'paymentSchedule',
    'latePayment',
    'step',
    'sellsAs',
    'unitsVat',
    'itemKind',
    'purpose',
    'event',
    'readBy',
    'reportedBy',
    'reporter',
    'serial',
    'edition',
  ],
  ...[
    'planningRef',
    'problemHash',
    'solutionHash',
    'instanceSha256',
    'betterMatchSha256',
    'sha256',
    'type',
    'status',
    'statusBefore',
    'endedAs',
    'tag',
  ],
  ...[
    'habitatType',
    'bioHabitatType',
    'broadHabitat',
    'bioBroadHabitat',
    'distinctiveness',
    'bioDistinctiveness',
  ],
  ...[
    'module',
    'condition',
    'duration',
    'sizeUnit',
    'strategicSignificance',
    'lossSignificance',
    'lossHabitat',
    'lossCondition',
    'baselineHabitat',
    'baselineCondition',
    'delivery',
    'decision',
    'creditType',
    'capacity',
  ],
  ...[
    'nutrientType',
    'bidderType',
    'biodiversitySupply',
    'reserveAppliesTo',
    'category',
    'nextAction',
    'failure',
  ],
  // The desk of a saved estimate, and the name of its planning authority or catchment.
  ...['desk', 'area'],
  // A certificate names the organisation that holds it, and is relied on as signed (decision 0084).
  ...['number', 'kind', 'state', 'content', 'signature', 'keyFingerprint'],
]
/** Published names, and the operator’s texts about the market. */
const PUBLISHED: readonly StoredKind[] = [
  ...([
    'market',
    'round',
    'project',
    'requirement',
    'projectGroup',
    'requirementGroup',
    'roundDeclaration',
    'roundQuestion',
    'case',
  ] as const),
  ...(['standardVersion', 'areaOutline', 'brand', ...SETTING_KINDS] as const),
]
const IS_MOMENT = /^\d{4}-\d\d-\d\d(T.*)?$/

it('every text column is classified as personal or not', () => {
  const unsaid = keysOf(SAMPLES).flatMap(kind =>
    Object.entries(SAMPLES[kind]).flatMap(([column, value]: [string, unknown]) => {
      if (typeof value !== 'string' || IS_MOMENT.test(value) || /^id$|Id$/.test(column)) return []
      const isSaid = isKeyOf(PERSONAL_COLUMNS[kind] ?? {}, column) || OF_NOBODY.includes(column)
      const isOfMarket =
        PUBLISHED.includes(kind) &&
        [
          'name',
          'fullName',
          'description',
          'declaration',
          'publisher',
          'kind',
          'region',
          'catchment',
          'tagline',
          'contact',
          'legalName',
          'accentLight',
          'accentDark',
        ].includes(column)
      // The name of an invoice is its number, and that of a payment run its day.
      const isOfInvoice =
        (kind === 'invoice' && ['kind', 'name'].includes(column)) ||
        (kind === 'paymentRun' && column === 'name')
      return isSaid || isOfMarket || isOfInvoice ? [] : [`${kind}.${column}`]
    }),
  )
  expect(unsaid).toEqual([])
})
