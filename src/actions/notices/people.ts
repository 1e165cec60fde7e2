import type { Notice } from './notice.ts'

/** Topic of notifications about people and organisations. */
export const PEOPLE_TOPIC = 'People and access'
const topic = PEOPLE_TOPIC
/** Label of the link to an organisation. */
export const ORGANISATION_LINK = 'See the organisation'
const link = ORGANISATION_LINK
/** Why these notifications cannot be turned off. */
export const WHY_OBLIGATORY = 'This affects who can act in your name'
const about = WHY_OBLIGATORY
/** Titles of the notification of a proposer, by the status of the proposal. */
const PROPOSAL_TITLES: Readonly<Record<string, (action: string) => string>> = {
  Approved: action => `your proposal “${action}” has been approved`,
  Declined: action => `your proposal “${action}” has been declined`,
  Withdrawn: action => `your proposal “${action}” has been withdrawn`,
  Void: action => `your proposal “${action}” can no longer be carried out`,
  Expired: action => `your proposal “${action}” has expired`,
}

/** Notifications about people and agents' authorities. */
export const PEOPLE_NOTICES = {
  'proposal-waiting': {
    topic,
    title: 'A proposal needs approval',
    readers: ['owner', 'operator'],
    obligatory: 'Nothing happens until someone else decides',
    usually: 'atOnce',
    waits: { by: ['owner', 'operator'], for: ['Approve', 'Decline'] },
    says: ({ thing, proposer }) => ({
      title: `the proposal “${thing}” needs approval`,
      paragraphs: [
        `${proposer} has proposed this. Please check what it would change, then approve or decline it.`,
      ],
      link: 'See the proposal',
    }),
  },
  'proposal-decided': {
    topic,
    title: 'Your proposal is decided, expires or cannot be carried out',
    readers: ['person'],
    usually: 'atOnce',
    says: ({ thing, status = '' }) => ({
      title: PROPOSAL_TITLES[status]?.(thing ?? '') ?? `your proposal “${thing}” has been decided`,
      paragraphs: ['The page of the proposal says who decided, why, and what has been done.'],
      link: 'See the proposal',
    }),
  },
  'person-joined': {
    topic,
    title: 'Someone joins your organisation',
    readers: ['owner'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, owner }) => ({
      title: `${thing} has joined ${owner}`,
      paragraphs: [
        `${thing} can now act for ${owner}. If you do not know this person, tell the market operator straight away.`,
      ],
      link: 'See your colleagues',
    }),
  },
  'person-to-admit': {
    topic,
    title: 'Someone joins your organisation and needs to be admitted',
    readers: ['owner'],
    obligatory: about,
    usually: 'atOnce',
    waits: { by: ['owner'], for: ['AdmitPerson'] },
    says: ({ thing, owner }) => ({
      title: `${thing} has joined ${owner} and needs to be admitted`,
      paragraphs: [
        `Until a colleague admits ${thing}, they cannot act for ${owner} or see its data.`,
        'Speak to this person, face to face or by phone, to check that they signed up. If you do not know them, do not admit them, and tell the market operator.',
      ],
      link: 'See who has joined',
    }),
  },
  'person-unknown': {
    topic,
    title: 'Someone joins an organisation where no one can admit them',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AdmitPerson'] },
    says: ({ thing, owner }) => ({
      title: `${thing} has joined ${owner}, where no one can admit them`,
      paragraphs: [
        `No one from ${owner} can sign in, so two of the market operator’s staff admit ${thing}. Until then ${thing} cannot see the data of ${owner}.`,
      ],
      link: 'See who has joined',
    }),
  },
  'person-admitted': {
    topic,
    title: 'Someone is admitted to your organisation',
    readers: ['owner', 'person'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, owner }) => ({
      title: `${thing} has been admitted to ${owner}`,
      paragraphs: [`${thing} can now act for ${owner} and see its data.`],
      link: 'See your colleagues',
    }),
  },
  'access-changed': {
    topic,
    title: 'The sign-in details of someone in your organisation change',
    readers: ['named'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, what = '' }) => ({
      title: `${thing}: ${what}`,
      paragraphs: [
        `The sign-in of ${thing} has changed: ${what}. If ${thing} did not expect this, tell the market operator straight away.`,
      ],
      link: 'See your colleagues',
    }),
  },
  'authority-to-admit': {
    topic,
    title: 'A planning authority signs up and needs to be admitted',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Admit', 'Refuse'] },
    says: ({ thing }) => ({
      title: `${thing} has signed up and needs to be admitted`,
      paragraphs: [
        `${thing} has signed up as a local planning authority. The people of the authority cannot see any data until you admit it.`,
        'Check who the people are. Then admit the authority and choose its planning area, or refuse it.',
      ],
      link,
    }),
  },
  'authority-admitted': {
    topic,
    title: 'Your planning authority is admitted',
    readers: ['owner'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} has been admitted`,
      paragraphs: ['You can now see the projects and developments in your area. Sign in to get started.'],
      link,
    }),
  },
  'comment-mention': {
    topic,
    title: 'Someone mentions you in a comment',
    readers: ['named'],
    usually: 'atOnce',
    says: ({ author, thing, text }) => ({
      title: `${author || 'someone'} mentions you in a comment on ${thing}`,
      paragraphs: [`${author || 'Someone'} mentions you in a comment on ${thing}:`, `“${text}”`],
      link: 'Read the comment',
    }),
  },
  'authority-given': {
    topic,
    title: 'A client gives an agent authority to act',
    readers: ['owner', 'agency', 'operator'],
    obligatory: about,
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['SetApproval'] },
    says: ({ thing }) => ({
      title: `the authority to act of ${thing} needs approval`,
      paragraphs: ['The market operator checks the authority to act, then approves or refuses it.'],
      link: 'See the market round',
    }),
  },
  'authority-approved': {
    topic,
    title: 'An agent’s authority to act is approved',
    readers: ['owner', 'agency'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the authority to act of ${thing} has been approved`,
      paragraphs: [
        'The Agents tab of the market round lists the agent’s permissions, which end with the round.',
      ],
      link: 'See the market round',
    }),
  },
  'authority-refused': {
    topic,
    title: 'An agent’s authority to act is refused',
    readers: ['owner', 'agency'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the authority to act of ${thing} has been refused`,
      paragraphs: [
        'The agent cannot act for this client in this round. The Agents tab of the market round says why.',
      ],
      link: 'See the market round',
    }),
  },
  'authority-changed': {
    topic,
    title: 'The permissions of an agent change',
    readers: ['owner', 'agency'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the permissions of ${thing} have changed`,
      paragraphs: ['The Agents tab of the market round lists the new permissions.'],
      link: 'See the market round',
    }),
  },
  'groups-changed': {
    topic,
    title: 'Your permissions change',
    readers: ['person'],
    obligatory: about,
    usually: 'atOnce',
    says: () => ({
      title: 'your groups have changed',
      paragraphs: [
        'The market operator has changed the groups that your account belongs to. This changes what you can do.',
      ],
      link: 'Profile',
    }),
  },
  'account-opened-again': {
    topic,
    title: 'Your account is open again',
    readers: ['person'],
    obligatory: about,
    usually: 'atOnce',
    says: () => ({
      title: 'your account is open again',
      paragraphs: ['The market operator has enabled your account. You can sign in again.'],
      link: 'Profile',
    }),
  },
  'password-required': {
    topic,
    title: 'You need to choose a new password',
    readers: ['person'],
    obligatory: about,
    usually: 'atOnce',
    says: () => ({
      title: 'choose a new password',
      paragraphs: [
        'The market operator asks you to choose a new password. Your current password no longer works.',
      ],
      link: 'Choose a new password',
    }),
  },
} as const satisfies Record<string, Notice>
