import type { MatchResult } from '#domain/match/match-result'
import type { BidWithoutDeposit } from '#domain/match/missing-deposits'
import { findBidsWithoutDeposit } from '#domain/match/not-confirmed'
import { ownersOfItems } from '#domain/match/parties'
import type { Requirement } from '#domain/project/requirement'
import type { Round } from '#domain/round/round'
import type { Read } from '../../kit/changes.ts'

const withOwners = async (
  read: Read,
  bids: readonly Pick<Requirement, 'id' | 'name' | 'buyerId'>[],
): Promise<BidWithoutDeposit[]> => {
  if (bids.length === 0) return []
  const owners = await read.list('organisation', { id: [...new Set(bids.map(({ buyerId }) => buyerId))] })
  const names = new Map(owners.map(({ id, name }) => [id, name]))
  return bids.map(({ id, name, buyerId }) => ({ id, name, owner: names.get(buyerId) ?? buyerId }))
}

/** Reads which of these bids of a round would count in a match if their deposit had been received. */
export const readMissingDeposits = async (
  read: Read,
  { id }: Pick<Round, 'id'>,
  requirements: readonly Requirement[],
): Promise<BidWithoutDeposit[]> =>
  withOwners(
    read,
    findBidsWithoutDeposit({ requirements, withoutDeposit: await read.bidsWithoutDeposit(id) }),
  )

/** Says whether a match now would leave no bid out for its deposit, so that no one else has to agree to it (decision 0248). */
export const isNoDepositMissing = async (read: Read, { id }: Pick<Round, 'id'>): Promise<boolean> => {
  const withoutDeposit = await read.bidsWithoutDeposit(id)
  if (withoutDeposit.length === 0) return true
  const requirements = await read.list('requirement', { id: withoutDeposit })
  return findBidsWithoutDeposit({ requirements, withoutDeposit }).length === 0
}

/** Reads the winners of a match whose deposit was received when it began and is no longer held in full. */
export const readWinnersWithoutDeposit = async (
  read: Read,
  { id }: Pick<Round, 'id'>,
  result: Pick<MatchResult, 'problem' | 'solution'> | undefined,
): Promise<BidWithoutDeposit[]> => {
  if (!result?.solution) return []
  const won = new Set(result.solution.requirements.filter(one => one.won).map(one => one.id))
  const missing = new Set(await read.bidsWithoutDeposit(id))
  // Bids of parties with several organisations say by their owner whose they are.
  const owners = ownersOfItems(result.problem)
  return withOwners(
    read,
    result.problem.requirements
      .filter(one => won.has(one.id) && missing.has(one.id))
      .map(one => ({ ...one, buyerId: owners.get(one.id) ?? one.buyerId })),
  )
}
