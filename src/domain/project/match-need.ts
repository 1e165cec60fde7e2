import type { MatchRequirement } from '@credit-market/matching/problem/match-problem'
import { needOf, type Requirement } from './requirement.ts'

/**
 * Need of a requirement as the engine compares it with services; null until its credits are set. Compatibility ignores the bid and
 * its time, so a requirement without them can be compared.
 */
export const matchNeedOf = (requirement: Requirement): MatchRequirement | null => {
  const need = needOf(requirement)
  return (
    need && {
      ...need,
      id: requirement.id,
      name: requirement.name,
      buyerId: requirement.buyerId,
      kind: requirement.type,
      bid: 0,
      bidOngoingOnly: null,
      redemptionDate: requirement.redemptionDate ?? '9999-12-31',
      bidAt: '',
      ncaId: requirement.ncaId,
      lpaId: requirement.lpaId,
      subcatchmentId: requirement.subcatchmentId,
    }
  )
}
