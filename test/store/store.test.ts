import { DEFAULT_LATE_PAYMENT_TERMS } from '#domain/money/late-payment'
import { DEFAULT_PAYMENT_SCHEDULE } from '#domain/money/payment-schedule'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  create,
  queueEmail,
  changeStatus,
  addRemark,
  remove,
  startTask,
  update,
  type Change,
  type NewRow,
} from '#actions/kit/changes'
import type { StoredKind } from '#domain/disclosure/entities'
import {
  UnstorableValueError,
  RowMissingError,
  ReferenceBrokenError,
  ResourceExistsError,
  ConstraintViolatedError,
  StatusChangedError,
} from '#server/store/refusals'
import { freshStore } from './open.ts'
import { allSamples, anOrganisation, createEffectContext, SAMPLE_KINDS_IN_ORDER, SAMPLES } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), createEffectContext()))
})
afterAll(() => store.close())

const apply = (...changes: Change[]) => store.transaction(tx => tx.apply(changes, createEffectContext()))

describe('reading', () => {
  it.each(SAMPLE_KINDS_IN_ORDER)('returns a %s as it was stored', async kind => {
    expect(await store.read.one(kind, SAMPLES[kind].id)).toEqual(SAMPLES[kind])
  })

  it('returns undefined for a missing row', async () => {
    expect(await store.read.one('project', 'elsewhere')).toBeUndefined()
    expect(await store.read.latest('matchResult', { roundId: 'elsewhere' })).toBeUndefined()
  })

  it('lists rows by a value, by one of several values, and by none', async () => {
    const ids = async (where: Parameters<typeof store.read.list<'organisation'>>[1]) =>
      (await store.read.list('organisation', where)).map(organisation => organisation.id)
    expect(await ids({ type: 'AGENT' })).toEqual(['agency'])
    expect(await ids({ type: ['AGENT', 'PARTICIPANT'] })).toEqual(['agency', 'avon-farm'])
    expect(await ids({ csvId: null })).toEqual(['agency'])
    expect(await ids({ csvId: ['SU01', null] })).toEqual(['agency', 'avon-farm'])
    expect(await ids({ type: [] })).toEqual([])
    expect(await ids({ type: 'AGENT', csvId: 'SU01' })).toEqual([])
  })

  it('fails for an accidentally missing list condition instead of returning more rows', async () => {
    await expect(store.read.list('project', { supplierId: undefined })).rejects.toThrow('supplierId')
  })

  it('takes the row created last as the latest, whatever its id', async () => {
    const older = {
      ...SAMPLES.matchResult,
      id: 'z-older',
      solution: null,
      failure: 'None',
    }
    await apply(create('matchResult', older), create('matchResult', { ...older, id: 'a-newer' }))
    expect((await store.read.latest('matchResult', { roundId: 'round-1' }))?.id).toBe('a-newer')
    await apply(remove('matchResult', { id: 'z-older' }), remove('matchResult', { id: 'a-newer' }))
  })
})

// The database refuses to change an invoice, a payment, a booking to an account, a reminder of one or a payment file.
const FINAL_KINDS: readonly StoredKind[] = [
  'invoice',
  'payment',
  'accountBooking',
  'paymentReminder',
  'paymentRun',
  'paymentOrder',
]
const CHANGING_KINDS = SAMPLE_KINDS_IN_ORDER.filter(kind => !FINAL_KINDS.includes(kind))

