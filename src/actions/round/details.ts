import { CREDIT_TYPE_LABELS, CREDIT_TYPES, type CreditType } from '#domain/credit-type'
import { BIDDER_TYPES, BIDDER_TYPE_LABELS, tradesNutrients } from '#domain/round'
import { date, manyOf, name, oneOf, optional, pickMany } from '../kit/fields.ts'

/** What is asked of a round when it is added and when it is edited. */
export const roundFields = {
  name: name('Name'),
  services: manyOf('Services', CREDIT_TYPES, CREDIT_TYPE_LABELS),
  standardIds: pickMany('Standards', 'standard', '/api/standards?active=true&format=choices'),
  projectTypeIds: pickMany('Project types', 'projectType', '/api/project-types?active=true&format=choices'),
  ncaIds: optional(pickMany('National character areas', 'nca', '/api/ref/ncas')),
  lpaIds: optional(pickMany('Local planning authorities', 'lpa', '/api/ref/lpas')),
  subcatchmentIds: pickMany('Subcatchments', 'subcatchment', '/api/ref/subcatchments'),
  bidderType: oneOf('Bidder type', BIDDER_TYPES, BIDDER_TYPE_LABELS),
  ampEnd: date('AMP end'),
}

const nutrients = ({ services }: { services?: CreditType[] | null }): boolean =>
  tradesNutrients(services ?? [])

/** Nitrogen and phosphorous need subcatchments and the day on which additional need ends; biodiversity needs neither. */
export const roundShow = { subcatchmentIds: nutrients, ampEnd: nutrients }

interface AreaAnswers {
  ncaIds: string[] | null
  lpaIds: string[] | null
  subcatchmentIds: string[] | null
}

/** Areas that are not given are none. */
export const withAreas = <T extends AreaAnswers>(values: T) => ({
  ...values,
  ncaIds: values.ncaIds ?? [],
  lpaIds: values.lpaIds ?? [],
  subcatchmentIds: values.subcatchmentIds ?? [],
})
