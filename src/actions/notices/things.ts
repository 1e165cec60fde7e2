import { aboutThing } from './about-thing.ts'
import type { Notice } from './notice.ts'

const topic = 'Projects and requirements'
const usual = { topic, readers: ['owner', 'agents'] } as const
const told = aboutThing(usual, 'See the project')
const ofRequirement = aboutThing(usual, 'See the credit requirement')

/** What is told of projects and requirements on their way to the bidding. */
export const THINGS = {
  'project-registered': told(
    'A project is registered',
    thing => `the project ${thing} is registered, and waits to be confirmed`,
    'The market operator looks at the registration and completes it.',
    {
      readers: ['owner', 'agents', 'operator'],
      usually: 'daily',
      waits: { by: ['operator'], for: ['CompleteRegistration'] },
    },
  ),
  'project-confirmed': told(
    'The registration of a project is complete',
    thing => `the registration of ${thing} is complete`,
    'What comes next is screening and certification, or, where the certificates of an earlier round hold, the review.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'screening-passed': told(
    'A project passes screening',
    thing => `${thing} has passed screening`,
    'Its services go on to certification.',
  ),
  'screening-pending': told(
    'Screening of a project is pending',
    thing => `screening of ${thing} is pending`,
    'The page of the project says what is still looked for.',
  ),
  'screening-failed': told(
    'A project fails screening',
    thing => `${thing} has failed screening`,
    'The page of the project says why. It takes no part in this round unless screening is repeated.',
  ),
  certified: told(
    'A project is certified',
    thing => `${thing} is certified`,
    'The page of the project says which services and how many units. The pre-market review comes next.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'not-certified': told(
    'A project is not certified',
    thing => `${thing} is not certified`,
    'The page of the project says what was decided on each service.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  'review-passed': told(
    'A project passes the pre-market review',
    thing => `${thing} has passed the pre-market review`,
    'An offer can be made for it as soon as the round opens for bids and offers.',
  ),
  'review-pending': told(
    'The pre-market review of a project is pending',
    thing => `the pre-market review of ${thing} is pending`,
    'The page of the project says what is still looked for.',
  ),
  'review-failed': told(
    'A project fails the pre-market review',
    thing => `${thing} has not passed the pre-market review`,
    'The page of the project says why. No offer can be made for it in this round.',
  ),
  'costs-set': told(
    'The costs of a project are set',
    thing => `the costs of ${thing} are set`,
    'They are added to your offer. The page of the project shows them.',
  ),
  'requirement-registered': ofRequirement(
    'A credit requirement is registered',
    thing => `the credit requirement ${thing} is registered, and waits to be confirmed`,
    'The market operator looks at the registration and completes it.',
    {
      readers: ['owner', 'agents', 'operator'],
      usually: 'daily',
      waits: { by: ['operator'], for: ['CompleteRegistration'] },
    },
  ),
  'requirement-confirmed': ofRequirement(
    'The registration of a credit requirement is complete',
    thing => `the registration of ${thing} is complete`,
    'A bid can be made for it as soon as the round opens for bids and offers.',
    { readers: ['owner', 'agents', 'authority'] },
  ),
  watched: {
    topic,
    title: 'Something that you watch goes on',
    readers: ['watchers'],
    usually: 'daily',
    says: ({ thing, status }) => ({
      title: `${thing} is now ${status}`,
      paragraphs: ['You are told because you watch it.'],
      link: 'See it',
    }),
  },
} as const satisfies Record<string, Notice>
