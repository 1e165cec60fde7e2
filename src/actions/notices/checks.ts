import { showDay } from '#domain/dates'
import { isKeyOf } from '#domain/narrow'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import type { Notice } from './notice.ts'

const topic = 'Checks and deadlines'
const link = 'See the project'
const readers = ['owner', 'agents', 'authority'] as const

const told = (
  title: string,
  says: (thing: string) => string,
  then: string,
  rest: Partial<Notice> = {},
): Notice => ({
  topic,
  title,
  readers,
  agentsWho: 'MakeOffersOrBids',
  usually: 'atOnce',
  says: ({ thing = '' }) => ({ title: says(thing), paragraphs: [then], link }),
  ...rest,
})

const nextOf = (action = ''): string =>
  isKeyOf(NEXT_COMPLIANCE_ACTION_LABELS, action) ? NEXT_COMPLIANCE_ACTION_LABELS[action] : action

/** What is told of checks on projects, and of what falls due. */
export const CHECKS = {
  verified: told(
    'Delivery of a project is verified',
    thing => `delivery of ${thing} has been verified`,
    'Credits that wait for it are issued, and the project is monitored from now on.',
  ),
  'verification-failed': told(
    'Delivery of a project fails verification',
    thing => `delivery of ${thing} has not passed verification`,
    'The page of the project says why. It is verified again once that is put right.',
    { obligatory: 'Credits wait for it' },
  ),
  'compliance-passed': told(
    'A project passes a compliance check',
    thing => `${thing} has passed a compliance check`,
    'The page of the project has the report.',
  ),
  'compliance-failed': told(
    'A project fails a compliance check',
    thing => `${thing} has not passed a compliance check`,
    'The page of the project says why, what is to be done and by when.',
    { obligatory: 'What is not put right in time can be enforced' },
  ),
  'performance-recorded': told(
    'A performance check is recorded',
    thing => `a performance check of ${thing} is recorded`,
    'The page of the project has the report.',
    { usually: 'daily' },
  ),
  'compliance-due': {
    topic,
    title: 'A compliance action is due',
    readers: ['operator', 'authority', 'owner'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AddComplianceCheck'] },
    says: ({ thing, action, day = '' }) => ({
      title: `compliance action on ${thing} by ${showDay(day)}`,
      paragraphs: [
        `The last compliance check of ${thing} was not passed.`,
        `What is next: ${nextOf(action)}, by ${showDay(day)}.`,
      ],
      link,
    }),
  },
  'compliance-late': {
    topic,
    title: 'A compliance action is late',
    readers: ['operator', 'authority', 'owner'],
    obligatory: 'What is not put right in time can be enforced',
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AddComplianceCheck'] },
    says: ({ thing, action, day = '' }) => ({
      title: `compliance action on ${thing} is late`,
      paragraphs: [`What was to be done by ${showDay(day)}, and is not recorded: ${nextOf(action)}.`],
      link,
    }),
  },
} as const satisfies Record<string, Notice>
