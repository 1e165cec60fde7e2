import { noticesAbout, type Notice } from './notice.ts'

const topic = 'Projects and requirements'
const usual = { topic, readers: ['owner', 'agents'] } as const
const told = noticesAbout(usual, 'See the project')
const ofRequirement = noticesAbout(usual, 'See the credit requirement')

/** Notifications about projects and requirements before the bidding. */
export const ITEM_NOTICES = {
  'project-registered': told(
    'A project is registered',
    thing => `the project ${thing} is registered and needs to be confirmed`,
    'The market operator checks the registration and completes it.',
    {
      readers: ['owner', 'agents', 'operator'],
      usually: 'daily',
      waits: { by: ['operator'], for: ['CompleteRegistration'] },
    },
  ),
  'project-confirmed': told(
    'The registration of a project is complete',
    thing => `the registration of ${thing} is complete`,
    'Screening and certification come next. If certificates from an earlier round are still valid, the pre-market review comes next instead.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'screening-passed': told(
    'A project passes screening',
    thing => `${thing} has passed screening`,
    'Certification of its services comes next.',
  ),
  'screening-pending': told(
    'Screening of a project is pending',
    thing => `screening of ${thing} is pending`,
    'The project page says what is still missing.',
  ),
  'screening-failed': told(
    'A project fails screening',
    thing => `${thing} has failed screening`,
    'The project page says why. The project takes no part in this round unless it is screened again.',
  ),
  certified: told(
    'A project is certified',
    thing => `${thing} is certified`,
    'The project page lists the certified services and their units. The pre-market review comes next.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'not-certified': told(
    'A project is not certified',
    thing => `${thing} is not certified`,
    'The project page shows the decision for each service.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'review-passed': told(
    'A project passes the pre-market review',
    thing => `${thing} has passed the pre-market review`,
    'You can make an offer for it once the round opens for bids and offers.',
  ),
  'review-pending': told(
    'The pre-market review of a project is pending',
    thing => `the pre-market review of ${thing} is pending`,
    'The project page says what is still missing.',
  ),
  'review-failed': told(
    'A project fails the pre-market review',
    thing => `${thing} has not passed the pre-market review`,
    'The project page says why. You cannot make an offer for it in this round.',
  ),
  'costs-set': told(
    'The costs of a project are set',
    thing => `the costs of ${thing} have been set`,
    'The costs are added to your offer. The project page shows them.',
  ),
  'requirement-registered': ofRequirement(
    'A credit requirement is registered',
    thing => `the credit requirement ${thing} is registered and needs to be confirmed`,
    'The market operator checks the registration and completes it.',
    {
      readers: ['owner', 'agents', 'operator'],
      usually: 'daily',
      waits: { by: ['operator'], for: ['CompleteRegistration'] },
    },
  ),
  'requirement-confirmed': ofRequirement(
    'The registration of a credit requirement is complete',
    thing => `the registration of ${thing} is complete`,
    'You can make a bid for it once the round opens for bids and offers.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  watched: {
    topic,
    title: 'The status of something that you watch changes',
    readers: ['watchers'],
    usually: 'daily',
    says: ({ thing, status }) => ({
      title: `${thing} is now ${status}`,
      paragraphs: [`You get this message because you are watching ${thing}.`],
      link: 'See the changes',
    }),
  },
} as const satisfies Record<string, Notice>
