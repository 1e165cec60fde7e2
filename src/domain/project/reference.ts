import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { Instant } from '@credit-market/values/dates'
import type { StoredRow } from '../values/subject.ts'

/** A kind of project with its possible credits. Settings list. */
export interface ProjectType extends StoredRow {
  name: string
  serviceTypes: CreditType[]
  standardIds: string[]
  fixedTermAllowed: boolean
  permanentAllowed: boolean
  /** Years after verification in which checks and reports are due; null for the default. */
  checkYears: string[] | null
  description: string | null
  active: boolean
}

/** A standard that certifies services; NA is the placeholder while none is chosen. */
export interface CertificationStandard extends StoredRow {
  name: string
  edition: string | null
  publisher: string | null
  serviceTypes: CreditType[]
  fixedTermAllowed: boolean
  kind: string
  description: string | null
  active: boolean
}

/** Earlier content of a standard, before it was changed to another version. */
export interface StandardVersion extends StoredRow {
  standardId: string
  name: string
  edition: string | null
  publisher: string | null
  serviceTypes: CreditType[]
  fixedTermAllowed: boolean
  description: string | null
  /** Time at which it was superseded. */
  until: Instant
}

/** The certification standard's placeholder value (specification, section 9). */
export const NO_STANDARD = 'NA'

/** A national character area. */
export interface NationalCharacterArea extends StoredRow {
  number: number
  name: string
  active: boolean
}

/** A local planning authority. */
export interface LocalPlanningAuthority extends StoredRow {
  name: string
  fullName: string
  region: string | null
  /** Reference in the data set local-planning-authority of the planning data specification. */
  reference: string | null
  /** Code of the Office for National Statistics. */
  areaCode: string | null
  active: boolean
}

/** A river catchment or part of one in which nutrient credits are exchanged. */
export interface Subcatchment extends StoredRow {
  name: string
  catchment: string
  nitrogen: boolean
  phosphorous: boolean
  active: boolean
}