describe('changing', () => {
  it.each(CHANGING_KINDS)('sets every column of a %s, and raises its version by one', async kind => {
    const {
      id,
      version: _,
      ...patch
    } = SAMPLES[kind] as NewRow<StoredKind> & { version: number; status?: string }
    const { status: __, ...columns } = patch
    await apply(update(kind, { id }, columns))
    expect(await store.read.one(kind, id)).toEqual({ ...SAMPLES[kind], version: 2 })
  })

  it('empties a nested value of a row and sets it again', async () => {
    await apply(
      changeStatus('project', SAMPLES.project, 'ApprovedRound', {
        costs: null,
        certification: null,
        offer: null,
      }),
    )
    const emptied = await store.read.one('project', 'project')
    expect(emptied).toMatchObject({ costs: null, certification: null, offer: null, status: 'ApprovedRound' })
    await apply(
      changeStatus('project', { id: 'project', status: 'ApprovedRound' }, 'Offered', {
        costs: SAMPLES.project.costs,
        certification: SAMPLES.project.certification,
        offer: SAMPLES.project.offer,
      }),
    )
    expect(await store.read.one('project', 'project')).toMatchObject({ costs: SAMPLES.project.costs })
  })

  it('raises the version of a row by one per transaction, however many changes', async () => {
    const before = await store.read.one('market', 'somerset')
    await store.transaction(async tx => {
      await tx.apply([update('market', { id: 'somerset' }, { name: 'Levels' })], createEffectContext())
      await tx.apply([update('market', { id: 'somerset' }, { description: null })], createEffectContext())
    })
    expect(await store.read.one('market', 'somerset')).toEqual({
      id: 'somerset',
      version: before!.version + 1,
      name: 'Levels',
      description: null,
      placePrecision: 'square',
      issueAhead: 'asked',
      instances: 'withheld',
      paymentSchedule: DEFAULT_PAYMENT_SCHEDULE,
      latePayment: DEFAULT_LATE_PAYMENT_TERMS,
      deposit: null,
      sellsAs: 'agent',
      unitsVat: 'standard',
    })
  })

  it('sets a status and its related columns together, in any order', async () => {
    const offered = { offer: 5, offeredAt: createEffectContext().now, costs: SAMPLES.project.costs }
    const project = (id: string) => ({
      ...SAMPLES.project,
      id,
      status: 'ApprovedRound' as const,
      offer: null,
    })
    await apply(create('project', project('first')), create('project', project('second')))
    const approved = (id: string) => ({ id, status: 'ApprovedRound' as const })
    await apply(
      changeStatus('project', approved('first'), 'Offered'),
      update('project', { id: 'first' }, offered),
      update('project', { id: 'second' }, offered),
      changeStatus('project', approved('second'), 'Offered'),
    )
    for (const id of ['first', 'second']) {
      expect(await store.read.one('project', id)).toMatchObject({ status: 'Offered', offer: 5, version: 2 })
      await apply(
        update('project', { id }, { offer: null }),
        changeStatus('project', { id, status: 'Offered' }, 'ApprovedRound'),
      )
    }
    await apply(remove('project', { id: 'first' }), remove('project', { id: 'second' }))
  })

  it('removes a member from its group before the group is removed, and moves it after', async () => {
    await apply(create('projectGroup', { ...SAMPLES.projectGroup, id: 'brief' }))
    await apply(update('project', SAMPLES.project, { groupId: 'brief' }))
    await apply(
      update('project', SAMPLES.project, { groupId: null }),
      remove('projectGroup', { id: 'brief' }),
      changeStatus('project', SAMPLES.project, 'ApprovedRound', { offer: null }),
    )
    expect(await store.read.one('project', 'project')).toMatchObject({
      groupId: null,
      status: 'ApprovedRound',
    })
    await apply(
      changeStatus('project', { id: 'project', status: 'ApprovedRound' }, 'Offered', {
        offer: SAMPLES.project.offer,
        groupId: 'project-group',
      }),
    )
  })

  it('fails with its whole transaction when the status has moved on meanwhile', async () => {
    const stale = { id: 'project', status: 'Certified' as const }
    await expect(
      apply(
        update('market', { id: 'somerset' }, { name: 'Lost' }),
        changeStatus('project', stale, 'ApprovedRound'),
      ),
    ).rejects.toThrow(StatusChangedError)
    expect((await store.read.one('market', 'somerset'))?.name).not.toBe('Lost')
  })

  it('queues long work and emails in their transaction, and changes no row for a remark', async () => {
    await apply(
      startTask('match', 'round-1', { requestedBy: 'ada' }),
      queueEmail('invitation', 'fay@avon.example', {
        invitation: 'invitation-1',
        organisation: 'Avon Farm',
        inviter: 'Ada',
      }),
      addRemark('project', SAMPLES.project, 'Looked at'),
    )
    expect(await store.db.selectFrom('task').selectAll().execute()).toMatchObject([
      {
        id: 'id-1',
        kind: 'match',
        roundId: 'round-1',
        payload: { requestedBy: 'ada' },
        state: 'queued',
        attempt: 0,
      },
    ])
    expect(await store.db.selectFrom('mailOutbox').selectAll().execute()).toMatchObject([
      {
        letter: 'invitation',
        toAddress: 'fay@avon.example',
        facts: { organisation: 'Avon Farm' },
        state: 'queued',
      },
    ])
    await expect(apply(startTask('match', 'round-1'))).rejects.toThrow(ResourceExistsError)
  })
})

