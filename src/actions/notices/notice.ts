import type { Permission } from '#domain/people/authority'
import type { EmailFrequency, NoticeFacts } from '#domain/text/notice'

/**
 * Recipients of a notification, by their tie to the subject: the people of its owner; the owner's agents in the round; the
 * operator's people; the people of the planning authority for its area; participants of the round; participants that the round
 * fits; the person concerned; the agency that an authority is for; and everyone who watches it.
 */
export const NOTICE_READERS = {
  owner: 'the people of its owner',
  agents: 'agents of the owner in that round',
  operator: 'the market operator',
  authority: 'the planning authority of the area',
  participants: 'everyone in the round, and their agents',
  fitting: 'participants that the round suits, and their agencies',
  agency: 'the agency that gets the authority',
  person: 'the person',
  named: 'people that the action names',
  watchers: 'people who watch it',
} as const
export type NoticeReader = keyof typeof NOTICE_READERS

/** Topics in the email settings of a person. */
export const NOTICE_TOPICS = [
  'Taking part',
  'Projects and requirements',
  'Bids, offers and results',
  'Contracts and credits',
  'Checks and deadlines',
  'Cases',
  'Money',
  'People and access',
] as const
export type NoticeTopic = (typeof NOTICE_TOPICS)[number]

/** Text of a notification: title (in the inbox, and as the subject of the email), paragraphs, and the text of its link. */
export interface NoticeText {
  title: string
  paragraphs: readonly string[]
  link: string
}

/** One kind of notification. */
export interface Notice {
  topic: NoticeTopic
  /** Its name in the email settings. */
  title: string
  readers: readonly NoticeReader[]
  /** Limits agents to those with this permission; without it, every agent of the owner in that round is notified. */
  agentsWho?: Permission
  /** The reason why its emails cannot be turned off. */
  obligatory?: string
  /** Default delivery of its emails. */
  usually: EmailFrequency
  /** The actions it asks its readers for. It is open until one of them is done on the same subject, or none is possible any more. */
  waits?: { by: readonly NoticeReader[]; for: readonly string[] }
  /** A less detailed notification of the same subject, which recipients of this one do not get. */
  insteadOf?: string
  /** One notification for each organisation concerned, instead of one for all of them. */
  isPerOrganisation?: true
  /** Sent once for each thing to each reader, even if the action is repeated. */
  isOnce?: true
  /** It is about the settlement of the round `roundId` in its facts, and its email contains the checkpoint of the log that covers the settlement. */
  carriesCheckpoint?: true
  says: (facts: NoticeFacts) => NoticeText
}

/**
 * Makes notifications about a subject: a sentence with its name and new state, a sentence on what follows, and one link.
 * Sent at once unless `rest` names another delivery.
 */
export const noticesAbout =
  (usual: Pick<Notice, 'topic' | 'readers' | 'agentsWho'>, link: string) =>
  (
    title: string,
    says: (thing: string) => string,
    then: string,
    rest: Partial<Omit<Notice, 'says'>> = {},
  ): Notice => ({
    ...usual,
    title,
    usually: 'atOnce',
    says: ({ thing = '' }) => ({ title: says(thing), paragraphs: [then], link }),
    ...rest,
  })
