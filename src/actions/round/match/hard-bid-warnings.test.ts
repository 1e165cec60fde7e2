import { expect, it } from 'vitest'
import { MIN_SLOW_GROUPS } from '#domain/unfinished-match/hard-bids'
import { anOrganisation, aRequirement, aRound } from '#test/builders/market'
import type { Read } from '../../kit/changes.ts'
import { findHardBidWarnings } from './hard-bid-warnings.ts'

/** The warnings about groups of one developer, each over three catchments. */
const warningsFor = (count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, (_, at) => `group-${at}`)
  const bids = ids.flatMap(groupId =>
    ['Tone', 'Parrett', 'Brue'].map(subcatchmentId =>
      aRequirement({ id: `${groupId} ${subcatchmentId}`, groupId, subcatchmentId, toConfirmSince: null }),
    ),
  )
  const groups = ids.map(id => ({ id, name: id, type: 'AND', buyerId: 'brook-homes' }))
  const read = {
    list: (kind: string) =>
      Promise.resolve(kind === 'organisation' ? [anOrganisation({ id: 'brook-homes' })] : groups),
  } as unknown as Read
  return findHardBidWarnings(read, aRound(), bids)
}

it('the operator is warned before a match only of more groups over several places than are matched in seconds', async () => {
  expect(await warningsFor(MIN_SLOW_GROUPS - 1)).toEqual([])
  const warnings = await warningsFor(MIN_SLOW_GROUPS)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(`${3 * MIN_SLOW_GROUPS} bids of`)
})
