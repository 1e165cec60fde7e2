import { expect, it } from 'vitest'
import { aParticipation, aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { freezeMatchProblem, type RoundOffersAndBids } from './freeze.ts'

const market = (more: Partial<RoundOffersAndBids> = {}): RoundOffersAndBids => ({
  round: aRound({ hasReserve: true, reserveBasisPoints: 1_500, reserveAppliesTo: 'allDemand' }),
  projects: [aProject({ id: 'b' }), aProject({ id: 'a' })],
  services: [
    aService({ id: 's2', projectId: 'a' }),
    aService({ id: 's1', projectId: 'a' }),
    aService({ id: 's3', projectId: 'b', status: 'NotCertified' }),
  ],
  requirements: [aRequirement({ id: 'r2' }), aRequirement({ id: 'r1' })],
  projectGroups: [],
  requirementGroups: [],
  participations: [],
  grouped: [...(more.projects ?? []), ...(more.requirements ?? [])],
  ...more,
})

it('the frozen problem is sorted by id, whatever the input order', () => {
  const { projects, services, requirements } = market()
  const frozen = freezeMatchProblem(market())
  expect(frozen.projects.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(frozen.projects[0]?.services.map(({ id }) => id)).toEqual(['s1', 's2'])
  const turned = {
    projects: projects.toReversed(),
    services: services.toReversed(),
    requirements: requirements.toReversed(),
  }
  expect(freezeMatchProblem(market(turned))).toEqual(frozen)
})

it('only offers, bids and certified services enter matching', () => {
  const frozen = freezeMatchProblem(
    market({
      projects: [
        aProject({ id: 'a' }),
        aProject({ id: 'b' }),
        aProject({ id: 'c', status: 'ApprovedRound' }),
      ],
      requirements: [aRequirement({ id: 'r1' }), aRequirement({ id: 'r2', status: 'Registered' })],
    }),
  )
  expect(frozen.projects.map(({ id, services }) => [id, services.length])).toEqual([
    ['a', 2],
    ['b', 0],
  ])
  expect(frozen.requirements.map(({ id }) => id)).toEqual(['r1'])
})

it('offers and bids of a participant who withdrew in that capacity are left out of matching', () => {
  const frozen = freezeMatchProblem(
    market({
      participations: [
        aParticipation({ status: 'Withdrawn' }),
        aParticipation({ organisationId: 'brook-homes', capacity: 'Investor', status: 'Withdrawn' }),
      ],
    }),
  )
  expect(frozen.projects).toEqual([])
  expect(frozen.requirements).toHaveLength(2)
})

it('the bid for ongoing units alone counts only when those alone are acceptable', () => {
  const bidOf = (acceptOngoingOnly: boolean) =>
    freezeMatchProblem(
      market({ requirements: [aRequirement({ bidOngoingOnly: 200_000, acceptOngoingOnly })] }),
    ).requirements[0]?.bidOngoingOnly
  expect(bidOf(true)).toBe(200_000)
  expect(bidOf(false)).toBeNull()
})

it('a group in which fewer than two members make an offer does not constrain the match', () => {
  const group = {
    id: 'g',
    version: 1,
    name: 'Either or',
    type: 'XOR' as const,
    roundId: 'round-1',
    supplierId: 'avon-farm',
  }
  const groupsOf = (second: 'Offered' | 'ApprovedRound') =>
    freezeMatchProblem(
      market({
        projects: [aProject({ id: 'b', groupId: 'g' }), aProject({ id: 'a', groupId: 'g', status: second })],
        projectGroups: [group],
      }),
    ).groups
  expect(groupsOf('Offered')).toEqual([
    { id: 'g', name: 'Either or', of: 'project', type: 'XOR', ownerId: 'avon-farm', memberIds: ['a', 'b'] },
  ])
  expect(groupsOf('ApprovedRound')).toEqual([])
})

it('a round that explicitly has no reserve matches without one', () => {
  expect(freezeMatchProblem(market()).reserve).toEqual({ basisPoints: 1_500, appliesTo: 'allDemand' })
  expect(freezeMatchProblem(market({ round: aRound({ hasReserve: false }) })).reserve).toBeNull()
})

it('a group in which all must win enters matching only when every member is offered', () => {
  const both = (status: 'Offered' | 'FailedRound') => {
    const members = [aProject({ id: 'a', groupId: 'g' }), aProject({ id: 'b', groupId: 'g', status })]
    const group = { id: 'g', version: 1, name: 'Pair', type: 'AND' as const, roundId: 'r', supplierId: 's' }
    return freezeMatchProblem(market({ projects: members, projectGroups: [group] }))
  }
  expect(both('Offered').projects.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(both('Offered').groups.map(({ memberIds }) => memberIds)).toEqual([['a', 'b']])
  expect(both('FailedRound').projects).toEqual([])
})
