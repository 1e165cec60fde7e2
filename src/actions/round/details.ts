import { z } from 'zod'
import { FIELD_REQUIRED } from '#domain/values/messages'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { CREDIT_TYPES, type CreditType } from '@credit-market/matching/problem/credit-type'
import {
  BIDDER_TYPES,
  BIDDER_TYPE_LABELS,
  BIODIVERSITY_SUPPLY_RULES,
  BIODIVERSITY_SUPPLY_RULE_LABELS,
  type BiodiversitySupplyRule,
  tradesNutrients,
} from '#domain/round/round'
import { date, manyOf, name, numberWith, oneOf, optional, pickMany, withHint, yesNo } from '../kit/fields.ts'

const gapRule = z
  .number({ error: FIELD_REQUIRED })
  .min(0.01, 'Must be 0.01% or more')
  .max(100, 'Must be 100% or less')
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'At most 2 decimals')

/** Questions about a round, new or edited. */
export const roundFields = {
  name: name('Name'),
  services: {
    ...manyOf('Services', CREDIT_TYPES, CREDIT_TYPE_LABELS),
    hint: 'The credits that people can offer and bid for.',
  },
  standardIds: pickMany('Standards', 'standard', '/api/standards?active=true&format=choices'),
  projectTypeIds: pickMany('Project types', 'projectType', '/api/project-types?active=true&format=choices'),
  ncaIds: optional(pickMany('National character areas', 'nca', '/api/ref/ncas')),
  lpaIds: optional(pickMany('Local planning authorities', 'lpa', '/api/ref/lpas')),
  subcatchmentIds: pickMany('Subcatchments', 'subcatchment', '/api/ref/subcatchments'),
  bidderType: oneOf('Bidder type', BIDDER_TYPES, BIDDER_TYPE_LABELS),
  ampEnd: date('AMP end'),
  biodiversitySupply: optional({
    ...oneOf('Biodiversity supply counts', BIODIVERSITY_SUPPLY_RULES, BIODIVERSITY_SUPPLY_RULE_LABELS),
    about: {
      fromDelivery: 'All net units of a habitat count from the day on which mitigation begins.',
      asGained: 'For each year, the units gained so far count, minus the baseline units lost.',
    },
  }),
  bestKnownGapBasisPoints: optional(
    withHint(
      numberWith(
        'Greatest gap of a best known match',
        gapRule,
        percent => Math.round(percent * 100),
        (basisPoints: number) => basisPoints / 100,
        '%',
      ),
      'If the engine cannot prove in time which match is the best, two people may use the best one that it found, if no match can be better by more than this. If you leave this empty, only a proven match counts.',
    ),
  ),
  joinsCommonControl: optional({
    ...yesNo('Match organisations under common control as one party'),
    hint: 'They then share as one when prices are set, and divide the share by the value of what each of them won. It counts if both organisations have declared it, or if you have. If you leave this empty, the answer is no.',
  }),
  tellsCriticalAmounts: optional({
    ...yesNo('Tell losers the price that would have tied'),
    hint: 'Only the owner of the losing offer or bid, and the owner’s agent, see the price. If you leave this empty, the answer is yes.',
  }),
}

const nutrients = ({ services }: { services?: CreditType[] | null }): boolean =>
  tradesNutrients(services ?? [])

/** Nitrogen and phosphorous need subcatchments and the end of additional need; biodiversity needs neither. */
export const roundFieldVisibility = {
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

/** Fills in the defaults: no areas, and biodiversity counted as before. */
export const fillRoundDefaults = <
  T extends AreaAnswers & {
    biodiversitySupply: BiodiversitySupplyRule | null
    joinsCommonControl: boolean | null
  },
>(
  values: T,
  before: BiodiversitySupplyRule = 'fromDelivery',
) => ({
  ...values,
  ncaIds: values.ncaIds ?? [],
  lpaIds: values.lpaIds ?? [],
  subcatchmentIds: values.subcatchmentIds ?? [],
  biodiversitySupply: values.biodiversitySupply ?? before,
  joinsCommonControl: values.joinsCommonControl ?? false,
})
