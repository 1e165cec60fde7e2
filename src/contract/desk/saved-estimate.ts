import { z } from 'zod'
import { endpoint, noContentResponse } from '../kit/endpoint.ts'
import { defineNoun } from '../kit/noun.ts'
import { refusal } from '../kit/resource.ts'
import { creditType, id, idAndNameList, units } from '../kit/values.ts'

const tag = 'Saved estimates'

/** An estimate that someone saved with an email address, to hear about rounds that fit. */
export const savedEstimate = defineNoun({
  kind: 'savedEstimate',
  called: ['saved estimate', 'saved estimates'],
  readBy: 'own rule',
})

/** A saved estimate of the reader's organisation, which becomes a draft in the next round that it joins and that fits. */
export const ownEstimate = z
  .object({
    id,
    text: z.string().meta({ description: 'The estimate in words, such as 6.5 ha of land in Somerset' }),
    page: z.string().meta({ description: 'Address of the estimate as of today' }),
    rounds: idAndNameList.meta({ description: 'Rounds open for registration that fit, with their markets' }),
  })
  .meta({ id: 'OwnEstimate' })
export type OwnEstimateView = z.infer<typeof ownEstimate>

const areaInterest = z
  .object({
    area: z.string().meta({ description: 'Planning authority or nutrient catchment' }),
    sites: z.int().meta({ description: 'Number of saved estimates for land' }),
    hectares: z.number(),
    developments: z.int().meta({ description: 'Number of saved estimates for developments' }),
    needs: z.array(z.object({ creditType, units })),
  })
  .meta({ id: 'AreaInterest' })
export type AreaInterest = z.infer<typeof areaInterest>

export const listAreaInterest = endpoint('GET /api/saved-estimates/areas', {
  id: 'listAreaInterest',
  tag,
  summary:
    'Confirmed estimates of land and developments by area, for the market operator; without addresses and exact places',
  access: 'member',
  answers: { 200: z.object({ items: z.array(areaInterest) }), 404: refusal },
})

export const removeSavedEstimate = endpoint('DELETE /api/saved-estimate/:id', {
  id: 'removeSavedEstimate',
  tag,
  summary: 'Removes a saved estimate of your organisation',
  access: 'member',
  answers: { 204: noContentResponse, 404: refusal },
})
