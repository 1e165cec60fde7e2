import type { Permission } from '#domain/authority'
import type { How, NoticeFacts } from '#domain/notice'

/**
 * Who is told, by what ties them to the thing: the people of its owner; its agents in the round; the operator's people; the
 * people of the planning authority in whose area it is; whoever takes part in the round; whoever could trade something in it;
 * the person themselves; the agency that an authority is for; and whoever watches it.
 */
export const READERS_OF_NOTICES = {
  owner: 'the people of its owner',
  agents: 'the owner’s agents in that round',
  operator: 'the market operator',
  authority: 'the planning authority of the area',
  participants: 'whoever takes part in the round, and their agents',
  fitting: 'every participant whom the round fits, and the agency that looks after one',
  agency: 'the agency that the authority is for',
  person: 'the person',
  named: 'whoever the action names',
  watchers: 'whoever watches it',
} as const
export type ReaderOfNotices = keyof typeof READERS_OF_NOTICES

/** What people choose letters by. */
export const TOPICS = [
  'Taking part',
  'Projects and requirements',
  'Bids, offers and results',
  'Contracts and credits',
  'Checks and deadlines',
  'People and access',
] as const
export type Topic = (typeof TOPICS)[number]

/** A notice in words: what the inbox and the subject of the letter say, what there is to add, and the words of its one link. */
export interface Said {
  title: string
  paragraphs: readonly string[]
  link: string
}

/** One kind of thing that people are told. */
export interface Notice {
  topic: Topic
  /** What it is called where people choose. */
  title: string
  readers: readonly ReaderOfNotices[]
  /** Of agents only those who may do this for the owner; any agent of the owner in that round unless it is said. */
  agentsWho?: Permission
  /** Why nobody can turn its letters off. */
  obligatory?: string
  /** How its letters come to whoever has chosen nothing. */
  usually: How
  /** What it waits for, of the readers who can do it: until one of these actions on the same thing is done, or none can be any more. */
  waits?: { by: readonly ReaderOfNotices[]; for: readonly string[] }
  /** Whoever is told this is not told another notice of the same thing, which says less. */
  insteadOf?: string
  /** It comes once for each organisation for whose sake it is told, not once for all of them. */
  isPerOrganisation?: true
  /** Sent once for each thing to each reader, even if the action is repeated. */
  isOnce?: true
  /** It tells of the settlement of the round `roundId` of its facts, and its letter carries the checkpoint of the log that covers that. */
  carriesCheckpoint?: true
  says: (facts: NoticeFacts) => Said
}
