import type { EntityMap } from '#domain/disclosure/entities'

const party = (id: string, name: string) => ({
  ...{ id, name, address: 'Avon Farm\nTaunton', companyNumber: '01234567' },
  vatNumber: 'GB123456782',
})

/** An invoice to a buyer. */
export const sampleMoney: Pick<EntityMap, 'invoice'> = {
  invoice: {
    id: 'invoice',
    version: 1,
    issuerId: 'avon-farm',
    kind: 'invoice',
    place: 1,
    preceding: null,
    name: 'INV-000001',
    roundId: 'round-1',
    partyId: 'avon-farm',
    itemKind: 'requirement',
    itemId: 'requirement',
    purpose: 'due',
    event: 'settlement',
    year: null,
    issuedAt: '2026-05-02T09:00:00.000Z',
    due: '2026-06-01',
    net: 10_000,
    vat: 2_000,
    creditsId: null,
    isReissued: null,
    content: {
      sellsAs: 'agent',
      seller: party('operator', 'The operator'),
      buyer: party('avon-farm', 'Avon Farm'),
      market: 'Levels',
      round: 'Round 1',
      item: 'requirement',
      lines: [
        {
          ...{ kind: 'units', projectId: null, text: 'Units won', supplier: null },
          ...{ amount: 10_000, treatment: 'standard', rate: 200, rule: 'unitsOfMarket' },
        },
      ],
      taxes: [{ treatment: 'standard', rate: 200, net: 10_000, vat: 2_000 }],
      reason: null,
    },
  },
}
