import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { trimmedText } from '#contract/rules'
import { hinted, optional, text } from '../kit/fields.ts'

const SIGNS = /^[A-Za-z0-9][A-Za-z0-9 ./()-]*$/
const LONGEST = 60

/** A reference that an authority or a register has given: letters, digits and a few signs, none of which is asked in a fixed place. */
const reference = (label: string, example: string, hint: string) => {
  const message = `Not a reference: letters, digits, spaces and . / - ( ) only, such as ${example}`
  const rule = trimmedText
    .max(LONGEST, `Must be ${LONGEST} characters or fewer, such as ${example}`)
    .refine(typed => SIGNS.test(typed), message)
  return hinted(optional(text(label, { rule })), hint)
}

/** Under which a site is in the register of biodiversity gain sites. */
export const gainSiteRef = () =>
  reference(
    PROJECT_COLUMNS.gainSiteRef.label,
    'BGS-010125001',
    'The number of the site in the register of biodiversity gain sites, once it has one.',
  )

/** By which the covenant or the planning obligation that secures the land is known. */
export const obligationRef = () =>
  reference(
    PROJECT_COLUMNS.obligationRef.label,
    'S106/24/00123',
    'By which the conservation covenant or the planning obligation that secures the land is known.',
  )

/** Reference of the signed agreement under which a project is delivered. */
export const agreementRef = () =>
  reference(
    PROJECT_COLUMNS.agreementRef.label,
    'NBPA/2026/014',
    'The reference of the signed agreement, if it is kept elsewhere and not filed here.',
  )

/** Under which the register of gain sites, or the authority, has allocated units to a development. */
export const allocationRef = () =>
  reference(
    REQUIREMENT_COLUMNS.allocationRef.label,
    'BGS-010125001/A2',
    'Under which the units have been allocated to the development.',
  )