describe('constraints', () => {
  beforeEach(async () => {
    expect(await store.read.one('project', 'first')).toBeUndefined()
  })

  it('refuse a row when an identical item already exists', async () => {
    const again = { ...SAMPLES.participation, id: 'another' }
    await expect(apply(create('participation', again))).rejects.toMatchObject({
      name: 'ResourceExistsError',
      rule: 'participation_organisation_id_round_id_capacity_key',
    })
    await expect(apply(create('organisation', SAMPLES.organisation))).rejects.toThrow(ResourceExistsError)
    await expect(apply(create('user', { ...SAMPLES.user, id: 'other', username: 'aDA' }))).rejects.toThrow(
      ResourceExistsError,
    )
  })

  it('refuse a change when a reference leads nowhere, or is still needed', async () => {
    await expect(apply(update('project', SAMPLES.project, { lpaId: 'Atlantis' }))).rejects.toThrow(
      ReferenceBrokenError,
    )
    await expect(apply(remove('organisation', { id: 'avon-farm' }))).rejects.toThrow(ReferenceBrokenError)
  })

  it('refuse members of another supplier or round in a group', async () => {
    await apply(create('organisation', anOrganisation('neighbour')))
    await expect(
      apply(update('project', SAMPLES.project, { supplierId: 'neighbour' })),
    ).rejects.toMatchObject({
      name: 'ReferenceBrokenError',
      rule: 'project_group_of_same_owner',
    })
  })

  it('refuse a value that breaks a rule of the tables', async () => {
    const broken = [
      update('project', SAMPLES.project, { offer: -1 }),
      update('project', SAMPLES.project, { offer: null }),
      update('project', SAMPLES.project, { costs: { ...SAMPLES.project.costs!, maintenance: -1 } }),
      update('project', SAMPLES.project, { name: null as unknown as string }),
      update('requirement', SAMPLES.requirement, { bid: 0 }),
      update('requirement', SAMPLES.requirement, { bidOngoingOnly: 15_440_001 }),
      update('service', SAMPLES.service, { gainsPerYear: [1, -1] }),
      update('round', SAMPLES.round, { suppliersEnd: '2026-01-01' }),
      update('round', SAMPLES.round, { services: ['Gold' as 'Biodiversity'] }),
      update('credit', SAMPLES.credit, { isReserved: true }),
    ]
    for (const change of broken) await expect(apply(change)).rejects.toThrow(ConstraintViolatedError)
  })

  it('refuse a value that no column can store, for that reason', async () => {
    await expect(apply(update('market', { id: 'somerset' }, { name: 'a\0b' }))).rejects.toThrow(
      UnstorableValueError,
    )
    await expect(apply(update('project', SAMPLES.project, { offer: 1e300 }))).rejects.toThrow(
      UnstorableValueError,
    )
    await expect(apply(update('project', SAMPLES.project, { start: '2026-02-30' }))).rejects.toThrow(
      UnstorableValueError,
    )
  })

  it('refuse to change or remove a missing row', async () => {
    await expect(apply(update('market', { id: 'nowhere' }, { name: 'x' }))).rejects.toThrow(RowMissingError)
    await expect(apply(remove('market', { id: 'nowhere' }))).rejects.toThrow(RowMissingError)
  })
})
