import type { DocumentTag } from './filed-document.ts'

/** A document that people can download, fill in and file, and its tag. */
interface DocumentTemplate {
  name: string
  tag: DocumentTag
}

/** Documents to download and fill in, by the last part of their addresses. */
export const DOCUMENT_TEMPLATES = {
  'landholder-information': { name: 'Landholder information', tag: 'LandholderInfo' },
  'credit-supply-agreement': { name: 'Credit supply agreement', tag: 'CreditSupplyAgreement' },
  'credit-allocation-certificate': {
    name: 'Credit allocation certificate',
    tag: 'CreditAllocationCertificate',
  },
} as const satisfies Readonly<Record<string, DocumentTemplate>>
export type DocumentTemplateName = keyof typeof DOCUMENT_TEMPLATES

/** Says whether there is a template of this name. */
export const isDocumentTemplateName = (name: string): name is DocumentTemplateName =>
  Object.hasOwn(DOCUMENT_TEMPLATES, name)

/** Template for files with this tag, if there is one. */
export const documentTemplateForTag = (tag: DocumentTag | undefined): DocumentTemplateName | undefined =>
  Object.keys(DOCUMENT_TEMPLATES)
    .filter(isDocumentTemplateName)
    .find(name => DOCUMENT_TEMPLATES[name].tag === tag)
