import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectView } from '#contract/project/project'
import { sampleRow, startWorld, type World } from './world.ts'

let market: World
beforeAll(async () => {
  market = await startWorld(
    sampleRow('round', { id: 'open', name: 'Round 3', marketId: 'levels', status: 'Open', settledAt: null }),
    sampleRow('project', {
      ...{ id: 'odd', name: 'Odd', supplierId: 'farm', roundId: 'open', status: 'Registered' },
      ...{ agentId: null, groupId: null, unchangedSinceRoundId: null, endedAs: null },
      ...{ offer: null, offeredAt: null },
    }),
    sampleRow('requirement', {
      ...{ id: 'stake', name: 'Stake', buyerId: 'builder', roundId: 'open', agentId: null, groupId: null },
      ...{ type: 'Investor', status: 'Draft', bid: null, endedAs: null },
    }),
    sampleRow('service', {
      id: 'cereals',
      projectId: 'odd',
      status: 'Draft',
      broadHabitat: 'CropLand',
      habitatType: 'CerealCrops',
      distinctiveness: 'VeryHigh',
    }),
  )
})
afterAll(() => market.close())

const warningsAt = async (who: string, url: string): Promise<unknown> =>
  (await market.ask(who, url)).json<{ warnings: unknown }>().warnings

const WORDS =
  'Biodiversity units, Cropland, 3.40 ha: Cropland - Cereal crops has low distinctiveness in the statutory metric, not very high'

describe('contradictions of the habitat tables', () => {
  it('are warnings in the answer, with a code, the field and a text', async () => {
    const at = (field: string) => `services.cereals.${field}`
    for (const who of ['fay', 'olga'])
      expect(await warningsAt(who, '/api/project/odd')).toEqual([
        { code: 'habitat-band', field: at('distinctiveness'), words: WORDS },
        {
          code: 'habitat-condition',
          field: at('condition'),
          words:
            'Biodiversity units, Cropland, 3.40 ha: The statutory metric does not assess the condition of Cropland - Cereal crops',
        },
        {
          code: 'metric-units',
          field: at('baselineUnitsLost'),
          words:
            'Biodiversity units, Cropland, 3.40 ha: The baseline is 2.00 units, but the statutory metric gives 7.82',
        },
      ])
  })

  it('appear in the forms of queued actions, and in no others', async () => {
    expect(await warningsAt('olga', '/api/project/odd/action/AddScreeningOutcome')).toMatchObject([
      { code: 'habitat-band', words: WORDS },
      { code: 'habitat-condition' },
      { code: 'metric-units' },
    ])
    expect(await warningsAt('olga', '/api/project/odd/action/Update')).toEqual([])
  })

  it('include what the metric gives, figure by figure, next to what was typed', async () => {
    const { services } = (await market.ask('fay', '/api/project/odd')).json<ProjectView>()
    expect(services[0]?.baselineUnitsLost).toBe(2)
    expect(services[0]?.metric?.delivered).toEqual({
      working: null,
      refused: 'Cropland - Cereal crops cannot be in fairly good condition',
    })
    const baseline = services[0]?.metric?.baseline?.working
    expect(baseline?.units).toBe(7.82)
    expect(baseline?.factors.map(({ value }) => value)).toEqual(['3.4', '2', '1', '1.15'])
  })

  it('are refused by the API from any client', async () => {
    const sent = async (url: string, values: object) => {
      const answer = await market.ask('olga', url, { method: 'POST', payload: { values } })
      return [answer.statusCode, answer.json<{ field: string }[]>().map(({ field }) => field)]
    }
    const service = {
      ...{ broadHabitat: 'CropLand', habitatType: 'CerealCrops', distinctiveness: 'VeryHigh' },
      ...{ condition: 'Good', size: 1, mitigationBegins: '2027-01-01' },
    }
    expect(await sent('/api/project/odd/action/AddBiodiversityService', service)).toEqual([
      422,
      expect.arrayContaining(['distinctiveness', 'condition']),
    ])
    const need = {
      ...{ units: 1, isDivisible: true, module: 'River', distinctiveness: 'Low' },
      redemptionDate: '2028-01-01',
    }
    expect(await sent('/api/requirement/stake/action/SetInvestorCredits', need)).toEqual([422, ['module']])
  })
})
