import { afterAll, beforeAll, expect, it } from 'vitest'
import { create } from '#actions/kit/changes'
import { newId } from '#server/process/ids'
import { openActionRuntime } from '#server/open-runtime'
import { loadReferenceData } from '#server/store/reference-data'
import { endItemsOfSettledRounds } from '#server/jobs/end-what-is-left'
import type { JobContext } from '#server/tasks/schedule'
import * as a from '../builders/market.ts'
import { freshStore } from '../store/open.ts'

const now = '2026-11-22T10:00:00.000Z'
let store: Awaited<ReturnType<typeof freshStore>>

beforeAll(async () => {
  store = await freshStore()
  await loadReferenceData(store.db, now)
  const place = { subcatchmentId: 'SomersetLevelsAndMoorsTone', lpaId: 'Somerset' }
  const round = a.aRound({ status: 'Settled', subcatchmentIds: [], settledAt: '2026-01-01T10:00:00.000Z' })
  const changes = [
    create('organisation', a.anOrganisation()),
    create('organisation', a.anOrganisation({ id: 'brook-homes', name: 'Brook Homes' })),
    create('organisation', { id: 'land-agents', type: 'AGENT', name: 'Land Agents' }),
    create('market', { id: 'market-1', name: 'Somerset' }),
    create('round', round),
    create('participation', a.aParticipation({ status: 'Interested' })),
    create('agentAuthority', {
      ...{ id: 'asked', roundId: 'round-1', clientId: 'avon-farm', agentId: 'land-agents' },
      ...{ status: 'Pending', permissions: [] },
    }),
    create('project', a.aProject({ ...place, status: 'Certified', offer: null, offeredAt: null })),
    create('service', a.aService()),
    create('requirement', a.aRequirement({ ...place, status: 'Draft', bid: null, bidAt: null })),
  ]
  await store.transaction(tx => tx.apply(changes, { now, newId }))
})
afterAll(() => store.close())

const endWhatIsLeft = () =>
  endItemsOfSettledRounds.run({ runtime: openActionRuntime(store.db, { now: () => now }) } as JobContext)

it('leftovers of a previously settled round are ended once, with an entry in the audit trail', async () => {
  await endWhatIsLeft()
  await endWhatIsLeft()
  const { read, db } = store
  expect(await read.one('project', 'wetland')).toMatchObject({ status: 'Unmatched', endedAs: 'Certified' })
  expect((await read.list('credit', {})).map(({ status }) => status)).toEqual(['None'])
  expect(await read.one('requirement', 'brook-homes-phosphorous')).toMatchObject({
    status: 'Unmatched',
    endedAs: 'Draft',
  })
  expect(await read.one('participation', 'participation-1')).toMatchObject({ status: 'Withdrawn' })
  expect(await read.one('agentAuthority', 'asked')).toMatchObject({ status: 'Rejected' })
  const told = await db.selectFrom('mailOutbox').select(['letter', 'organisationId']).execute()
  expect(told).toEqual(
    ['avon-farm', 'brook-homes'].map(organisationId => ({ letter: 'round-ended', organisationId })),
  )
  const trail = await db
    .selectFrom('activity')
    .select(['subjectKind', 'action', 'actorId', 'fromStatus', 'toStatus'])
    .where('subjectKind', 'not in', ['round', 'installation'])
    .execute()
  const by = { action: 'EndWhatIsLeft', actorId: null }
  expect(trail).toEqual(
    expect.arrayContaining([
      { ...by, subjectKind: 'project', fromStatus: 'Certified', toStatus: 'Unmatched' },
      { ...by, subjectKind: 'requirement', fromStatus: 'Draft', toStatus: 'Unmatched' },
      { ...by, subjectKind: 'participation', fromStatus: 'Interested', toStatus: 'Withdrawn' },
      { ...by, subjectKind: 'agentAuthority', fromStatus: 'Pending', toStatus: 'Rejected' },
    ]),
  )
  expect(trail).toHaveLength(4)
})
