import { expect, it } from 'vitest'
import { freezeMatchProblem } from '#domain/match/freeze'
import type { OrganisationTie } from '#domain/people/organisation-tie'
import { aProject, aRequirement, aRound, aService } from '#test/builders/market'
import type { Read } from '../../kit/changes.ts'
import { readOffersAndBids } from './offers-and-bids.ts'

const project = aProject({ id: 'wetland', toConfirmSince: null })
const bid = aRequirement({ id: 'homes', toConfirmSince: null })
const [party, other] = [project.supplierId, bid.buyerId].toSorted()

/** Owners of the items whose party another organisation stands for, by who declared common control. */
const ownersIn = async (saidBy: string, joinsCommonControl = true): Promise<string[]> => {
  const tie: Partial<OrganisationTie> = {
    tie: 'CommonControl',
    organisationId: project.supplierId,
    otherId: bid.buyerId,
    since: '2026-01-01',
    until: null,
    saidBy,
  }
  const rows: Record<string, unknown[]> = {
    project: [project],
    service: [aService({ projectId: project.id })],
    requirement: [bid],
    organisationTie: [tie],
    user: [
      { id: 'olive', groups: ['admin'] },
      { id: 'fay', groups: ['participant'] },
    ].filter(({ id }) => id === saidBy),
  }
  const read = {
    list: (kind: string) => Promise.resolve(rows[kind] ?? []),
    clock: () => Promise.resolve('2026-11-28T09:00:00.000Z'),
  } as unknown as Read
  const { projects, requirements } = freezeMatchProblem(
    await readOffersAndBids(read, aRound({ joinsCommonControl }), []),
  )
  expect([...projects, ...requirements]).toHaveLength(2)
  expect(projects[0]!.supplierId === requirements[0]!.buyerId).toBe(
    [...projects, ...requirements].some(({ ownerId }) => ownerId !== undefined),
  )
  return [...projects, ...requirements].flatMap(({ ownerId }) => ownerId ?? [])
}

it('organisations for which the operator has recorded common control are one party in the frozen problem', async () => {
  expect(party).not.toBe(other)
  expect(await ownersIn('olive')).toEqual([other])
})

it('the word of one of them alone joins no one', async () => {
  expect(await ownersIn('fay')).toEqual([])
})

it('a round that does not say so joins no one', async () => {
  expect(await ownersIn('olive', false)).toEqual([])
})
