import { showDay } from '#domain/dates'
import type { Notice } from './notice.ts'

const topic = 'Contracts and credits'
const project = 'See the project'
const requirement = 'See the credit requirement'

const told = (
  title: string,
  says: (thing: string) => string,
  then: string,
  link: string,
  rest: Partial<Notice> = {},
): Notice => ({
  topic,
  title,
  readers: ['owner', 'agents'],
  agentsWho: 'MakeOffersOrBids',
  usually: 'atOnce',
  says: ({ thing = '' }) => ({ title: says(thing), paragraphs: [then], link }),
  ...rest,
})

/** What is told of what follows a result: contracts, documents, rights and credits. */
export const CREDITS = {
  'documents-ready': told(
    'A document of a project is filed',
    thing => `a document of ${thing} is ready`,
    'The page of the project has it.',
    project,
  ),
  'agreement-ready': told(
    'An agreement or certificate of a credit requirement is filed',
    thing => `a document of ${thing} is ready`,
    'The page of the credit requirement has it.',
    requirement,
  ),
  'section-106-ready': told(
    'A section 106 agreement is filed',
    thing => `the section 106 agreement of ${thing} is ready`,
    'The page of the project has it.',
    project,
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'document-replaced': told(
    'A document is replaced',
    thing => `a document of ${thing} has been replaced`,
    'Its page has the new one, the earlier one, and why it was replaced.',
    'See the documents',
  ),
  'certificate-replaced': told(
    'A certificate is replaced',
    thing => `a certificate of ${thing} has been replaced`,
    'The earlier one is no longer valid. The page has the new one and says why.',
    'See the certificate',
    { obligatory: 'A certificate that you rely on is no longer valid' },
  ),
  'certificate-revoked': told(
    'A certificate is revoked',
    thing => `a certificate of ${thing} has been revoked`,
    'It is no longer valid. The page says why.',
    'See the certificate',
    { obligatory: 'A certificate that you rely on is no longer valid' },
  ),
  contracted: told(
    'A project is under contract',
    thing => `${thing} is under contract`,
    'Delivery is verified next.',
    project,
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'rights-allocated': told(
    'Rights to credits are allocated',
    thing => `the rights of ${thing} have been allocated`,
    'The credits are issued next. The page says which and how many.',
    requirement,
  ),
  'credits-issued': told(
    'Credits are issued',
    thing => `the credits of ${thing} have been issued`,
    'Please redeem them once the permission they are for is being carried out. The page says which, how many and by when.',
    requirement,
    { readers: ['owner', 'agents', 'authority'], waits: { by: ['owner'], for: ['RedeemCredits'] } },
  ),
  'credits-redeemed': told(
    'Credits are redeemed',
    thing => `the credits of ${thing} have been redeemed`,
    'The page says which, and when.',
    requirement,
    { readers: ['owner', 'agents', 'authority', 'operator'] },
  ),
  'credits-retired': told(
    'Credits retire',
    thing => `credits of ${thing} have retired`,
    'Their time is over. The page says which.',
    'See the credits',
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
      link: requirement,
    }),
  },
} as const satisfies Record<string, Notice>
