import { expect, it } from 'vitest'
import { readMarketFile } from '@credit-market/matching/formats/read-market'
import { solve } from '@credit-market/matching/solve'
import { PRICE_EXAMPLE } from './example.ts'

const place = { nca: null, lpa: null, subcatchment: 'Meon' }
const type = 'NutrientMitigationNitrogen'

it('the example on the start page matches the engine’s result', async () => {
  const { wetland, developments, surplus, share } = PRICE_EXAMPLE
  const solution = await solve(
    readMarketFile({
      round: { ampEnd: '2030-03-31' },
      projects: [
        {
          ...{ id: 'wetland', supplier: wetland.who, offer: wetland.offer, location: place },
          costs: {
            maintenance: wetland.costs,
            marketOperator: 0,
            complianceMonitoring: 0,
            performanceMonitoring: 0,
          },
          services: [
            { id: 's', type, profile: [{ start: '2026-01-01', end: null, units: wetland.kilograms }] },
          ],
        },
      ],
      requirements: developments.map(({ name, who, kilograms, bid }) => ({
        ...{ id: name, buyer: who, type: 'Buyer', creditType: type, bid, location: place },
        ...{ ongoingUnits: kilograms, additionalUnits: 0, redemptionDate: '2027-01-01', divisible: false },
      })),
    }),
  )
  expect(solution.surplus).toBe(surplus * 100)
  const lines = new Map(solution.organisations.map(line => [line.organisationId, line]))
  expect(lines.size).toBe(4)
  for (const { who, pays, bid } of developments) {
    expect(lines.get(who)).toMatchObject({ payment: pays * 100, share: share * 100 })
    expect(bid - pays).toBe(share)
  }
  expect(lines.get(wetland.who)).toMatchObject({ payment: -wetland.receives * 100, share: share * 100 })
})
