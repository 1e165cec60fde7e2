import { CREDIT_TYPE_LABELS, CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import {
  BIDDER_TYPES,
  BIDDER_TYPE_LABELS,
  BIODIVERSITY_SUPPLIES,
  BIODIVERSITY_SUPPLY_LABELS,
  type BiodiversitySupply,
  tradesNutrients,
} from '#domain/round'
import { date, manyOf, name, oneOf, optional, pickMany, yesNo } from '../kit/fields.ts'

/** What is asked of a round when it is added and when it is edited. */
export const roundFields = {
  name: name('Name'),
  services: {
    ...manyOf('Services', CREDIT_TYPES, CREDIT_TYPE_LABELS),
    hint: 'Which credits are offered and bid for.',
  },
  standardIds: pickMany('Standards', 'standard', '/api/standards?active=true&format=choices'),
  projectTypeIds: pickMany('Project types', 'projectType', '/api/project-types?active=true&format=choices'),
  ncaIds: optional(pickMany('National character areas', 'nca', '/api/ref/ncas')),
  lpaIds: optional(pickMany('Local planning authorities', 'lpa', '/api/ref/lpas')),
  subcatchmentIds: pickMany('Subcatchments', 'subcatchment', '/api/ref/subcatchments'),
  bidderType: oneOf('Bidder type', BIDDER_TYPES, BIDDER_TYPE_LABELS),
  ampEnd: date('AMP end'),
  biodiversitySupply: optional({
    ...oneOf('Biodiversity supply counts', BIODIVERSITY_SUPPLIES, BIODIVERSITY_SUPPLY_LABELS),
    about: {
      fromDelivery: 'All net units of a habitat from the day mitigation begins.',
      asGained: 'In each year what has been gained by then, less the baseline lost.',
    },
  }),
  tellsCriticalAmounts: optional({
    ...yesNo('Tell losers the amount at which they would have tied'),
    hint: 'Only the owner of a losing offer or bid and its agent are told. Yes unless answered otherwise.',
  }),
}

const nutrients = ({ services }: { services?: CreditType[] | null }): boolean =>
  tradesNutrients(services ?? [])

/** Nitrogen and phosphorous need subcatchments and the day on which additional need ends; biodiversity needs neither. */
export const roundShow = {
  subcatchmentIds: nutrients,
  ampEnd: nutrients,
  biodiversitySupply: ({ services }: { services?: CreditType[] | null }): boolean =>
    services?.includes('Biodiversity') ?? false,
}

interface AreaAnswers {
  ncaIds: string[] | null
  lpaIds: string[] | null
  subcatchmentIds: string[] | null
}

/** What is not given: no areas, and biodiversity that counts as it did before. */
export const withUsual = <T extends AreaAnswers & { biodiversitySupply: BiodiversitySupply | null }>(
  values: T,
  before: BiodiversitySupply = 'fromDelivery',
) => ({
  ...values,
  ncaIds: values.ncaIds ?? [],
  lpaIds: values.lpaIds ?? [],
  subcatchmentIds: values.subcatchmentIds ?? [],
  biodiversitySupply: values.biodiversitySupply ?? before,
})
