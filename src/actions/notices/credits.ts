import { showDay } from '#domain/dates'
import { aboutThing } from './about-thing.ts'
import type { Notice } from './notice.ts'

const topic = 'Contracts and credits'

const usual = { topic, readers: ['owner', 'agents'], agentsWho: 'MakeOffersOrBids' } as const
const ofProject = aboutThing(usual, 'See the project')
const ofRequirement = aboutThing(usual, 'See the credit requirement')

/** What is told of what follows a result: contracts, documents, rights and credits. */
export const CREDITS = {
  'documents-ready': ofProject(
    'A document of a project is filed',
    thing => `a document of ${thing} is ready`,
    'The page of the project has it.',
  ),
  'agreement-ready': ofRequirement(
    'An agreement or certificate of a credit requirement is filed',
    thing => `a document of ${thing} is ready`,
    'The page of the credit requirement has it.',
  ),
  'section-106-ready': ofProject(
    'A section 106 agreement is filed or named',
    thing => `the section 106 agreement of ${thing} is ready`,
    'The page of the project has it.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'document-replaced': aboutThing(usual, 'See the documents')(
    'A document is replaced',
    thing => `a document of ${thing} has been replaced`,
    'Its page has the new one, the earlier one, and why it was replaced.',
  ),
  'certificate-replaced': aboutThing(usual, 'See the certificate')(
    'A certificate is replaced',
    thing => `a certificate of ${thing} has been replaced`,
    'The earlier one is no longer valid. The page has the new one and says why.',
    { obligatory: 'A certificate that you rely on is no longer valid' },
  ),
  'certificate-revoked': aboutThing(usual, 'See the certificate')(
    'A certificate is revoked',
    thing => `a certificate of ${thing} has been revoked`,
    'It is no longer valid. The page says why.',
    { obligatory: 'A certificate that you rely on is no longer valid' },
  ),
  contracted: ofProject(
    'A project is under contract',
    thing => `${thing} is under contract`,
    'Delivery is verified next.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'rights-allocated': ofRequirement(
    'Rights to credits are allocated',
    thing => `the rights of ${thing} have been allocated`,
    'The credits are issued next. The page says which and how many.',
  ),
  'credits-issued': ofRequirement(
    'Credits are issued',
    thing => `the credits of ${thing} have been issued`,
    'Please redeem them once the permission they are for is being carried out. The page says which, how many and by when.',
    { readers: ['owner', 'agents', 'authority'], waits: { by: ['owner'], for: ['RedeemCredits'] } },
  ),
  'credits-redeemed': ofRequirement(
    'Credits are redeemed',
    thing => `the credits of ${thing} have been redeemed`,
    'The page says which, and when.',
    { readers: ['owner', 'agents', 'authority', 'operator'] },
  ),
  'credits-retired': aboutThing(usual, 'See the credits')(
    'Credits retire',
    thing => `credits of ${thing} have retired`,
    'Their time is over. The page says which.',
    { usually: 'daily' },
  ),
  'redemption-due': {
    topic: 'Checks and deadlines',
    title: 'Credits are to be redeemed soon',
    readers: ['owner'],
    obligatory: 'A redemption after the day counts as late',
    usually: 'atOnce',
    waits: { by: ['owner'], for: ['RedeemCredits'] },
    says: ({ thing, day = '' }) => ({
      title: `redeem the credits of ${thing} by ${showDay(day)}`,
      paragraphs: [
        `The credits of ${thing} are to be redeemed by ${showDay(day)}.`,
        'A redemption after that day counts as late.',
      ],
      link: 'See the credit requirement',
    }),
  },
} as const satisfies Record<string, Notice>
