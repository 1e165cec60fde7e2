import type { Notice } from './notice.ts'

const topic = 'People and access'
const link = 'See the organisation'
const about = 'It is about what you or others may do in your name'

/** What is told of people, of who acts for whom, and of organisations. */
export const PEOPLE = {
  'proposal-waiting': {
    topic,
    title: 'A proposal waits for a second person',
    readers: ['owner', 'operator'],
    obligatory: 'Nothing is done until somebody else has decided it',
    usually: 'atOnce',
    waits: { by: ['owner', 'operator'], for: ['Approve', 'Decline'] },
    says: ({ thing, proposer }) => ({
      title: `the proposal “${thing}” waits for a second person`,
      paragraphs: [
        `${proposer} proposes it. Please look at what it would change, and approve or decline it.`,
      ],
      link: 'See the proposal',
    }),
  },
  'proposal-decided': {
    topic,
    title: 'What you proposed is decided, or comes to nothing',
    readers: ['person'],
    usually: 'atOnce',
    says: ({ thing, status = '' }) => ({
      title: `your proposal “${thing}” is ${status.toLowerCase()}`,
      paragraphs: ['Its page says by whom and why, and what has been done.'],
      link: 'See the proposal',
    }),
  },
  'person-joined': {
    topic,
    title: 'Somebody joins your organisation',
    readers: ['owner'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, owner }) => ({
      title: `${thing} has joined ${owner}`,
      paragraphs: [
        `${thing} can now act for ${owner}. If you do not know this person, tell the market operator at once.`,
      ],
      link: 'See your colleagues',
    }),
  },
  'person-to-admit': {
    topic,
    title: 'Somebody joins your organisation and waits to be admitted',
    readers: ['owner'],
    obligatory: about,
    usually: 'atOnce',
    waits: { by: ['owner'], for: ['AdmitPerson'] },
    says: ({ thing, owner }) => ({
      title: `${thing} has joined ${owner} and waits to be admitted`,
      paragraphs: [
        `Until a colleague admits ${thing}, they see nothing of ${owner} and cannot act for it.`,
        'Ask them face to face or by telephone whether it is they who joined. If you do not know them, do not admit them and tell the market operator.',
      ],
      link: 'See who has joined',
    }),
  },
  'person-unknown': {
    topic,
    title: 'Somebody joins an organisation in which nobody can admit them',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['AdmitPerson'] },
    says: ({ thing, owner }) => ({
      title: `${thing} has joined ${owner}, where nobody can admit them`,
      paragraphs: [
        `Nobody of ${owner} can sign in, so two of the market operator’s staff admit ${thing}. Until then they see nothing of ${owner}.`,
      ],
      link: 'See who has joined',
    }),
  },
  'person-admitted': {
    topic,
    title: 'Somebody is admitted to your organisation',
    readers: ['owner', 'person'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, owner }) => ({
      title: `${thing} has been admitted to ${owner}`,
      paragraphs: [`${thing} can now act for ${owner} and sees what it sees.`],
      link: 'See your colleagues',
    }),
  },
  'access-changed': {
    topic,
    title: 'The sign-in of somebody in your organisation changes',
    readers: ['named'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, what = '' }) => ({
      title: `${thing}: ${what}`,
      paragraphs: [
        `The sign-in of ${thing} has changed: ${what}. If ${thing} did not expect this, tell the market operator at once.`,
      ],
      link: 'See your colleagues',
    }),
  },
  'authority-to-admit': {
    topic,
    title: 'A planning authority signs up and waits to be admitted',
    readers: ['operator'],
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['Admit', 'Refuse'] },
    says: ({ thing }) => ({
      title: `${thing} has signed up and waits to be admitted`,
      paragraphs: [
        `${thing} has signed up as a local planning authority. Until you admit it, its people see nothing.`,
        'Check who they are, and admit it with the area that it plans for, or refuse it.',
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
      paragraphs: ['You can now see the projects and developments in your area. Sign in to begin.'],
      link,
    }),
  },
  'comment-mention': {
    topic,
    title: 'Somebody mentions you in a comment',
    readers: ['named'],
    usually: 'atOnce',
    says: ({ author, thing, text }) => ({
      title: `${author || 'somebody'} mentions you in a comment on ${thing}`,
      paragraphs: [`${author || 'Somebody'} mentions you in a comment on ${thing}:`, `“${text}”`],
      link: 'Read the comment',
    }),
  },
  'authority-given': {
    topic,
    title: 'A client gives an agent authority',
    readers: ['owner', 'agency', 'operator'],
    obligatory: about,
    usually: 'atOnce',
    waits: { by: ['operator'], for: ['SetApproval'] },
    says: ({ thing }) => ({
      title: `the authority of ${thing} waits for approval`,
      paragraphs: ['The market operator looks at it and approves or refuses it.'],
      link: 'See the market round',
    }),
  },
  'authority-approved': {
    topic,
    title: 'An agent’s authority is approved',
    readers: ['owner', 'agency'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the authority of ${thing} has been approved`,
      paragraphs: [
        'What it allows is said where the agents of the market round are listed. It ends with the round.',
      ],
      link: 'See the market round',
    }),
  },
  'authority-refused': {
    topic,
    title: 'An agent’s authority is refused',
    readers: ['owner', 'agency'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the authority of ${thing} has been refused`,
      paragraphs: [
        'The agent can do nothing for this client in this round. Why is said where its agents are listed.',
      ],
      link: 'See the market round',
    }),
  },
  'authority-changed': {
    topic,
    title: 'What an agent may do changes',
    readers: ['owner', 'agency'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `the permissions of ${thing} have changed`,
      paragraphs: ['What it allows now is said where the agents of the market round are listed.'],
      link: 'See the market round',
    }),
  },
  'groups-changed': {
    topic,
    title: 'What you may do changes',
    readers: ['person'],
    obligatory: about,
    usually: 'atOnce',
    says: () => ({
      title: 'your groups have changed',
      paragraphs: [
        'The market operator has changed the groups that your account is in, and with them what you may do.',
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
      paragraphs: ['The market operator has enabled your account. You can sign in as before.'],
      link: 'Profile',
    }),
  },
  'password-required': {
    topic,
    title: 'A new password is asked of you',
    readers: ['person'],
    obligatory: about,
    usually: 'atOnce',
    says: () => ({
      title: 'choose a new password',
      paragraphs: [
        'The market operator asks you to choose a new password. Your present one no longer opens your account.',
      ],
      link: 'Choose a new password',
    }),
  },
  'control-changed': {
    topic,
    title: 'Common control of organisations is declared or ended',
    readers: ['owner', 'operator'],
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `what is said of common control of ${thing} has changed`,
      paragraphs: [
        'It matters for who may trade with whom. The page of the organisation says what holds now.',
      ],
      link,
    }),
  },
  'merged-with-yours': {
    topic,
    title: 'Another organisation is merged into yours',
    readers: ['named'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing, other = '' }) => ({
      title: `${other} has been merged into ${thing}`,
      paragraphs: [
        `The people of ${other} now act for ${thing}. If that is wrong, tell the market operator at once.`,
      ],
      link,
    }),
  },
  merged: {
    topic,
    title: 'Organisations are merged',
    readers: ['owner', 'operator'],
    obligatory: about,
    usually: 'atOnce',
    says: ({ thing }) => ({
      title: `${thing} has been merged into another organisation`,
      paragraphs: [
        'Its people act for the organisation that goes on, and sign in anew; its history stays readable.',
        'Webhooks of it go on for the organisation that goes on, and are told what that one may see; its administrators find them under API keys and webhooks.',
      ],
      link,
    }),
  },
} as const satisfies Record<string, Notice>
