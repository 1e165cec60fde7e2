import { DOCUMENT_TEMPLATES, type DocumentTemplateName } from '#domain/text/document-template'
import type { DocumentBlock } from '../files/word-document.ts'

/** Known facts of the subject of a document; unknown ones are left blank. */
export type TemplateFacts = Readonly<
  Partial<
    Record<
      | 'name'
      | 'owner'
      | 'round'
      | 'place'
      | 'gridReference'
      | 'authority'
      | 'planningRef'
      | 'credits'
      | 'redemptionDate',
      string
    >
  >
>

const blank = (...labels: string[]): [string, string][] => labels.map(label => [label, ''])

const TO_FILE =
  'Fill in the gaps, save it as a PDF and upload it to the market. You can use your own documents with the same content instead.'
const NO_ADVICE =
  'This is a starting point, not legal advice. Change what does not fit, and have it checked before you sign.'

const CONTENTS: Record<DocumentTemplateName, (known: TemplateFacts) => DocumentBlock[]> = {
  'landholder-information': known => [
    {
      text: `This document shows the market operator that the project can be carried out on the land. ${TO_FILE}`,
    },
    { heading: '1. The project' },
    {
      rows: [
        ['Project', known.name ?? ''],
        ['Supplier', known.owner ?? ''],
        ['Market round', known.round ?? ''],
      ],
    },
    { heading: '2. The land' },
    {
      rows: [
        ['Address, or nearest address', known.place ?? ''],
        ['Grid reference of the centre', known.gridReference ?? ''],
        ['Local planning authority', known.authority ?? ''],
        ...blank('Area in hectares', 'Title numbers (HM Land Registry)', 'Current use'),
      ],
    },
    { heading: '3. Ownership' },
    {
      rows: blank('Names of all owners', 'Address', 'Freehold or leasehold', 'If leasehold: years left'),
    },
    { heading: '4. Other rights in the land' },
    {
      text: 'List everyone who has a right in the land, and say whether they agree to the project. Write "none" if no one has.',
    },
    {
      rows: blank(
        'Tenants and graziers',
        'Lenders with a charge on it',
        'Rights of way, commons, sporting and mineral rights',
        'Schemes, grants and agreements (Countryside Stewardship, SFI and others)',
        'Designations (such as SSSI)',
      ),
    },
    { heading: '5. Documents to attach' },
    {
      list: [
        'Official copy of the title register and plan',
        'A map with the boundary of the project',
        'The lease, if the land is leasehold',
        'Written agreement of tenants and lenders, if there are any',
      ],
    },
    { heading: '6. Signed by or for all owners' },
    { rows: blank('Name', 'Position', 'Signature', 'Date') },
  ],
  'credit-supply-agreement': known => [
    { text: `${TO_FILE} ${NO_ADVICE}` },
    { heading: '1. The parties' },
    {
      rows: [
        ['Buyer', known.owner ?? ''],
        ...blank('Address of the buyer', 'Supplier', 'Address of the supplier'),
      ],
    },
    { heading: '2. The credits' },
    {
      rows: [
        ['Credit requirement', known.name ?? ''],
        ['Market round', known.round ?? ''],
        ['Credits', known.credits ?? ''],
        ...blank('Projects that supply them', 'Serials, once they are issued'),
      ],
    },
    { heading: '3. Purpose of the credits' },
    {
      rows: [
        ['Development or place', known.place ?? ''],
        ['Planning reference', known.planningRef ?? ''],
        ['Local planning authority', known.authority ?? ''],
        ['To be redeemed by', known.redemptionDate ?? ''],
      ],
    },
    { heading: '4. The price' },
    { rows: blank('Price in GBP, from the accepted match', 'When and how it is paid') },
    { heading: '5. What is agreed' },
    {
      list: [
        'The supplier carries out and maintains the projects for as long as the credits last, and allows checks.',
        'The rights to the credits pass to the buyer when the market operator allocates them.',
        'Credits are issued once delivery is verified, and used for one purpose only.',
        'If a project fails, the parties tell the market operator at once. The market rules say what happens then.',
      ],
    },
    { rows: blank('Other terms') },
    { heading: '6. Signatures' },
    {
      rows: blank(
        'For the buyer: name and position',
        'Signature and date',
        'For the supplier: name and position',
        'Signature and date',
      ),
    },
  ],
  'credit-allocation-certificate': known => [
    {
      text: 'The market operator certifies that the rights to the credits below have been allocated as follows.',
    },
    { heading: '1. To whom' },
    {
      rows: [
        ['Buyer or investor', known.owner ?? ''],
        ['Credit requirement', known.name ?? ''],
        ['Market round', known.round ?? ''],
      ],
    },
    { heading: '2. For what' },
    {
      rows: [
        ['Development or place', known.place ?? ''],
        ['Planning reference', known.planningRef ?? ''],
        ['Local planning authority', known.authority ?? ''],
        ['To be redeemed by', known.redemptionDate ?? ''],
      ],
    },
    { heading: '3. Which credits' },
    {
      rows: [
        ['Credits', known.credits ?? ''],
        ...blank('From the projects', 'Units from each', 'Serials', 'Start date and duration'),
      ],
    },
    { heading: '4. For the market operator' },
    { rows: blank('Name', 'Position', 'Signature', 'Date of the certificate') },
    { text: 'This certificate is valid together with the entry of the same date in the market registry.' },
  ],
}

/** Text of a document to fill in, with the known facts. */
export const renderDocumentTemplate = (
  template: DocumentTemplateName,
  known: TemplateFacts,
): { title: string; blocks: DocumentBlock[] } => ({
  title: DOCUMENT_TEMPLATES[template].name,
  blocks: CONTENTS[template](known),
})
