import { expect, it } from 'vitest'
import { aParticipation, aProject, aRequirement, aRound, aService } from '#test/builders/market'
import type { MatchResult } from '#domain/match/match-result'
import type { Read } from '../../kit/changes.ts'
import { beginMatch } from './begin-match.ts'

const rows: Record<string, unknown[]> = {
  project: [aProject()],
  service: [aService()],
  requirement: ['agreed', 'received', 'returned', 'paid'].map(id => aRequirement({ id, groupId: null })),
  participation: [aParticipation()],
}

it('leaves out the bids that two people agreed to leave out and that still lack their deposit, and no other', async () => {
  const read = {
    list: (kind: string) => Promise.resolve(rows[kind] ?? []),
    bidsWithoutDeposit: () => Promise.resolve(['agreed', 'returned']),
  } as unknown as Read
  const round = aRound({
    status: 'Pending',
    withoutDeposit: ['agreed', 'received'],
    joinsCommonControl: false,
  })
  const begun = (await beginMatch.reads?.(
    read,
    round,
    {},
    { today: '2026-06-15', actorIsOperator: false },
  )) as MatchResult
  expect(begun.problem.requirements.map(({ id }) => id)).toEqual(['paid', 'received', 'returned'])
  expect(begun.unconfirmed.map(({ id, why }) => `${id} ${why}`)).toEqual(['agreed depositMissing'])
})
