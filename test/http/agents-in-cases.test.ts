import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseView } from '#contract/case/case'
import { addDays, utcDayOf } from '@credit-market/values/dates'
import { sampleDocument } from '../builders/paper.ts'
import { type Person, type Subject, world, type World } from '../builders/world.ts'

const DISPUTE = { type: 'Dispute', what: 'The units were promised for last spring' }

let market: World
let operator: Person
let agent: Person
/** A sold project and a requirement of a settled round, whose owner has this agent. */
let project: Subject<'project'>
let client: Person
beforeAll(async () => {
  market = await world({ works: false })
  operator = market.as('operator')
  const { db } = market.store
  const held = await db
    .selectFrom('agentAuthority')
    .innerJoin('round', 'round.id', 'agentAuthority.roundId')
    .innerJoin('project', join =>
      join
        .onRef('project.supplierId', '=', 'agentAuthority.clientId')
        .onRef('project.roundId', '=', 'agentAuthority.roundId'),
    )
    .innerJoin('user', 'user.organisationId', 'agentAuthority.agentId')
    .innerJoin('user as owner', 'owner.organisationId', 'agentAuthority.clientId')
    .select(['project.id', 'user.id as agentUser', 'owner.id as ownerUser', 'project.status'])
    .where('agentAuthority.status', '=', 'Approved')
    .where('round.status', '=', 'Settled')
    .where('project.status', 'in', ['Matched', 'Contracted', 'Verified', 'Monitoring'])
    .orderBy('project.id')
    .executeTakeFirstOrThrow()
  project = { kind: 'project', id: held.id }
  agent = market.as(held.agentUser)
  client = market.as(held.ownerUser)
})
afterAll(() => market.close())

const today = () => utcDayOf(market.runtime.now())

it('an agent reports a concern for its client and files papers after the round, which do not end the client’s time', async () => {
  const values = { ...DISPUTE, since: addDays(today(), -3) }
  await agent.does('ReportConcern', project, values)
  const { items } = await operator.get<{ items: { id: string; type: string }[] }>('/api/cases?limit=1')
  const on: Subject<'case'> = { kind: 'case', id: items[0]!.id }
  expect(await client.get<CaseView>(`/api/case/${on.id}`)).toMatchObject({
    type: 'Dispute',
    status: 'Reported',
  })
  const days = { ownerPapersBy: addDays(today(), 5), otherPapersBy: addDays(today(), 9) }
  await operator.does('AskForPapers', on, { ...days, reason: 'What was agreed on, and when' })
  await agent.does('FilePaper', on, {}, sampleDocument('paper'))
  expect((await agent.get<CaseView>(`/api/case/${on.id}`)).papers).toMatchObject({ ownerFiledAt: null })
  await client.does('FilePaper', on, {}, sampleDocument('paper'))
  const { papers } = await agent.get<CaseView>(`/api/case/${on.id}`)
  expect(papers?.ownerFiledAt).not.toBeNull()
})

it('an agent does nothing else after the round', async () => {
  const { actions } = await agent.get<{ actions: { id: string }[] }>(`/api/project/${project.id}`)
  expect(actions.map(({ id }) => id).toSorted()).toEqual(['Comment', 'ReportConcern'])
})
