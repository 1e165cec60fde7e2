import { showDay } from '@credit-market/values/dates'
import { noticesAbout, type Notice } from './notice.ts'

const topic = 'Contracts and credits'

const usual = { topic, readers: ['owner', 'agents'], agentsWho: 'MakeOffersOrBids' } as const
const ofProject = noticesAbout(usual, 'See the project')
const ofRequirement = noticesAbout(usual, 'See the credit requirement')

/** Notifications after a result: contracts, documents, rights and credits. */
export const CREDIT_NOTICES = {
  'documents-ready': ofProject(
    'A document of a project is filed',
    thing => `a document of ${thing} is ready`,
    'You can open it on the project page.',
  ),
  'agreement-ready': ofRequirement(
    'An agreement or certificate of a credit requirement is filed',
    thing => `a document of ${thing} is ready`,
    'You can open it on the page of the credit requirement.',
  ),
  'section-106-ready': ofProject(
    'A section 106 agreement is filed, or its reference is entered',
    thing => `the section 106 agreement of ${thing} is ready`,
    'You can open it on the project page.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'document-replaced': noticesAbout(usual, 'See the documents')(
    'A document is replaced',
    thing => `a document of ${thing} has been replaced`,
    'The page shows the new document, the earlier one and the reason.',
  ),
  'certificate-replaced': noticesAbout(usual, 'See the certificate')(
    'A certificate is replaced',
    thing => `a certificate of ${thing} has been replaced`,
    'The earlier certificate is no longer valid. The page shows the new one and the reason.',
    { obligatory: 'A certificate that you rely on is no longer valid' },
  ),
  'certificate-revoked': noticesAbout(usual, 'See the certificate')(
    'A certificate is revoked',
    thing => `a certificate of ${thing} has been revoked`,
    'The certificate is no longer valid. The page says why.',
    { obligatory: 'A certificate that you rely on is no longer valid' },
  ),
  contracted: ofProject(
    'A project is under contract',
    thing => `${thing} is under contract`,
    'The market operator verifies delivery next.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'rights-allocated': ofRequirement(
    'Rights to credits are allocated',
    thing => `the rights of ${thing} have been allocated`,
    'The credits are issued next. The page shows the credits and their units.',
  ),
  'credits-issued': ofRequirement(
    'Credits are issued',
    thing => `the credits of ${thing} have been issued`,
    'Please redeem the credits once work on the development has started. The page shows the credits, their units and the date by which to redeem them.',
    { readers: ['owner', 'agents', 'authority'], waits: { by: ['owner'], for: ['RedeemCredits'] } },
  ),
  'credits-redeemed': ofRequirement(
    'Credits are redeemed',
    thing => `the credits of ${thing} have been redeemed`,
    'The page shows the credits and the date.',
    { readers: ['owner', 'agents', 'authority', 'operator'] },
  ),
  'credits-retired': noticesAbout(usual, 'See the credits')(
    'Credits retire',
    thing => `credits of ${thing} have retired`,
    'The period of these credits has ended. The page shows them.',
    { usually: 'daily' },
  ),
  'redemption-due': {
    topic: 'Checks and deadlines',
    title: 'You need to redeem credits soon',
    readers: ['owner'],
    obligatory: 'A redemption after the date counts as late',
    usually: 'atOnce',
    waits: { by: ['owner'], for: ['RedeemCredits'] },
    says: ({ thing, day = '' }) => ({
      title: `redeem the credits of ${thing} by ${showDay(day)}`,
      paragraphs: [
        `Please redeem the credits of ${thing} by ${showDay(day)}.`,
        'A redemption after that date counts as late.',
      ],
      link: 'See the credit requirement',
    }),
  },
} as const satisfies Record<string, Notice>
