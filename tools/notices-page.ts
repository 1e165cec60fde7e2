import { allActions } from '#actions/index'
import { toldOf } from '#actions/notices/affected'
import { NOTICES, noticeOf } from '#actions/notices/index'
import { READERS_OF_NOTICES, TOPICS } from '#actions/notices/notice'
import { toldBy } from '#actions/notices/told'
import type { Kind } from '#domain/entities'
import type { How } from '#domain/notice'

const HOW: Record<How, string> = { atOnce: 'at once', daily: 'once a day', none: 'none' }

const cells = (...columns: readonly string[]): string => `| ${columns.join(' | ')} |`

const readersOf = (name: string): string => {
  const { readers = [], agentsWho } = noticeOf(name) ?? {}
  return readers
    .map(one => `${READERS_OF_NOTICES[one]}${one === 'agents' && agentsWho ? ` (${agentsWho})` : ''}`)
    .join('; ')
}

const noticeRow = (name: string): string => {
  const { title = '', usually = 'none', obligatory, waits, insteadOf } = noticeOf(name) ?? {}
  return cells(
    name,
    insteadOf ? `${title}; instead of ${insteadOf}` : title,
    readersOf(name),
    obligatory ? `obligatory: ${obligatory}` : HOW[usually],
    waits ? `${waits.for.join(', ')} (${waits.by.map(one => READERS_OF_NOTICES[one]).join('; ')})` : 'no',
  )
}

const byReader = (kind: Kind, action: string): string =>
  [...toldOf(kind, action)].map(([reader, names]) => `${reader}: ${names.join(', ') || 'none'}`).join('; ') ||
  'nobody'

const LETTERS: readonly (readonly [string, string])[] = [
  ['invitation', 'whoever is invited, with the link to join'],
  ['sign-up-code', 'whoever signs up, with the code that confirms the address'],
  ['sign-up-known', 'whoever signs up with an address that has an account'],
  ['admission-refused', 'whoever signed up for a planning authority that is not admitted, with the reason'],
  ['invitation-asked', 'the people of an organisation, of somebody who asks to be invited'],
  ['password-code', 'whoever has forgotten the password, with a code'],
  ['password-changed, second-factor-on, second-factor-off', 'the person, of their account'],
  ['passkey-added, passkey-removed, passkey-copied', 'the person, of their account'],
  ['provider-linked, sign-in-stopped', 'the person, of their account'],
  ['daily-digest', 'whoever wants some notices once a day'],
]

/** The page that says what everybody is told: each notice, and for each action whom it tells and why others are told nothing. */
export const noticesPage = (head: string): string =>
  [
    head,
    '# Notices\n',
    'What people are told, in their inbox and by letter. In the inbox is everything; of letters everybody chooses for each kind whether they',
    'come at once, once a day in one letter, or not, except of those that are obligatory. Nobody is told of what they have done themselves,',
    'or of a thing that they may not see, and no amount is in any of them before the close. Why it is so: decision 0092.\n',
    ...TOPICS.flatMap(topic => [
      `## ${topic}\n`,
      cells('Notice', 'What is told', 'Who is told', 'Letters', 'Waits for'),
      '|---|---|---|---|---|',
      ...Object.entries(NOTICES)
        .filter(([, notice]) => notice.topic === topic)
        .map(([name]) => noticeRow(name)),
      '',
    ]),
    '## By action\n',
    'For each action and each reader whom it may concern the notices that it gives them, or none; the last column says why nobody else is',
    'told. Whoever watches a project, a credit requirement or a round is told besides when its status changes.\n',
    cells('On', 'Action', 'Tells', 'Why nobody else'),
    '|---|---|---|---|',
    ...allActions.map(({ on, name }) =>
      cells(on, name, byReader(on, name), toldBy(on, name)?.nobodyElse ?? ''),
    ),
    '',
    '## Letters of accounts\n',
    'They go to one address, and are in no inbox: whoever has them may not be able to sign in.\n',
    cells('Letter', 'To whom'),
    '|---|---|',
    ...LETTERS.map(([letter, whom]) => cells(letter, whom)),
    '',
  ].join('\n')
