import { expect, it } from 'vitest'
import type { HomeView } from '#contract/home'
import { firstActions } from './first-actions.ts'

const offered = ['Update', 'RegisterAsParticipant', 'RegisterNewProject', 'RegisterNewCreditRequirement'].map(
  id => ({ id, title: id, label: id }),
)
type Row = HomeView['participations'][number]
const aRow = (status: Row['status'], ofRound: Row['round']['status']): Row => ({
  id: 'P1',
  links: { self: '/api/participation/P1' },
  organisation: { id: 'O1', name: 'Estate' },
  round: { id: 'R1', name: 'Round 1', status: ofRound, market: 'Levels', marketId: 'M1' },
  capacity: 'Supplier',
  status,
})
const buttonsFor = (rows: Row[]): string[] => {
  const { actions, buttons } = firstActions(offered, rows)
  return actions.slice(0, buttons).map(({ id }) => id)
}

it('whoever has joined a round that goes on finds joining no longer among the buttons', () => {
  expect(buttonsFor([aRow('Provisional', 'Open')])).toEqual(['RegisterNewProject'])
  expect(buttonsFor([aRow('Registered', 'Open')])).toEqual(['RegisterNewProject'])
})

it('joining is a button again once the round is settled, or for whoever has left it', () => {
  for (const row of [aRow('Registered', 'Settled'), aRow('Withdrawn', 'Open'), aRow('Interested', 'Open')])
    expect(buttonsFor([row])).toContain('RegisterAsParticipant')
})
