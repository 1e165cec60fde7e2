import { showDay } from '@credit-market/values/dates'
import type { ScheduledCheckKind } from '#domain/project/check-schedule'
import { isKeyOf } from '#domain/values/narrow'
import { NEXT_COMPLIANCE_ACTION_LABELS } from '#domain/project/project-check'
import { noticesAbout, type Notice } from './notice.ts'

const topic = 'Checks and deadlines'
const link = 'See the project'
const readers = ['owner', 'agents', 'authority'] as const

const told = noticesAbout({ topic, readers, agentsWho: 'MakeOffersOrBids' }, link)

const nextOf = (action = ''): string =>
  isKeyOf(NEXT_COMPLIANCE_ACTION_LABELS, action) ? NEXT_COMPLIANCE_ACTION_LABELS[action] : action

/** Texts of a due check, by its kind. */
const DUE_TEXTS: Record<ScheduledCheckKind, { name: string; says: Notice['says'] }> = {
  compliance: {
    name: 'A scheduled compliance check is due',
    says: ({ thing, year, day = '' }) => ({
      title: `the compliance check of ${thing} is due by ${showDay(day)}`,
      paragraphs: [
        `The year ${year} compliance check of ${thing} is due by ${showDay(day)}.`,
        'The project page shows the schedule of checks and reports.',
      ],
      link,
    }),
  },
  performance: {
    name: 'A scheduled performance check is due',
    says: ({ thing, year, day = '' }) => ({
      title: `the performance check of ${thing} is due by ${showDay(day)}`,
      paragraphs: [
        `The year ${year} performance check of ${thing} is due by ${showDay(day)}.`,
        'The project page shows the schedule of checks and reports.',
      ],
      link,
    }),
  },
}

/** A check or report that is due by a day in the schedule of a project. */
const scheduled = (kind: ScheduledCheckKind, action: string): Notice => ({
  topic,
  title: DUE_TEXTS[kind].name,
  readers: ['operator', 'authority', 'owner'],
  usually: 'atOnce',
  waits: { by: ['operator'], for: [action] },
  says: DUE_TEXTS[kind].says,
})

/** Notifications of project checks, of due dates, and of the integrity check. */
export const CHECK_NOTICES = {
  'records-differ': {
    topic,
    title: 'The integrity check finds an error',
    readers: ['operator'],
    obligatory: 'Someone may have changed the database',
    usually: 'atOnce',
    says: ({ faults, first = '' }) => ({
      title: `the integrity check has found errors (${faults})`,
      paragraphs: [
        'The stored data does not match the log, or the figures do not add up:',
        ...first.split('\n'),
        'The system page shows more of these errors. To see all of them, run npm run verify. Copy the database before you fix anything.',
      ],
      link: 'See the system page',
    }),
  },
  verified: told(
    'Delivery of a project is verified',
    thing => `delivery of ${thing} has been verified`,
    'The credits can now be issued, and monitoring of the project begins.',
  ),
  'verification-failed': {
    ...{ topic, title: 'Delivery of a project fails verification', readers, usually: 'atOnce' },
    agentsWho: 'MakeOffersOrBids',
    obligatory: 'Credits cannot be issued until delivery is verified',
    says: ({ thing = '', cureBy }) => ({
      title: `delivery of ${thing} has not passed verification`,
      paragraphs: [
        'The project page says why. Delivery is verified again once the problem is fixed.',
        ...(cureBy
          ? [`Please put it right by ${showDay(cureBy)}. If that day passes, a case opens automatically.`]
          : []),
      ],
      link,
    }),
  },
  'compliance-passed': told(
    'A project passes a compliance check',
    thing => `${thing} has passed a compliance check`,
    'You can read the report on the project page.',
  ),
  'compliance-failed': told(
    'A project fails a compliance check',
    thing => `${thing} has not passed a compliance check`,
    'The project page says why, what needs to be done and by when.',
    { obligatory: 'A problem that is not fixed in time can lead to enforcement' },
  ),
  'performance-recorded': told(
    'A performance check is recorded',
    thing => `a performance check of ${thing} has been recorded`,
    'You can read the report on the project page.',
    { usually: 'daily' },
  ),
  'compliance-due': {
    topic,
    title: 'A compliance action is due',
    readers: ['operator', 'authority', 'owner'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AddComplianceCheck'] },
    says: ({ thing, action, day = '' }) => ({
      title: `a compliance action on ${thing} is due by ${showDay(day)}`,
      paragraphs: [
        `${thing} did not pass its last compliance check.`,
        `Next step: ${nextOf(action)}, by ${showDay(day)}.`,
      ],
      link,
    }),
  },
  'compliance-late': {
    topic,
    title: 'A compliance action is late',
    readers: ['operator', 'authority', 'owner'],
    obligatory: 'A problem that is not fixed in time can lead to enforcement',
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AddComplianceCheck'] },
    says: ({ thing, action, day = '' }) => ({
      title: `a compliance action on ${thing} is late`,
      paragraphs: [`This step was due by ${showDay(day)} and is not recorded yet: ${nextOf(action)}.`],
      link,
    }),
  },
  'compliance-check-due': scheduled('compliance', 'AddComplianceCheck'),
  'performance-check-due': scheduled('performance', 'AddPerformanceCheck'),
  'evidence-asked': {
    topic,
    title: 'You are asked for evidence',
    readers: ['named'],
    obligatory: 'Evidence that you file after the date counts as late',
    usually: 'atOnce',
    waits: { by: ['named'], for: ['SupplyEvidence'] },
    says: ({ thing, what, day = '' }) => ({
      title: `file evidence about ${thing} by ${showDay(day)}`,
      paragraphs: [
        `You are asked for evidence about your project ${thing}:`,
        `“${what}”`,
        `Please file it by ${showDay(day)}.`,
      ],
      link: 'File the evidence',
    }),
  },
  'evidence-supplied': told(
    'Evidence is filed',
    thing => `evidence about ${thing} has been filed`,
    'The project page shows it next to the request.',
    { readers: ['operator', 'authority'], usually: 'daily' },
  ),
} as const satisfies Record<string, Notice>
