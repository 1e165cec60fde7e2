import type { MatchProblem } from '@credit-market/matching/problem/match-problem'
import type { MatchSolution } from '@credit-market/matching/problem/match-solution'
import type { Pence } from '@credit-market/values/money'
import { ownersOfItems } from '../match/parties.ts'
import type { AccountPurpose } from './account.ts'

/** A posting to an account, about an offer or bid; a debit is positive, a credit negative. */
export interface MoneyPosting {
  purpose: AccountPurpose
  /** Owner of the account; null for an account of the market. */
  organisationId: string | null
  /** Owner of the offer or bid; null in suspense, as are the item's kind and id. */
  partyId: string | null
  itemKind: 'project' | 'requirement' | null
  itemId: string | null
  amount: Pence
}

interface SettledMatch {
  problem: Pick<MatchProblem, 'projects' | 'requirements'>
  solution: {
    projects: readonly Pick<MatchSolution['projects'][number], 'id' | 'won' | 'payment'>[]
    requirements: readonly Pick<MatchSolution['requirements'][number], 'id' | 'won' | 'payment'>[]
  }
}

type Part = Pick<MoneyPosting, 'purpose' | 'amount'>

const isOfOrganisation = (purpose: AccountPurpose): boolean =>
  purpose === 'due' || purpose === 'payable' || purpose === 'maintenance'

/** Own money of an item: owed by its owner if positive, owed to its owner if negative. */
const ownPart = (amount: Pence): Part => ({ purpose: amount > 0 ? 'due' : 'payable', amount })

const costParts = ({
  maintenance,
  marketOperator,
  complianceMonitoring,
  performanceMonitoring,
}: MatchProblem['projects'][number]['costs']): Part[] => [
  { purpose: 'maintenance', amount: -maintenance },
  { purpose: 'operator', amount: -marketOperator },
  { purpose: 'compliance', amount: -complianceMonitoring },
  { purpose: 'performance', amount: -performanceMonitoring },
]

const sum = (parts: readonly { amount: Pence }[]): Pence => parts.reduce((all, { amount }) => all + amount, 0)

/**
 * Postings of the settlement of a round, in pence. What buyers pay is what suppliers receive and the four costs of their projects,
 * so the postings add up to zero; a match that does not add up leaves its difference in suspense. The database posts by the same
 * rule (`money_of_settlement`).
 */
export const listSettlementPostings = ({ problem, solution }: SettledMatch): MoneyPosting[] => {
  const owners = ownersOfItems(problem)
  const costs = new Map(problem.projects.map(one => [one.id, one.costs]))
  const postingsOf = (itemKind: 'project' | 'requirement', itemId: string, parts: readonly Part[]) => {
    const partyId = owners.get(itemId)
    if (partyId === undefined) throw new Error(`${itemKind} ${itemId} was matched but is not in the problem`)
    return parts
      .filter(({ amount }) => amount !== 0)
      .map(({ purpose, amount }): MoneyPosting => ({
        purpose,
        organisationId: isOfOrganisation(purpose) ? partyId : null,
        ...{ partyId, itemKind, itemId, amount },
      }))
  }
  const postings = [
    ...solution.requirements.flatMap(({ id, won, payment }) =>
      won ? postingsOf('requirement', id, [ownPart(payment)]) : [],
    ),
    ...solution.projects.flatMap(({ id, won, payment }) => {
      const passedOn = won ? costParts(costs.get(id)!) : []
      return won ? postingsOf('project', id, [ownPart(payment - sum(passedOn)), ...passedOn]) : []
    }),
  ]
  const difference = sum(postings)
  if (difference === 0) return postings
  const nobodys = { organisationId: null, partyId: null, itemKind: null, itemId: null }
  return [...postings, { purpose: 'suspense', ...nobodys, amount: -difference }]
}
