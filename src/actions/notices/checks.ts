import { showDay } from '#domain/dates'
import { SCHEDULED_KIND_LABELS, type ScheduledKind } from '#domain/check-schedule'
import { isKeyOf } from '#domain/narrow'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project-check'
import { aboutThing } from './about-thing.ts'
import type { Notice } from './notice.ts'

const topic = 'Checks and deadlines'
const link = 'See the project'
const readers = ['owner', 'agents', 'authority'] as const

const told = aboutThing({ topic, readers, agentsWho: 'MakeOffersOrBids' }, link)

const nextOf = (action = ''): string =>
  isKeyOf(NEXT_COMPLIANCE_ACTION_LABELS, action) ? NEXT_COMPLIANCE_ACTION_LABELS[action] : action

/** A check or report that the schedule of a project wants by a day. */
const scheduled = (kind: ScheduledKind, action: string): Notice => {
  const check = SCHEDULED_KIND_LABELS[kind].toLowerCase()
  return {
    topic,
    title: `A ${check} of the schedule is due`,
    readers: ['operator', 'authority', 'owner'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: [action] },
    says: ({ thing, year, day = '' }) => ({
      title: `${check} of ${thing} by ${showDay(day)}`,
      paragraphs: [
        `The ${check} of year ${year} of ${thing} is due by ${showDay(day)}.`,
        'The page of the project shows its schedule of checks and reports.',
      ],
      link,
    }),
  }
}

/** What is told of checks on projects, of what falls due, and of the check of the whole market. */
export const CHECKS = {
  'records-differ': {
    topic,
    title: 'The verification of the market finds something',
    readers: ['operator'],
    obligatory: 'Somebody may have changed the tables',
    usually: 'atOnce',
    says: ({ faults, first = '' }) => ({
      title: `the verification of the market finds what should not be (${faults})`,
      paragraphs: [
        'What is stored is not what follows from the log, or does not add up:',
        ...first.split('\n'),
        'The page of the system names more. Keep a copy of the database before anything is put right; npm run verify names everything.',
      ],
      link: 'See the system',
    }),
  },
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
  'compliance-check-due': scheduled('compliance', 'AddComplianceCheck'),
  'performance-check-due': scheduled('performance', 'AddPerformanceCheck'),
  'evidence-asked': {
    topic,
    title: 'Evidence is asked for',
    readers: ['named'],
    obligatory: 'What is not shown in time counts as late',
    usually: 'atOnce',
    waits: { by: ['named'], for: ['SupplyEvidence'] },
    says: ({ thing, what, day = '' }) => ({
      title: `evidence is asked for on ${thing} by ${showDay(day)}`,
      paragraphs: [
        `You are asked to show something on your project ${thing}:`,
        `“${what}”`,
        `Please file it by ${showDay(day)}.`,
      ],
      link: 'File it on the project',
    }),
  },
  'evidence-supplied': told(
    'Evidence is filed',
    thing => `evidence on ${thing} has been filed`,
    'The page of the project has it, beside what was asked for.',
    { readers: ['operator', 'authority'], usually: 'daily' },
  ),
} as const satisfies Record<string, Notice>
