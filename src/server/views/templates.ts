import { TEMPLATES, type TemplateName } from '#domain/document-template'
import type { Block } from '../files/word-document.ts'

/** What is known of the thing that a document is about; what is not is left to be filled in. */
export type Known = Readonly<
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
  'Fill in what is left open, save it as PDF, and file it in the market. You may use papers of your own that say the same.'
const NO_ADVICE =
  'This is a plain starting point, not legal advice: change what does not fit, and have it looked at before you sign.'

const CONTENTS: Record<TemplateName, (known: Known) => Block[]> = {
  'landholder-information': known => [
    { text: `It shows the market operator that the project may be carried out on the land. ${TO_FILE}` },
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
        ['Address, or the nearest', known.place ?? ''],
        ['Grid reference of its middle', known.gridReference ?? ''],
        ['Local planning authority', known.authority ?? ''],
        ...blank('Area in hectares', 'Title numbers (HM Land Registry)', 'How it is used today'),
      ],
    },
    { heading: '3. Who owns it' },
    {
      rows: blank(
        'Names of all owners',
        'Address',
        'Freehold or leasehold',
        'If leasehold: the years that are left',
      ),
    },
    { heading: '4. Who else has a say' },
    {
      text: 'Say who has a right in the land, and whether they agree to the project. Write "none" where there is nobody.',
    },
    {
      rows: blank(
        'Tenants and graziers',
        'Lenders with a charge on it',
        'Rights of way, commons, sporting and mineral rights',
        'Schemes, grants and agreements that it is in (Countryside Stewardship, SFI and others)',
        'Designations (such as SSSI)',
      ),
    },
    { heading: '5. Papers that come with it' },
    {
      list: [
        'Official copy of the title register and plan',
        'A map on which the boundary of the project is drawn',
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
    { heading: '3. What they are for' },
    {
      rows: [
        ['Development or place', known.place ?? ''],
        ['Planning reference', known.planningRef ?? ''],
        ['Local planning authority', known.authority ?? ''],
        ['To be redeemed by', known.redemptionDate ?? ''],
      ],
    },
    { heading: '4. The price' },
    { rows: blank('Price in GBP, as the accepted match says', 'When and how it is paid') },
    { heading: '5. What is agreed' },
    {
      list: [
        'The supplier carries out and keeps up the projects for as long as the credits last, and lets them be checked.',
        'The rights to the credits pass to the buyer when the market operator allocates them.',
        'Credits are issued once delivery is verified, and used for one purpose only.',
        'If a project fails, the parties tell the market operator at once; its rules say what then follows.',
      ],
    },
    { rows: blank('Anything else that is agreed') },
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
        ...blank('From the projects', 'Units from each', 'Serials', 'From when, and for how long'),
      ],
    },
    { heading: '4. For the market operator' },
    { rows: blank('Name', 'Position', 'Signature', 'Date of the certificate') },
    { text: 'It is valid with the entry of the same date in the registry of the market.' },
  ],
}

/** What stands in a document that is to be filled in, with what is known already. */
export const templateOf = (template: TemplateName, known: Known): { title: string; blocks: Block[] } => ({
  title: TEMPLATES[template].name,
  blocks: CONTENTS[template](known),
})
