import { describe, expect, it } from 'vitest'
import type { ClientTask, ClientTasks } from '#contract/desk/client-tasks'
import { bulkActs, rowsOfClients } from './client-rows.ts'

const task = (id: string, more: Partial<ClientTask> = {}): ClientTask => ({
  ...{ stage: 'register', text: `Register ${id}`, link: '/', by: null, missing: null, action: 'Register' },
  on: { kind: 'project', id, name: id, version: 1 },
  ...more,
})
const client = (id: string, ...tasks: ClientTask[]): ClientTasks => ({
  client: { id, name: id, version: 1 },
  tasks,
})

describe('the table of clients', () => {
  it('begins with the clients whose tasks end soonest, and ends with those without tasks', () => {
    const rows = rowsOfClients([
      client('idle'),
      client('later', task('a', { by: '2026-12-01' })),
      client('no day', task('b')),
      client('soon', task('c'), task('d', { by: '2026-11-30' })),
    ])
    expect(rows.map(({ id }) => id)).toEqual(['soon', 'later', 'no day', 'idle'])
    expect(rows[0]?.stages.register.map(({ on }) => on.id)).toEqual(['d', 'c'])
  })

  it('offers an act for many where at least two things of clients can be done now', () => {
    const clients = [
      client('one', task('a'), task('b', { missing: 'No location is given' })),
      client('two', task('c'), task('d', { action: 'SetOffer', stage: 'bid' })),
    ]
    expect(bulkActs(clients).map(({ act, rows }) => [act.id, rows.map(({ id }) => id)])).toEqual([
      ['project.Register', ['a', 'c']],
    ])
    expect(bulkActs([client('one', task('a'))])).toEqual([])
  })

  it('offers to join a round for all clients that can join it, with the round filled in', () => {
    const join = (id: string) =>
      task(id, {
        ...{ stage: 'join', text: `Join ${id}`, action: 'RegisterAsParticipant' },
        on: { kind: 'round', id, name: id, version: 4 },
      })
    const acts = bulkActs([client('one', join('R1'), join('R2')), client('two', join('R1'))])
    expect(acts.map(({ act, label, known }) => [act.id, label, known])).toEqual([
      ['organisation.RegisterAsParticipant', 'Join R1, for 2 clients', { marketRoundId: 'R1' }],
    ])
    // The version is that of the client, on which the action runs.
    expect(acts[0]?.rows.map(({ kind, id, version }) => [kind, id, version])).toEqual([
      ['organisation', 'one', 1],
      ['organisation', 'two', 1],
    ])
  })
})
