import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  create,
  mail,
  move,
  remark,
  remove,
  start,
  update,
  type Change,
  type NewRow,
} from '#actions/kit/changes'
import type { StoredKind } from '#domain/entities'
import {
  NotStorable,
  NothingThere,
  ReferenceBroken,
  ResourceExists,
  RuleBroken,
  StatusMovedOn,
} from '#server/store/refusals'
import { freshStore } from './open.ts'
import { allSamples, anOrganisation, given, kindsInOrder, samples } from './samples.ts'

let store: Awaited<ReturnType<typeof freshStore>>
beforeAll(async () => {
  store = await freshStore()
  await store.transaction(tx => tx.apply(allSamples(), given()))
})
afterAll(() => store.close())

const apply = (...changes: Change[]) => store.transaction(tx => tx.apply(changes, given()))

describe('reading', () => {
  it.each(kindsInOrder)('a %s is read as it was stored', async kind => {
    expect(await store.read.one(kind, samples[kind].id)).toEqual(samples[kind])
  })

  it('a row that is not there is read as undefined', async () => {
    expect(await store.read.one('project', 'elsewhere')).toBeUndefined()
    expect(await store.read.latest('matchResult', { roundId: 'elsewhere' })).toBeUndefined()
  })

  it('rows are listed by a value, by one of several values, and by none', async () => {
    const ids = async (where: Parameters<typeof store.read.list<'organisation'>>[1]) =>
      (await store.read.list('organisation', where)).map(organisation => organisation.id)
    expect(await ids({ type: 'AGENT' })).toEqual(['agency'])
    expect(await ids({ type: ['AGENT', 'PARTICIPANT'] })).toEqual(['agency', 'avon-farm'])
    expect(await ids({ csvId: null })).toEqual(['agency'])
    expect(await ids({ csvId: ['SU01', null] })).toEqual(['agency', 'avon-farm'])
    expect(await ids({ type: [] })).toEqual([])
    expect(await ids({ type: 'AGENT', csvId: 'SU01' })).toEqual([])
  })

  it('a condition of a list that is left out by mistake is an error, not a longer list', async () => {
    await expect(store.read.list('project', { supplierId: undefined })).rejects.toThrow('supplierId')
  })

  it('the latest row is the one created last, whatever its id', async () => {
    const older = {
      ...samples.matchResult,
      id: 'z-older',
      solution: null,
      failure: 'None',
    }
    await apply(create('matchResult', older), create('matchResult', { ...older, id: 'a-newer' }))
    expect((await store.read.latest('matchResult', { roundId: 'round-1' }))?.id).toBe('a-newer')
    await apply(remove('matchResult', { id: 'z-older' }), remove('matchResult', { id: 'a-newer' }))
  })
})

