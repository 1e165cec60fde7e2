import { allActions } from '#actions/index'
import { noticesOfActionByReader } from '#actions/notices/affected'
import { NOTICES, findNotice } from '#actions/notices/index'
import { NOTICE_READERS, NOTICE_TOPICS } from '#actions/notices/notice'
import { findActionNotices } from '#actions/notices/told'
import type { Kind } from '#domain/disclosure/entities'
import type { EmailFrequency } from '#domain/text/notice'

const HOW: Record<EmailFrequency, string> = { atOnce: 'at once', daily: 'once a day', none: 'none' }

const cells = (...columns: readonly string[]): string => `| ${columns.join(' | ')} |`

const readersOf = (name: string): string => {
  const { readers = [], agentsWho } = findNotice(name) ?? {}
  return readers
    .map(one => `${NOTICE_READERS[one]}${one === 'agents' && agentsWho ? ` (${agentsWho})` : ''}`)
    .join('; ')
}

const noticeRow = (name: string): string => {
  const { title = '', usually = 'none', obligatory, waits, insteadOf } = findNotice(name) ?? {}
  return cells(
    name,
    insteadOf ? `${title}; instead of ${insteadOf}` : title,
    readersOf(name),
    obligatory ? `obligatory: ${obligatory}` : HOW[usually],
    waits ? `${waits.for.join(', ')} (${waits.by.map(one => NOTICE_READERS[one]).join('; ')})` : 'no',
  )
}

const byReader = (kind: Kind, action: string): string =>
  [...noticesOfActionByReader(kind, action)]
    .map(([reader, names]) => `${reader}: ${names.join(', ') || 'none'}`)
    .join('; ') || 'no one'

const LETTERS: readonly (readonly [string, string])[] = [
  ['invitation', 'the invited person, with the link to join'],
  ['sign-up-code', 'the person who signs up, with the code that confirms the address'],
  ['sign-up-known', 'the person who signs up with an address that has an account'],
  [
    'admission-refused',
    'the person who signed up for a planning authority that is not admitted, with the reason',
  ],
  ['invitation-asked', 'the people of an organisation, when someone asks for an invitation'],
  ['password-code', 'the person who has forgotten the password, with a code'],
  ['password-changed, second-factor-on, second-factor-off', 'the person, about their account'],
  ['passkey-added, passkey-removed, passkey-copied', 'the person, about their account'],
  ['provider-linked, sign-in-stopped', 'the person, about their account'],
  ['daily-digest', 'people who chose to get some notifications once a day'],
]

/** Renders the page of notifications: every kind, and for each action its recipients and why other people get none. */
export const noticesPage = (head: string): string =>
  [
    head,
    '# Notifications\n',
    'The notifications that people get in their inbox and by email. The inbox has all of them. For emails, everyone chooses for each kind:',
    'at once, once a day in one email, or none, unless the kind is obligatory. People get no notification of their own actions or of things',
    'that they may not see, and no amount is in a notification before the close. Decision 0092 gives the reasons.\n',
    ...NOTICE_TOPICS.flatMap(topic => [
      `## ${topic}\n`,
      cells('Notification', 'Subject', 'Recipients', 'Emails', 'Waits for'),
      '|---|---|---|---|---|',
      ...Object.entries(NOTICES)
        .filter(([, notice]) => notice.topic === topic)
        .map(([name]) => noticeRow(name)),
      '',
    ]),
    '## By action\n',
    'For each action and each reader whom it may concern: the notifications that they get, or none. The last column says why no one else gets',
    'one. People who watch a project, a credit requirement or a round also get one when its status changes.\n',
    cells('On', 'Action', 'Notifies', 'Why no one else'),
    '|---|---|---|---|',
    ...allActions.map(({ on, name }) =>
      cells(on, name, byReader(on, name), findActionNotices(on, name)?.nobodyElse ?? ''),
    ),
    '',
    '## Emails about accounts\n',
    'These go to one address and to no inbox, because the person may not be able to sign in.\n',
    cells('Email', 'Recipient'),
    '|---|---|',
    ...LETTERS.map(([letter, whom]) => cells(letter, whom)),
    '',
  ].join('\n')
