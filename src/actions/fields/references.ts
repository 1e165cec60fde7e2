import { PROJECT_COLUMNS } from '#contract/columns/project'
import { REQUIREMENT_COLUMNS } from '#contract/columns/requirement'
import { trimmedText } from '#contract/people/rules'
import { withHint, optional, text } from '../kit/fields.ts'

const SIGNS = /^[A-Za-z0-9][A-Za-z0-9 ./()-]*$/
const LONGEST = 60

/**
 * Field for a reference of an authority or a register: letters and digits, and a few other characters, in no fixed
 * format.
 */
const reference = (label: string, example: string, hint: string) => {
  const message = `Use only letters and digits, spaces and . / - ( ), such as ${example}`
  const rule = trimmedText
    .max(LONGEST, `Must be ${LONGEST} characters or fewer, such as ${example}`)
    .refine(typed => SIGNS.test(typed), message)
  return withHint(optional(text(label, { rule })), hint)
}

/** Field for a site's reference in the register of biodiversity gain sites. */
export const gainSiteReferenceField = () =>
  reference(
    PROJECT_COLUMNS.gainSiteRef.label,
    'BGS-010125001',
    'The number of the site in the biodiversity gain sites register, once the site is registered there.',
  )

/** Field for the reference of the covenant or planning obligation that secures the land. */
export const obligationReferenceField = () =>
  reference(
    PROJECT_COLUMNS.obligationRef.label,
    'S106/24/00123',
    'The reference of the conservation covenant or planning obligation that secures the land.',
  )

/** Field for the reference of the signed agreement under which a project is delivered. */
export const agreementReferenceField = () =>
  reference(
    PROJECT_COLUMNS.agreementRef.label,
    'NBPA/2026/014',
    'The reference of the signed agreement, if you keep it elsewhere and do not file it here.',
  )

/**
 * Field for the reference under which the register of gain sites, or the authority, has allocated units to a
 * development.
 */
export const allocationReferenceField = () =>
  reference(
    REQUIREMENT_COLUMNS.allocationRef.label,
    'BGS-010125001/A2',
    'The reference under which the units are allocated to the development.',
  )
