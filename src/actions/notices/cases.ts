import { showDay } from '@credit-market/values/dates'
import type { NoticeFacts } from '#domain/text/notice'
import { noticesAbout, type Notice } from './notice.ts'

const topic = 'Cases'
const obligatory = 'You may rely on units that a case concerns'
const readers = ['owner', 'agents', 'authority', 'operator'] as const
const ofOwner = noticesAbout({ topic, readers }, 'See the case')
const ofConcerned = noticesAbout({ topic, readers: ['named'] }, 'See the case')

const CASE_PAGE = 'The page of the case says why, what follows, and what has been done so far.'

/** Says what a decision means for units; `lost` names those that the reader holds. */
const meaningOf = ({ failedSince, lost }: NoticeFacts): string[] => {
  if (!failedSince) return []
  const since = showDay(failedSince)
  return [
    `Since ${since} less is delivered than was certified. Units that no longer fit have failed: they and their certificates are not valid.`,
    ...(lost === undefined ? [] : [lost === '' ? 'The units that you hold are still delivered.' : lost]),
  ]
}

const changed: Notice['says'] = facts => ({
  title: `the case “${facts.thing ?? ''}” is now: ${(facts.status ?? '').toLowerCase()}`,
  paragraphs: [...meaningOf(facts), CASE_PAGE],
  link: 'See the case',
})

const replaced: Notice['says'] = ({ thing = '', replaced: units = '' }) => ({
  title: `failed units have been replaced: ${thing}`,
  paragraphs: [
    'Sound units of other projects take the place of failed ones. Certificates that named the failed units have been replaced.',
    ...(units === '' ? [] : [units]),
    CASE_PAGE,
  ],
  link: 'See the case',
})

/** Notifications about cases: to the owner's side, and to others whom a case concerns. */
export const CASE_NOTICES = {
  'case-opened': ofOwner(
    'A case is opened',
    thing => `a case has been opened: ${thing}`,
    'The market operator looks into it. The page of the case says what was reported.',
    { obligatory: 'A case can have consequences for your project or requirement' },
  ),
  'holding-case-opened': ofConcerned(
    'A case is opened about units that you or people in your area hold or supply',
    thing => `a case has been opened: ${thing}`,
    'The market operator looks into it. The page of the case says what was reported, and which units it concerns.',
    { obligatory },
  ),
  'case-changed': {
    ...{ topic, title: 'A case about your project or requirement is decided', readers, usually: 'atOnce' },
    obligatory: 'A case can have consequences for your project or requirement',
    says: changed,
  },
  'holding-case-changed': {
    ...{
      topic,
      title: 'A case about units that you hold or supply is decided',
      readers: ['named'],
      usually: 'atOnce',
    },
    obligatory,
    says: changed,
  },
  'units-replaced': {
    ...{ topic, title: 'Failed units of your project are replaced', readers, usually: 'atOnce' },
    obligatory: 'A case can have consequences for your project or requirement',
    says: replaced,
  },
  'holding-units-replaced': {
    ...{ topic, title: 'Failed units that you hold are replaced', readers: ['named'], usually: 'atOnce' },
    obligatory,
    says: replaced,
  },
  'papers-asked': ofOwner(
    'Both sides of a dispute are asked for papers',
    thing => `please file your papers: ${thing}`,
    'The page of the case says what they should say, and until which day you can file them.',
    { obligatory: 'The dispute is decided without your papers once the day has passed' },
  ),
  'holding-papers-asked': ofConcerned(
    'The other side of a dispute is asked for papers',
    thing => `please file your papers: ${thing}`,
    'The page of the case says what they should say, and until which day you can file them.',
    { obligatory: 'The dispute is decided without your papers once the day has passed' },
  ),
  'paper-filed': noticesAbout({ topic, readers: ['operator'] }, 'See the case')(
    'A side of a dispute files a paper',
    thing => `a paper has been filed: ${thing}`,
    'You can decide once both sides have filed papers, or their days have passed.',
  ),
  'case-message': {
    topic,
    title: 'Someone writes a message about a case that concerns you',
    readers: ['named'],
    usually: 'atOnce',
    says: ({ author = '', thing = '', text = '' }) => ({
      title: `a message about the case “${thing}”`,
      paragraphs: [
        `${author || 'Someone'} writes:`,
        ...`“${text}”`.split(/\n{2,}/),
        'You can answer on the page of the case.',
      ],
      link: 'Read the messages',
    }),
  },
  'rights-lapsed': noticesAbout(
    { topic, readers: ['owner', 'agents', 'authority'] },
    'See the credit requirement',
  )(
    'The rights of a credit requirement lapse',
    thing => `the rights of ${thing} have lapsed`,
    'Its certificates are no longer valid, and its units are unsold again. You can register it again for another market round.',
    { obligatory: 'You and the planning authority cannot rely on these rights any more' },
  ),
  'credits-recalled': noticesAbout(
    { topic, readers: ['owner', 'agents', 'authority'] },
    'See the credit requirement',
  )(
    'Credits that were issued in error are recalled',
    thing => `the credits of ${thing} have been recalled`,
    'They were issued in error. The certificate of issue is no longer valid; the rights stay allocated, and the credits are issued again once everything is right.',
    { obligatory: 'You and the planning authority cannot rely on these credits any more' },
  ),
  'units-drawn': noticesAbout({ topic, readers: ['named'] }, 'See the project')(
    'Units of your project, or of one in your area, replace failed ones',
    thing => `units of ${thing} replace units of a failed project`,
    'No one held them until now. Others rely on them from now on, as the register says.',
    { obligatory: 'Others rely on these units from now on' },
  ),
} as const satisfies Record<string, Notice>
