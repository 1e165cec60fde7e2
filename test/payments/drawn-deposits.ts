import type { RandomNumberGenerator } from '@credit-market/matching/pricing/random'
import type { InvoiceContent } from '#domain/money/invoice'
import { insertInvoice } from '#server/money/insert-invoice'
import type { World } from '../http/world.ts'
import type { DrawnRound } from './drawn-rounds.ts'

const partyOf = (id: string) => ({
  ...{ id, name: `The ${id}`, address: null },
  ...{ companyNumber: null, vatNumber: null },
})

const contentOf = (item: string, buyer: string, amount: number): InvoiceContent => ({
  ...{ sellsAs: 'agent', seller: partyOf('operator'), buyer: partyOf(buyer) },
  ...{ market: 'Levels', round: 'Round', item, reason: null },
  lines: [
    {
      ...{ kind: 'deposit', projectId: null, supplier: null, text: `Deposit for the bid of ${item}`, amount },
      ...{ treatment: 'outsideScope', rate: 0, rule: 'deposit' },
    },
  ],
  taxes: [{ treatment: 'outsideScope', rate: 0, net: amount, vat: 0 }],
})

/** Asks for the deposits of most bids of drawn rounds, as if before the settlement: most are small, and some are more than a bid pays. */
export const askForDeposits = async (
  { store }: World,
  r: RandomNumberGenerator,
  rounds: readonly DrawnRound[],
): Promise<void> => {
  for (const { market, owners } of rounds)
    for (const { id } of market.requirements) {
      if (!r.chance(0.7)) continue
      const amount = r.whole(1, r.chance(0.2) ? 9_000_000 : 300_000)
      const partyId = owners.get(id)!
      await insertInvoice(store.db, {
        ...{ issuerId: 'operator', kind: 'deposit', roundId: market.round.id, partyId },
        ...{ itemKind: 'requirement', itemId: id, purpose: 'deposits', event: 'bidMade', year: null },
        ...{ issuedAt: '2026-01-20T09:00:00.000Z', due: '2026-02-01', net: amount, vat: 0 },
        ...{ creditsId: null, isReissued: null, caseId: null, interestOnId: null },
        content: JSON.stringify(contentOf(id, partyId, amount)),
      })
    }
}
