import type { CreditType } from './credit-type.ts'
import type { Instant } from './dates.ts'
import type { Stored } from './subject.ts'

/** A kind of project, with what it may supply. Settings list. */
export interface ProjectType extends Stored {
  name: string
  serviceTypes: CreditType[]
  standardIds: string[]
  fixedTermAllowed: boolean
  permanentAllowed: boolean
  /** In which years after verification checks and reports are due; null for the usual ones. */
  checkYears: string[] | null
  description: string | null
  active: boolean
}

/** A standard that certifies services; NA is the placeholder while none is chosen. */
export interface Standard extends Stored {
  name: string
  edition: string | null
  publisher: string | null
  serviceTypes: CreditType[]
  fixedTermAllowed: boolean
  kind: string
  description: string | null
  active: boolean
}

/** What a standard said before it was changed to another version. */
export interface StandardVersion extends Stored {
  standardId: string
  name: string
  edition: string | null
  publisher: string | null
  serviceTypes: CreditType[]
  fixedTermAllowed: boolean
  description: string | null
  /** When it was superseded. */
  until: Instant
}

/** The certification standard's placeholder value (specification, section 9). */
export const NO_STANDARD = 'NA'

/** A national character area. */
export interface Nca extends Stored {
  number: number
  name: string
  active: boolean
}

/** A local planning authority. */
export interface Lpa extends Stored {
  name: string
  fullName: string
  region: string | null
  /** In the planning data specification: of the data set local-planning-authority. */
  reference: string | null
  /** Of the Office for National Statistics. */
  areaCode: string | null
  active: boolean
}

/** A river catchment or part of one in which nutrient credits are exchanged. */
export interface Subcatchment extends Stored {
  name: string
  catchment: string
  nitrogen: boolean
  phosphorous: boolean
  active: boolean
}