describe('changing', () => {
  it.each(kindsInOrder)('every column of a %s can be changed, and its version rises by one', async kind => {
    const {
      id,
      version: _,
      ...patch
    } = samples[kind] as NewRow<StoredKind> & { version: number; status?: string }
    const { status: __, ...columns } = patch
    await apply(update(kind, { id }, columns))
    expect(await store.read.one(kind, id)).toEqual({ ...samples[kind], version: 2 })
  })

  it('a nested value of a row can be emptied and set again', async () => {
    await apply(
      move('project', samples.project, 'ApprovedRound', { costs: null, certification: null, offer: null }),
    )
    const emptied = await store.read.one('project', 'project')
    expect(emptied).toMatchObject({ costs: null, certification: null, offer: null, status: 'ApprovedRound' })
    await apply(
      move('project', { id: 'project', status: 'ApprovedRound' }, 'Offered', {
        costs: samples.project.costs,
        certification: samples.project.certification,
        offer: samples.project.offer,
      }),
    )
    expect(await store.read.one('project', 'project')).toMatchObject({ costs: samples.project.costs })
  })

  it('however many changes a transaction makes to a row, its version rises by one', async () => {
    const before = await store.read.one('market', 'somerset')
    await store.transaction(async tx => {
      await tx.apply([update('market', { id: 'somerset' }, { name: 'Levels' })], given())
      await tx.apply([update('market', { id: 'somerset' }, { description: null })], given())
    })
    expect(await store.read.one('market', 'somerset')).toEqual({
      id: 'somerset',
      version: before!.version + 1,
      name: 'Levels',
      description: null,
      placePrecision: 'square',
      issueAhead: 'asked',
      instances: 'withheld',
    })
  })

  it('a status and what belongs to it change together, in whichever order they are named', async () => {
    const offered = { offer: 5, offeredAt: given().now, costs: samples.project.costs }
    const project = (id: string) => ({
      ...samples.project,
      id,
      status: 'ApprovedRound' as const,
      offer: null,
    })
    await apply(create('project', project('first')), create('project', project('second')))
    const approved = (id: string) => ({ id, status: 'ApprovedRound' as const })
    await apply(
      move('project', approved('first'), 'Offered'),
      update('project', { id: 'first' }, offered),
      update('project', { id: 'second' }, offered),
      move('project', approved('second'), 'Offered'),
    )
    for (const id of ['first', 'second']) {
      expect(await store.read.one('project', id)).toMatchObject({ status: 'Offered', offer: 5, version: 2 })
      await apply(
        update('project', { id }, { offer: null }),
        move('project', { id, status: 'Offered' }, 'ApprovedRound'),
      )
    }
    await apply(remove('project', { id: 'first' }), remove('project', { id: 'second' }))
  })

  it('a member lets go of its group before the group is removed, and moves on after', async () => {
    await apply(create('projectGroup', { ...samples.projectGroup, id: 'brief' }))
    await apply(update('project', samples.project, { groupId: 'brief' }))
    await apply(
      update('project', samples.project, { groupId: null }),
      remove('projectGroup', { id: 'brief' }),
      move('project', samples.project, 'ApprovedRound', { offer: null }),
    )
    expect(await store.read.one('project', 'project')).toMatchObject({
      groupId: null,
      status: 'ApprovedRound',
    })
    await apply(
      move('project', { id: 'project', status: 'ApprovedRound' }, 'Offered', {
        offer: samples.project.offer,
        groupId: 'project-group',
      }),
    )
  })

  it('a move fails when the status has moved on meanwhile, and its whole transaction with it', async () => {
    const stale = { id: 'project', status: 'Certified' as const }
    await expect(
      apply(update('market', { id: 'somerset' }, { name: 'Lost' }), move('project', stale, 'ApprovedRound')),
    ).rejects.toThrow(StatusMovedOn)
    expect((await store.read.one('market', 'somerset'))?.name).not.toBe('Lost')
  })

  it('long work and letters are queued in the transaction that asks for them, and a remark changes no row', async () => {
    await apply(
      start('match', 'round-1', { requestedBy: 'ada' }),
      mail('invitation', 'fay@avon.example', {
        invitation: 'invitation-1',
        organisation: 'Avon Farm',
        inviter: 'Ada',
      }),
      remark('project', samples.project, 'Looked at'),
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
    await expect(apply(start('match', 'round-1'))).rejects.toThrow(ResourceExists)
  })
})

describe('refusals', () => {
  beforeEach(async () => {
    expect(await store.read.one('project', 'first')).toBeUndefined()
  })

  it('a row is refused when an identical item already exists', async () => {
    const again = { ...samples.participation, id: 'another' }
    await expect(apply(create('participation', again))).rejects.toMatchObject({
      name: 'ResourceExists',
      rule: 'participation_organisation_id_round_id_capacity_key',
    })
    await expect(apply(create('organisation', samples.organisation))).rejects.toThrow(ResourceExists)
    await expect(apply(create('user', { ...samples.user, id: 'other', username: 'aDA' }))).rejects.toThrow(
      ResourceExists,
    )
  })

  it('a change is refused when a reference leads nowhere, or is still needed', async () => {
    await expect(apply(update('project', samples.project, { lpaId: 'Atlantis' }))).rejects.toThrow(
      ReferenceBroken,
    )
    await expect(apply(remove('organisation', { id: 'avon-farm' }))).rejects.toThrow(ReferenceBroken)
  })

  it('a group refuses members of another supplier or round', async () => {
    await apply(create('organisation', anOrganisation('neighbour')))
    await expect(
      apply(update('project', samples.project, { supplierId: 'neighbour' })),
    ).rejects.toMatchObject({
      name: 'ReferenceBroken',
      rule: 'project_group_of_same_owner',
    })
  })

  it('a value that breaks a rule of the tables is refused', async () => {
    const broken = [
      update('project', samples.project, { offer: -1 }),
      update('project', samples.project, { offer: null }),
      update('project', samples.project, { costs: { ...samples.project.costs!, maintenance: -1 } }),
      update('project', samples.project, { name: null as unknown as string }),
      update('requirement', samples.requirement, { bid: 0 }),
      update('requirement', samples.requirement, { bidOngoingOnly: 15_440_001 }),
      update('service', samples.service, { gainsPerYear: [1, -1] }),
      update('round', samples.round, { suppliersEnd: '2026-01-01' }),
      update('round', samples.round, { services: ['Gold' as 'Biodiversity'] }),
      update('credit', samples.credit, { isReserved: true }),
    ]
    for (const change of broken) await expect(apply(change)).rejects.toThrow(RuleBroken)
  })

  it('a value that no column can hold is refused for that reason', async () => {
    await expect(apply(update('market', { id: 'somerset' }, { name: 'a\0b' }))).rejects.toThrow(NotStorable)
    await expect(apply(update('project', samples.project, { offer: 1e300 }))).rejects.toThrow(NotStorable)
    await expect(apply(update('project', samples.project, { start: '2026-02-30' }))).rejects.toThrow(
      NotStorable,
    )
  })

  it('a row that is not there can be neither changed nor removed', async () => {
    await expect(apply(update('market', { id: 'nowhere' }, { name: 'x' }))).rejects.toThrow(NothingThere)
    await expect(apply(remove('market', { id: 'nowhere' }))).rejects.toThrow(NothingThere)
  })
})
