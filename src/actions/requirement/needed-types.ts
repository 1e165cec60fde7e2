import type { CreditType } from '#domain/credit-type'
import type { Requirement } from '#domain/requirement'
import { creditTypesFor } from '#domain/suitability'
import { roundOf } from '../common/areas.ts'
import type { Read } from '../kit/changes.ts'

/** The credits that a requirement may ask for: those that its round trades, of an investor biodiversity units alone. */
export const neededTypes = async (read: Read, requirement: Requirement): Promise<CreditType[]> =>
  creditTypesFor(await roundOf(read, requirement), undefined).filter(
    type => requirement.type === 'Buyer' || type === 'Biodiversity',
  )
