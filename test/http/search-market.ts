import type { Change } from '#actions/kit/changes'
import type { Actor } from '#domain/people/actor'
import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import { sampleRow } from './world.ts'

const WORDS = [
  'Sedge',
  'Sedgemoor',
  'Moor',
  'Willow',
  'Brook',
  "O'Neal",
  'Kings-bridge',
  'Meadow',
  '7',
  'É cole',
]
const OWNERS = Array.from({ length: 8 }, (_, at) => `owner-${at}`)
const AGENTS = ['agent-0', 'agent-1']
const ROUNDS = ['bidding', 'draft', 'other']
const LPAS = ['Somerset', 'Dorset']
const EACH = 24

const aName = (r: RandomNumberGenerator): string =>
  Array.from({ length: r.whole(1, 3) }, () => r.pick(WORDS)).join(' ')

/** A list of this many made items. */
export const repeat = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))

/** All combinations that decide who may read an item: owner, area, and whether it is or was a draft. */
export const createSearchMarket = (r: RandomNumberGenerator): Change[] => [
  ...[...OWNERS, ...AGENTS].map((id, at) =>
    sampleRow('organisation', {
      id,
      name: aName(r),
      type: AGENTS.includes(id) ? 'AGENT' : 'PARTICIPANT',
      csvId: `CODE${at}`,
      lpaId: null,
    }),
  ),
  ...repeat(4, at =>
    sampleRow('organisation', {
      id: `brought-${at}`,
      name: aName(r),
      csvId: null,
      lpaId: null,
      broughtById: r.pick(AGENTS),
    }),
  ),
  sampleRow('round', { id: 'other', name: aName(r), marketId: 'levels', status: 'Open', settledAt: null }),
  ...repeat(EACH, at =>
    sampleRow('projectGroup', {
      id: `pg-${at}`,
      name: aName(r),
      roundId: r.pick(ROUNDS),
      supplierId: r.pick(OWNERS),
    }),
  ),
  ...repeat(EACH, at =>
    sampleRow('project', {
      ...{
        id: `p-${at}`,
        name: aName(r),
        roundId: r.pick(ROUNDS),
        supplierId: r.pick(OWNERS),
        lpaId: r.pick(LPAS),
      },
      ...{ agentId: null, groupId: null, unchangedSinceRoundId: null, offer: null, offeredAt: null },
      status: r.pick(['Draft', 'Provisional', 'Registered', 'Screened']),
      endedAs: r.pick([null, null, 'Draft', 'Provisional']),
    }),
  ),
  ...repeat(EACH, at =>
    sampleRow('requirement', {
      ...{
        id: `r-${at}`,
        name: aName(r),
        roundId: r.pick(ROUNDS),
        buyerId: r.pick(OWNERS),
        lpaId: r.pick(LPAS),
      },
      ...{ agentId: null, groupId: null },
      status: r.pick(['Draft', 'Provisional', 'Registered']),
      endedAs: r.pick([null, null, 'Draft', 'Provisional']),
    }),
  ),
]

/** A person of any kind of organisation, with authorities, and with an organisation merged into theirs. */
export const createRandomReader = (r: RandomNumberGenerator): Actor => {
  const organisationType = r.pick(['OPER', 'PARTICIPANT', 'AGENT', 'LPA'] as const)
  const [own, ...former] = r.shuffled(organisationType === 'AGENT' ? AGENTS : OWNERS)
  const groups = { OPER: 'admin', PARTICIPANT: 'participant', AGENT: 'agent', LPA: 'lpa' } as const
  return {
    userId: 'somebody',
    name: '',
    groups: [groups[organisationType]],
    organisationId: own!,
    organisationType,
    formerIds: organisationType === 'PARTICIPANT' && r.chance(0.3) ? former.slice(0, 1) : [],
    lpaId: organisationType === 'LPA' ? r.pick(LPAS) : null,
    authorities:
      organisationType === 'AGENT'
        ? repeat(r.whole(0, 3), () => ({
            clientId: r.pick(OWNERS),
            roundId: r.pick(ROUNDS),
            permissions: [],
            hasEnded: r.chance(0.3),
          }))
        : [],
  }
}
