import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Requirement } from '#domain/project/requirement'
import { suppliableCreditTypes } from '#domain/project/suitability'
import { readRoundOfItem } from '../fields/areas.ts'
import type { Read } from '../kit/changes.ts'

/** Credits that a requirement may ask for: those that its round trades; for an investor only biodiversity units. */
export const readDemandTypes = async (read: Read, requirement: Requirement): Promise<CreditType[]> =>
  suppliableCreditTypes(await readRoundOfItem(read, requirement), undefined).filter(
    type => requirement.type === 'Buyer' || type === 'Biodiversity',
  )
