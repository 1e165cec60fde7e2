import type { DocumentTag } from './filed-document.ts'

/** A document that the market offers to be filled in, and what it is filed as. */
interface DocumentTemplate {
  name: string
  tag: DocumentTag
}

/** The documents that can be downloaded to be filled in, by the last part of their addresses. */
export const TEMPLATES = {
  'landholder-information': { name: 'Landholder information', tag: 'LandholderInfo' },
  'credit-supply-agreement': { name: 'Credit supply agreement', tag: 'CreditSupplyAgreement' },
  'credit-allocation-certificate': {
    name: 'Credit allocation certificate',
    tag: 'CreditAllocationCertificate',
  },
} as const satisfies Readonly<Record<string, DocumentTemplate>>
export type TemplateName = keyof typeof TEMPLATES

/** Is there a template of this name? */
export const isTemplate = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name)

/** The template of what is filed under this tag, if there is one. */
export const templateFor = (tag: DocumentTag | undefined): TemplateName | undefined =>
  Object.keys(TEMPLATES)
    .filter(isTemplate)
    .find(name => TEMPLATES[name].tag === tag)
