import { expect, it } from 'vitest'
import type { HomeView } from '#contract/desk/home'
import { prioritiseActions } from './first-actions.ts'

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
  const { actions, buttons } = prioritiseActions(offered, rows)
  return actions.slice(0, buttons).map(({ id }) => id)
}

it('joining is not among the buttons of an organisation that has joined an active round', () => {
  expect(buttonsFor([aRow('Provisional', 'Open')])).toEqual(['RegisterNewProject'])
  expect(buttonsFor([aRow('Registered', 'Open')])).toEqual(['RegisterNewProject'])
})

it('joining is a button again once the round is settled, or after leaving it', () => {
  for (const row of [aRow('Registered', 'Settled'), aRow('Withdrawn', 'Open'), aRow('Interested', 'Open')])
    expect(buttonsFor([row])).toContain('RegisterAsParticipant')
})
